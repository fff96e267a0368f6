"""Questions about sets, runs, wild cards and laying off."""

from __future__ import annotations

from collections.abc import Callable

from laydown.cards import ACE, JOKER, KING, RANKS, card, card_text, cards_text
from laydown.engine.dealing import decks_for
from laydown.engine.law import NO_CAP
from laydown.record.questions.base import (
    Question,
    Told,
    idle,
    law_for,
    melds_as,
    said,
    table_counts,
)
from laydown.record.questions.dealing import wild_words
from laydown.record.words import counted
from laydown.rules.catalogue import describe
from laydown.rules.kinds import count_name
from laydown.rules.options import AceInRuns, RealCardForWild, WildSwap
from laydown.rules.pack import ranks_left
from laydown.rules.remarks import has_wilds
from laydown.rules.rules import Rules

NO_RUNS = "there are no runs, only sets."


def ace(rules: Rules) -> Told:
    if ACE not in ranks_left(rules):
        return idle("There are no aces in the pack.", "removed_ranks")
    if not rules.melds.runs:
        return Told("", "Neither: there are no runs, and in a set an ace is an ace.", ("runs",))
    return Told("", describe(rules, "ace_in_runs"), ("ace_in_runs",))


def is_run(ranks: str) -> Callable[[Rules], Told]:
    """Are cards of these ranks, of one suit, a run?"""

    def tell(rules: Rules) -> Told:
        if not rules.melds.runs:
            return said("no", NO_RUNS, "runs")
        missing = [name for name in ranks if RANKS.index(name) not in ranks_left(rules)]
        if missing:
            return said("no", f"there is no {missing[0]} in the pack.", "removed_ranks")
        text = cards_text(card(RANKS.index(name), 1) for name in ranks)
        # Twos may be wild in every round, and wilds may be forbidden in melds.
        if melds_as(rules, text):
            return said("yes", describe(rules, "ace_in_runs"), "ace_in_runs")
        allowed = {
            AceInRuns.LOW: ranks[0] == "A",
            AceInRuns.HIGH_OR_LOW: "A" in (ranks[0], ranks[-1]),
            AceInRuns.CORNER: True,
        }[rules.melds.ace_in_runs]
        if allowed:
            text = "the wild cards in it are more than a meld may hold."
            return said("no", text, "max_wilds_per_meld", "min_naturals")
        return said("no", describe(rules, "ace_in_runs"), "ace_in_runs")

    return tell


def one_suit(rules: Rules) -> Told:
    if not rules.melds.runs:
        return idle(f"T{NO_RUNS[1:]}", "runs")
    wild = " (a wild card counts as what it stands for)" if has_wilds(rules) else ""
    return said("yes", f"5♠ 6♥ 7♠ is no meld{wild}.", "runs")


def identical(rules: Rules) -> Told:
    if not rules.melds.set_identical:
        return said("no", "a set holds each suit only once.", "set_identical")
    if decks_for(rules) == 1 and not has_wilds(rules):
        return said("no", "one pack has no two identical cards.", "set_identical", "decks")
    if decks_for(rules) == 1:
        text = "but one pack has every card once, so only a wild card can repeat one."
        return said("yes", text, "set_identical", "decks")
    return said("yes", "with two packs 7♠ 7♠ 7♥ is a set.", "set_identical")


def set_size(rules: Rules) -> Told:
    most = law_for(rules).set_max if rules.melds.set_identical else 4
    text = "Three or four." if most == 4 else f"From three up to {count_name(most)}."
    return Told("", f"{text} All are of one rank.", ("sets", "set_identical"))


def layoff_others(rules: Rules) -> Told:
    text = "to any meld on the table, yours or another player's, as long as it stays a meld."
    if rules.melds.meld_before_layoff:
        text = f"once you have laid a meld of your own in this round, {text}"
        return said("depends", text, "layoff_targets", "meld_before_layoff")
    return said("yes", text, "layoff_targets")


def layoff_counts(rules: Rules) -> Told:
    if not table_counts(rules):
        return said("no", "cards on the table count for nobody; only hands do.", "scoring")
    text = "a card you lay off scores for you, not for the player who made the meld."
    return said("yes", text, "scoring")


def layoff_first(rules: Rules) -> Told:
    if rules.melds.meld_before_layoff:
        return said("no", "lay a meld of your own first.", "meld_before_layoff")
    return said("yes", "laying off needs no meld of your own.", "meld_before_layoff")


def many_melds(rules: Rules) -> Told:
    most = rules.melds.melds_per_turn
    if most is None:
        return said("yes", "as many as you can.", "melds_per_turn")
    if most == 1:
        return said("no", "one new meld a turn.", "melds_per_turn")
    return said("yes", f"up to {most} new melds a turn.", "melds_per_turn")


def rearrange(rules: Rules) -> Told:
    text = "cards may only be added; what lies in a meld stays there."
    options = ["rearrange"]
    if _may_steal(rules):
        text += " But a wild may be replaced by its real card."
        options.append("wild_swap")
    if _may_split(rules):
        text += " But a meld of six or more may be split to take another wild card."
        options.append("wild_split_at_six")
    return said("no", text, *options)


