"""Questions about drawing, digging, and the end of the stock."""

from __future__ import annotations

from laydown.record.questions.base import (
    Question,
    Told,
    hand_counts_against,
    idle,
    said,
    table_counts,
)
from laydown.record.words import counted
from laydown.rules.catalogue import describe
from laydown.rules.options import (
    DeepTiming,
    DeepUse,
    EmptyStockUse,
    PileDraw,
    StockOut,
    TopCardUse,
)
from laydown.rules.rules import Rules


def digs(rules: Rules) -> bool:
    """More than the top card of the pile may be taken."""
    return rules.drawing.pile_draw is PileDraw.ANY_DEPTH


def dig(rules: Rules) -> Told:
    if not digs(rules):
        return said("no", "only the top card of the pile may be taken.", "pile_draw")
    text = "any card, but every card on top of it comes with it, and the deepest must be used."
    return said("yes", text, "pile_draw", "deep_use")


def dig_use(rules: Rules) -> Told:
    if not digs(rules):
        return idle("There is no digging: only the top card may be taken.", "pile_draw")
    how = "in a new meld" if rules.drawing.deep_use is DeepUse.MELD_ONLY else "melded or laid off"
    when = (
        "at once, before anything else is laid"
        if rules.drawing.deep_timing is DeepTiming.IMMEDIATE
        else "in the same turn; other melds and lay-offs may come first"
    )
    text = f"the deepest card you take must be {how} {when}."
    return said("yes", text.replace("be in a", "go into a"), "deep_use", "deep_timing")


def dig_layoff(rules: Rules) -> Told:
    if not digs(rules):
        return idle("There is no digging: only the top card may be taken.", "pile_draw")
    if rules.drawing.deep_use is DeepUse.MELD_ONLY:
        return said("no", "the card you dig for must go into a new meld.", "deep_use")
    return said("yes", "laying it off on a meld of the table uses it as well.", "deep_use")


def dig_others(rules: Rules) -> Told:
    if not digs(rules):
        return idle("There are none: only the top card may be taken.", "pile_draw")
    text = "They go into your hand, to be used now or later."
    if _all_must_be_used(rules):
        text += " Once the stock is empty they must all be used in that turn."
        return Told("", text, ("pile_draw", "stock_out", "empty_stock_use"))
    return Told("", text, ("pile_draw",))


def _all_must_be_used(rules: Rules) -> bool:
    options = rules.drawing
    return (
        options.stock_out is StockOut.MUST_USE_THEN_END
        and options.empty_stock_use is EmptyStockUse.ALL_TAKEN
    )


def top_card(rules: Rules) -> Told:
    empty = ""
    options = ["top_card_use"]
    if rules.drawing.stock_out is StockOut.MUST_USE_THEN_END:
        empty = " Once the stock is empty it must be used."
        options.append("stock_out")
    if rules.drawing.top_card_use is TopCardUse.MUST_USE:
        return said("yes", "it must be melded or laid off in that turn.", "top_card_use")
    return said("no", f"taken alone it may simply be kept.{empty}", *options)


def throw_back(rules: Rules) -> Told:
    text = (
        "the top card taken alone may not be discarded in the same turn, unless you hold another"
        " just like it."
    )
    if digs(rules):
        text += " Cards that came along with a dig may be."
    return said("no", text, "redeposit")


def two_naturals(rules: Rules) -> Told:
    if rules.drawing.pile_needs_two_naturals:
        text = (
            "two natural cards of the rank of the deepest card you take, held before you draw; and"
            " nobody takes down to a card of the wild rank."
        )
        return said("yes", text, "pile_needs_two_naturals")
    return said("no", "nothing need be held to take from the pile.", "pile_needs_two_naturals")


def deck_runs_out(rules: Rules) -> Told:
    options = rules.drawing
    names = ["stock_out"]
    text = describe(rules, "stock_out")
    match options.stock_out:
        case StockOut.RECYCLE:
            if options.recycle_limit == 0:
                text = (
                    "When the stock is empty and the player on turn does not want the pile, the"
                    " round ends."
                )
                names = ["stock_out", "recycle_limit"]
            else:
                names += ["recycle_shuffle", "recycle_keep_top", "recycle_limit"]
                text += f" {describe(rules, 'recycle_shuffle')}"
                if options.recycle_keep_top:
                    text += f" {describe(rules, 'recycle_keep_top')}"
                if options.recycle_limit is not None:
                    text += f" {describe(rules, 'recycle_limit')}"
        case StockOut.MUST_USE_THEN_END:
            names.append("empty_stock_use")
            text += f" {describe(rules, 'empty_stock_use')}"
        case _:
            pass
    if hand_counts_against(rules) and options.stock_out is not StockOut.RECYCLE:
        names.append("stock_out_hand_penalty")
        counts = rules.scoring.stock_out_hand_penalty
        text += f" Cards in hand then {'still' if counts else 'do not'} count against you."
    return Told("", text, tuple(names))


def nobody_out(rules: Rules) -> Told:
    options = rules.drawing
    if options.stock_out is not StockOut.RECYCLE:
        return said("yes", "when the stock is empty and the pile is not taken.", "stock_out")
    if options.recycle_limit is not None:
        text = (
            "when the stock is empty and the pile may not be turned"
            f"{' again' if options.recycle_limit else ''}."
        )
        return said("yes", text, "stock_out", "recycle_limit")
    text = (
        "the pile is turned over and play goes on until somebody goes out; only if nobody lays a"
        f" card while it is turned {counted(options.loop_guard, 'time')} is the round stopped"
        f"{'.' if table_counts(rules) else ', and nobody scores.'}"
    )
    return said("depends", text, "stock_out", "loop_guard")


TOPIC = "Drawing and digging"

QUESTIONS = (
    Question("dig", TOPIC, "May I take a card from deeper in the pile?", dig),
    Question("dig-use", TOPIC, "Must I use the card I dig for?", dig_use),
    Question("dig-layoff", TOPIC, "May I dig for a card only to lay it off?", dig_layoff),
    Question("dig-others", TOPIC, "What about the other cards I pick up?", dig_others),
    Question("top-card", TOPIC, "Must I use the top card of the pile when I take it?", top_card),
    Question("throw-back", TOPIC, "Can I throw back the card I picked up?", throw_back),
    Question(
        "two-naturals",
        TOPIC,
        "Must I hold matching cards to take from the pile?",
        two_naturals,
    ),
    Question("deck-runs-out", TOPIC, "What happens when the deck runs out?", deck_runs_out),
    Question("nobody-out", TOPIC, "Can a round end without anybody going out?", nobody_out),
)
