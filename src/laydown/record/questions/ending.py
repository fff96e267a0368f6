"""Questions about going out and about calling rummy."""

from __future__ import annotations

from laydown.record.questions.base import Question, Told, idle, said
from laydown.rules.catalogue import describe
from laydown.rules.options import CallRummy, GoingRummy, GoOut, ScoringRule
from laydown.rules.rules import Rules


def discard_out(rules: Rules) -> Told:
    match rules.going_out.go_out:
        case GoOut.ANY:
            text = "you may go out by melding, laying off or discarding your last card."
            return said("no", text, "go_out")
        case GoOut.DISCARD_REQUIRED:
            text = "keep one card to throw away; the last may not be melded or laid off."
            return said("yes", text, "go_out")
        case _:
            text = "discard your last card, and nothing on the table may be able to use it."
            return said("yes", text, "go_out")


def discard_each(rules: Rules) -> Told:
    match rules.going_out.go_out:
        case GoOut.ANY:
            text = "only not the one in which you go out by melding or laying off your last card."
        case GoOut.DISCARD_REQUIRED:
            text = "every turn, the last one included."
        case _:
            text = "only not when you meld your last card and float."
    return said("yes", text, "go_out")


def last_layoff(rules: Rules) -> Told:
    match rules.going_out.go_out:
        case GoOut.ANY:
            return said("yes", "with that you are out.", "go_out")
        case GoOut.DISCARD_REQUIRED:
            return said("no", "the last card must be discarded.", "go_out")
        case _:
            return said("yes", "but that does not end the round: you float.", "go_out")


def no_cards(rules: Rules) -> Told:
    match rules.going_out.go_out:
        case GoOut.ANY:
            text = "You have gone out: the round ends at once and is scored."
        case GoOut.DISCARD_REQUIRED:
            text = (
                "You have gone out, which only a discard can do: the round ends at once and is"
                " scored."
            )
        case _:
            text = (
                "If you discarded your last card, you are out and the round ends at once. If you"
                " melded it, you float: draw from the stock each turn until you draw a card that"
                " nothing on the table can use, and discard that to go out."
            )
    return Told("", text, ("go_out",))


def floats(rules: Rules) -> Told:
    if rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT:
        text = (
            "a player who melds the last card plays on with none, draws only from the stock, and"
            " goes out with a discard that nothing on the table can use."
        )
        return said("yes", text, "go_out")
    return said("no", "nobody plays on without a card.", "go_out")


def last_discard(rules: Rules) -> Told:
    if rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT:
        text = "nothing on the table may be able to use it; if something can, lay it and float."
        return said("no", text, "go_out")
    text = "any but the top card of the pile that you took alone in the same turn."
    return said("yes", text, "go_out", "redeposit")


def going_rummy(rules: Rules) -> Told:
    meaning = (
        "It is to go out in one turn with nothing laid down before in the round: the whole hand"
        " at once."
    )
    rewards = rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS
    match rules.going_out.going_rummy:
        case GoingRummy.DOUBLE if rewards:
            earns = "It pays double."
        case GoingRummy.FLAT10 if rewards:
            earns = "It earns 10 points more."
        case _:
            earns = "Here it earns nothing extra."
    return Told("", f"{meaning} {earns}", ("going_rummy", "scoring"))


def may_call(rules: Rules) -> Told:
    if rules.calling.call_rummy is CallRummy.OFF:
        return said("no", "calling rummy is not played here.", "call_rummy")
    return said("yes", describe(rules, "call_rummy"), "call_rummy")


def on_the_board(rules: Rules) -> Told:
    meaning = (
        "A card that fits a meld on the table was discarded (on the board), or a playable card"
        " lies in the pile and nobody took it (in the pile): whoever notices calls it."
    )
    match rules.calling.call_rummy:
        case CallRummy.OFF:
            return Told("", f"{meaning} Neither is played here.", ("call_rummy",))
        case CallRummy.BOARD:
            played = "Only rummy on the board is played here, and only the last discard counts."
            return Told("", f"{meaning} {played}", ("call_rummy",))
        case _:
            return Told("", f"{meaning} Both are played here.", ("call_rummy",))


NOT_CALLED = "Calling rummy is not played here."


def who_calls(rules: Rules) -> Told:
    calling = rules.calling
    if calling.call_rummy is CallRummy.OFF:
        return idle(NOT_CALLED, "call_rummy")
    names = ["call_needs_own_meld", "call_window"]
    if calling.call_with_hand:
        names.insert(1, "call_with_hand")
    text = "Anybody but the discarder. " + " ".join(describe(rules, name) for name in names)
    if rules.melds.meld_before_layoff and not calling.call_needs_own_meld:
        text += " A called card may be laid off only by a player who has melded."
        names.append("meld_before_layoff")
    return Told("", text, tuple(names))


def call_above(rules: Rules) -> Told:
    calling = rules.calling
    if calling.call_rummy is CallRummy.OFF:
        return idle(NOT_CALLED, "call_rummy")
    if calling.call_rummy is CallRummy.BOARD:
        text = "There are none: only the card just discarded may be called."
        return idle(text, "call_rummy")
    verdict = "yes" if calling.call_takes_above else "no"
    text = describe(rules, "call_takes_above")
    return said("yes" if verdict == "yes" else "no", text, "call_takes_above")


def after_call(rules: Rules) -> Told:
    if rules.calling.call_rummy is CallRummy.OFF:
        return idle(NOT_CALLED, "call_rummy")
    names = ("call_followup", "call_resume")
    return Told("", " ".join(describe(rules, name) for name in names), names)


TOPIC = "Going out"
CALLS = "Calling rummy"

QUESTIONS = (
    Question("discard-out", TOPIC, "Do you have to discard to go out?", discard_out),
    Question("discard-each", TOPIC, "Does every turn end with a discard?", discard_each),
    Question("last-layoff", TOPIC, "Can I play my last card on somebody's meld?", last_layoff),
    Question("last-discard", TOPIC, "May my last discard be any card?", last_discard),
    Question("no-cards", TOPIC, "What happens when I run out of cards?", no_cards),
    Question("float", TOPIC, "Can a player float?", floats),
    Question("going-rummy", TOPIC, "What does it mean to go rummy?", going_rummy),
    Question("call", CALLS, "May I call “Rummy!”?", may_call),
    Question(
        "on-the-board",
        CALLS,
        "What does “rummy on the board” or “rummy in the pile” mean?",
        on_the_board,
    ),
    Question("who-calls", CALLS, "Who may call, and what if two do?", who_calls),
    Question("call-above", CALLS, "Does the caller take the cards above too?", call_above),
    Question("after-call", CALLS, "What happens after a call?", after_call),
)