def _may_steal(rules: Rules) -> bool:
    return _wilds_lie(rules) and rules.melds.wild_swap is WildSwap.STEAL


def _may_split(rules: Rules) -> bool:
    return (
        _wilds_lie(rules)
        and rules.melds.wild_split_at_six
        and rules.melds.max_wilds_per_meld is not None
    )


def _wilds_lie(rules: Rules) -> bool:
    """Wild cards can come to lie in melds."""
    return has_wilds(rules) and rules.melds.max_wilds_per_meld != 0


def must_meld(_rules: Rules) -> Told:
    text = "you may hold melds back, except where a card you took must be used."
    return said("no", text, "top_card_use", "deep_use")


def named(rules: Rules) -> Told:
    if not _wilds_lie(rules):
        return idle("No meld holds a wild card.", "permanent_wilds", "max_wilds_per_meld")
    text = "say which card it is when you lay it; that never changes."
    return said("yes", text, "wild_named")


def take_wild(rules: Rules) -> Told:
    if not _wilds_lie(rules):
        return idle("No meld holds a wild card.", "permanent_wilds", "max_wilds_per_meld")
    if _may_steal(rules):
        text = "put the card that it stands for in its place, and take the wild."
        return said("yes", text, "wild_swap")
    text = "a wild on the table stays where it is."
    if rules.melds.runs and rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY:
        text += (
            " But the card that it stands for in a run may be laid in front of you for its points."
        )
        return said("no", text, "wild_swap", "real_card_for_wild")
    return said("no", text, "wild_swap")


def wild_limit(rules: Rules) -> Told:
    if not has_wilds(rules):
        return idle("There are no wild cards.", "permanent_wilds", "deal_mode")
    names = ["max_wilds_per_meld"]
    most = rules.melds.max_wilds_per_meld
    if most is None or rules.melds.min_naturals > SHORTEST - most or most >= SHORTEST:
        names.append("min_naturals")  # else what the cap says says more
    text = f"Wild cards: {wild_words(rules)}. " + " ".join(describe(rules, name) for name in names)
    if _may_split(rules):
        names.append("wild_split_at_six")
        text += f" {describe(rules, 'wild_split_at_six')}"
    return Told("", text, tuple(names))


def fifth(rules: Rules) -> Told:
    """Four kings and a wild: with one pack there is no fifth king (RJ-3, B-26)."""
    facts = law_for(rules)
    ranks = [rank for rank in range(KING, 0, -1) if facts.in_pack[card(rank, 0)]]
    natural = next((rank for rank in ranks if not facts.is_wild[card(rank, 0)]), -1)
    wilds = [face for face in (JOKER, *range(JOKER)) if facts.in_pack[face] and facts.is_wild[face]]
    if not wilds or natural < 0:
        return idle("There are no wild cards to add.", "permanent_wilds", "deal_mode")
    four = " ".join(card_text(card(natural, suit)) for suit in range(4))
    text = f"{four} {card_text(wilds[0])}={card_text(card(natural, 0))}"
    options = ("sets", "set_identical", "max_wilds_per_meld")
    if melds_as(rules, text):
        most = counted(facts.set_max, "card")
        return said("yes", f"a set may have up to {most} here.", *options)
    if not facts.suits_differ and facts.set_max > 4 and facts.cap < NO_CAP:
        return said("no", "no meld may hold a wild card.", "max_wilds_per_meld")
    text = "a wild stands for a card that could lie there, and a set has four at most."
    return said("no", text, *options)


SHORTEST = 3
"""cards of a meld"""

TOPIC = "Melds and laying off"
WILDS = "Wild cards"

QUESTIONS = (
    Question("ace", TOPIC, "Is the ace high or low?", ace),
    Question("a-2-3", TOPIC, "Is A-2-3 a run?", is_run("A23")),
    Question("q-k-a", TOPIC, "Is Q-K-A a run?", is_run("QKA")),
    Question("k-a-2", TOPIC, "Is K-A-2 a run?", is_run("KA2")),
    Question("one-suit", TOPIC, "Must a run be of one suit?", one_suit),
    Question("set-size", TOPIC, "How many cards may a set have?", set_size),
    Question("identical", TOPIC, "May a set hold two identical cards?", identical),
    Question("must-meld", TOPIC, "Must I put down a meld as soon as I have it?", must_meld),
    Question("many-melds", TOPIC, "May I put down several melds in one turn?", many_melds),
    Question("layoff-others", TOPIC, "Can I add to other players' melds?", layoff_others),
    Question("layoff-first", TOPIC, "May I lay off before I have melded?", layoff_first),
    Question("layoff-counts", TOPIC, "Do cards I lay off count for me?", layoff_counts),
    Question("rearrange", TOPIC, "May melds on the table be taken apart?", rearrange),
    Question("wild-named", WILDS, "Must I say what a wild card stands for?", named),
    Question("take-wild", WILDS, "May I take a wild card from the table?", take_wild),
    Question("wild-limit", WILDS, "How many wild cards may a meld hold?", wild_limit),
    Question("fifth-king", WILDS, "May a wild card be the fifth king of a set?", fifth),
)
