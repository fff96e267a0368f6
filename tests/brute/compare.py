"""The engine and the brute force side by side, from the start of a turn to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.brute.keys import action_of, alike, key_of, key_text, pairs_text
from tests.brute.positions import lying_of, smaller, state_of, turn_of
from tests.brute.turns import After, Judge, Key, Lying, State

from laydown.cards import JOKER, card_text, cards_text
from laydown.engine.actions import (
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.apply import apply
from laydown.engine.legal import LegalActions
from laydown.engine.state import Ending, MeldKind, Phase, Round
from laydown.engine.view import view


def differences(position: Round, *, seed: int, steps: int = 8) -> Iterator[str]:
    """Every way in which the engine departs from the brute force, walking through one turn."""
    rng = random.Random(seed)
    seen = view(position, 0)
    judge = Judge(turn_of(seen))
    state = state_of(seen)
    if not asked(judge, state):
        return
    round_ = position
    for _ in range(steps):
        legal = LegalActions(view(round_, 0))
        verdicts = judge.verdicts(state)
        for problem in compare(judge, state, verdicts, legal, rng):
            yield f"{state_text(state)}\n  {problem}"
        steps_on = sorted((key for key, (_, ok) in verdicts.items() if ok), key=repr)
        if not steps_on:
            yield f"{state_text(state)}\n  no step at all"
            return
        key = choose(rng, steps_on)
        action = action_of(judge.turn, key)
        if action not in legal:
            return  # reported above
        moved = apply(round_, Move(0, action))
        if key == ("draw",):
            hand = tuple(sorted((*state.hand, round_.stock[0])))
            after: After = state._replace(hand=hand, stock=state.stock - 1, drawn=True)
        else:
            after = verdicts[key][0]
        problem = result(judge, state, key, after, moved)
        if problem:
            yield f"{state_text(state)}\n  after {key_text(key)}: {problem}"
            return
        if isinstance(after, str) or not after.hand:
            return
        round_, state = moved, after


def asked(judge: Judge, state: State) -> bool:
    """Is anybody asked? With the stock empty and no lawful take the round ends by itself (B-31)."""
    if state.stock > 0:
        return True
    return any(key[0] == "take" and ok for key, (_, ok) in judge.verdicts(state).items())


def choose(rng: random.Random, keys: list[Key]) -> Key:
    """Mostly a step that goes on with the turn, so that walks see more of it."""
    on = [key for key in keys if key[0] not in {"discard", "decline", "draw"}]
    return rng.choice(on) if on and rng.random() < 0.8 else rng.choice(keys)


def compare(
    judge: Judge,
    state: State,
    verdicts: dict[Key, tuple[After, bool]],
    legal: LegalActions,
    rng: random.Random,
) -> Iterator[str]:
    """One position: containment, reasons, iteration and kinds against the verdicts."""
    facts = judge.turn.facts
    for key, (_, ok) in verdicts.items():
        action = action_of(judge.turn, key)
        reason = legal.why_not(action)
        if (action in legal) is not ok or (reason is None) is not ok:
            verdict = "legal" if ok else "not legal (the turn could not be finished)"
            yield f"{key_text(key)}: brute force says {verdict}, the engine {reason}"
    for action in clumsy(state, rng):
        if step_of(action, verdicts) is not None:
            continue
        if action in legal or legal.why_not(action) is None:
            yield f"{action}: brute force says no, the engine yes"
    lawful = {alike(facts, state.table, key) for key, (_, ok) in verdicts.items() if ok}
    listed = list(legal)
    if len(set(listed)) != len(listed):
        yield "iteration repeats itself"
    reached = set()
    for action in listed:
        step = step_of(action, verdicts)
        if step is None or not verdicts[step][1]:
            yield f"{action} is iterated, brute force says no"
        else:
            reached.add(alike(facts, state.table, step))
    for missing in lawful - reached:
        yield f"iteration leaves out {missing}"
    kinds = {type(action) for action in listed}
    if set(legal.kinds()) != kinds:
        yield f"kinds() says {legal.kinds()}, iteration gives {kinds}"
    if bool(legal) is not bool(listed):
        yield "bool() disagrees with iteration"


def step_of(action: PlayerAction, verdicts: dict[Key, tuple[After, bool]]) -> Key | None:
    """The step that the action is, if it is one allowed by itself. `low` matters only where the
    cards could go to either end."""
    key = key_of(action)
    if key is not None and key[0] == "layoff" and key not in verdicts:
        key = (*key[:3], False)
    return key if key in verdicts else None


def clumsy(state: State, rng: random.Random) -> Iterator[PlayerAction]:
    """Actions near enough to lawful ones to be mistaken for them, most of them wrong."""
    hand = state.hand or (0,)
    faces = [*hand, *state.pile, rng.randrange(JOKER), JOKER]
    meld_ids = [lying.id for lying in state.table] + ["M9", ""]
    for count in range(len(state.pile) + 2):
        yield Take(count)
    yield Draw()
    yield Decline()
    for card in set(faces):
        yield Discard(card)
    for _ in range(12):
        size = rng.choice([1, 1, 2, 3, 3, 4])
        cards = tuple(rng.choices(faces, k=size))
        as_ = cards
        if rng.random() < 0.5:
            as_ = tuple(rng.choice([card, rng.randrange(JOKER)]) for card in cards)
        meld = rng.choice(meld_ids)
        yield Meld(cards, () if as_ == cards else as_)
        yield LayOff(cards, meld, () if as_ == cards else as_, rng.random() < 0.1)
        yield RealCard(rng.choice(faces), meld)
        yield Steal(rng.choice(faces), meld)
        yield Split(meld, rng.randrange(8))


def result(judge: Judge, before: State, key: Key, after: After, moved: Round) -> str:
    """What is wrong with the round the engine makes of a step; empty if nothing is."""
    floating = moved.floating[0]
    out = moved.end is not None and moved.end.how is Ending.OUT and moved.end.out == 0
    if isinstance(after, str):
        return turn_over(before, key, moved, out=out)
    expected = (after.hand, after.pile, after.stock, table_of(after.table))
    got = (
        moved.hands[0],
        moved.pile,
        len(moved.stock),
        table_of(tuple(map(lying_of, moved.melds))),
    )
    if expected != got:
        return f"expected {expected}, got {got}"
    if not after.hand:
        may_float = judge.turn.rules.going_out.go_out.value == "unplayable_discard_float"
        if may_float and (out or not floating):
            return f"should float: {moved.end}"
        return "" if may_float or out else f"should be out: {moved.end}"
    if moved.phase is not Phase.PLAY or moved.seat != 0 or floating is not after.floating:
        return f"the turn should go on: {moved.phase} {moved.seat} floating {floating}"
    return ""


def turn_over(before: State, key: Key, moved: Round, *, out: bool) -> str:
    if key[0] == "decline":
        return "" if moved.phase is Phase.OVER or not moved.pile else "declined, yet a pile lies"
    gone = key[1]
    left = list(before.hand)
    left.remove(gone)  # type: ignore[arg-type]
    if moved.hands[0] != tuple(left) or moved.pile != (*before.pile, gone):
        return f"hand {moved.hands[0]}, pile {moved.pile}"
    if out is not (not left):
        return f"{len(left)} cards left: {moved.end}"
    if not out and moved.phase is Phase.PLAY:
        return "the turn should be over"
    return ""


def table_of(table: tuple[Lying, ...]) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for lying in table:
        pairs = tuple(sorted(lying.pairs)) if lying.kind is MeldKind.SET else lying.pairs
        found[lying.id] = (lying.kind, pairs, lying.reals)
    return found


def state_text(state: State) -> str:
    """The position in plain letters."""
    table = "; ".join(
        f"{lying.id} {lying.kind.value} {pairs_text(lying.pairs)}" for lying in state.table
    )
    owes = f" deep {card_text(state.deep)}" if state.deep >= 0 else ""
    owes += f" owed {cards_text(state.owed)}" if state.owed else ""
    owes += f" barred {card_text(state.barred)}" if state.barred >= 0 else ""
    owes += f" split {state.split}" if state.split else ""
    return (
        f"hand [{cards_text(state.hand)}] pile [{cards_text(state.pile)}] stock {state.stock} "
        f"table [{table}] {'play' if state.drawn else 'draw'} melded {state.melded} "
        f"melds this turn {state.melds}{owes}"
    )


def smallest(position: Round, *, seed: int) -> Round:
    """A position as small as can be from which the two still differ."""
    while True:
        for less in smaller(position):
            if next(differences(less, seed=seed), None) is not None:
                position = less
                break
        else:
            return position
