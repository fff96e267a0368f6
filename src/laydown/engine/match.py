"""Matches: rounds up to a target, with dealers, totals, ties, teams and winners.

Totals, dealers, ties and winners are functions of scores alone, so that a score sheet needs no
round.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from laydown.engine.actions import HOUSE, ChooseDealer, Cut, Move
from laydown.engine.apply import apply
from laydown.engine.dealing import (
    cut_dealer,
    decks_for,
    new_round,
    next_dealer,
    pack_of,
)
from laydown.engine.errors import IllegalAction, Reason, Why
from laydown.engine.game import why_not
from laydown.engine.scoring import score
from laydown.engine.state import NO_SEAT, End, Ending, Phase, Round
from laydown.engine.view import may_act
from laydown.rules.options import (
    FirstDealer,
    MatchMode,
    NegativeScores,
    ScoringRule,
    Teams,
    TieRule,
    WinnerRule,
)
from laydown.rules.rules import Rules


class MatchWhy(StrEnum):
    """Why a match is over, or goes on although somebody reached the target."""

    TARGET_NOT_REACHED = "target_not_reached"
    HIGHEST = "highest"
    OUT_PLAYER = "out_player"
    """the player who went out has reached the target"""
    OUT_PLAYER_NOT_THERE = "out_player_not_there"
    """only a player who goes out with the target reached wins (B-44)"""
    ONE_CROSSED = "one_crossed"
    BEST_OF_CROSSED = "best_of_crossed"
    """two or more crossed, and the player who went out is not among them (B-45)"""
    DEALS_LEFT = "deals_left"
    MOST_HANDS = "most_hands"
    TIE_EXTRA = "tie_extra"
    TIE_SHARED = "tie_shared"


class Outcome(msgspec.Struct, frozen=True):
    """Where a match stands after a round."""

    over: bool
    winners: tuple[int, ...]
    """seats; partners win together"""
    shared: bool
    then: str
    """`extra_hand` where a tie is played off, else empty"""
    why: MatchWhy


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round in the match."""

    dealer: int
    end: End
    scores: tuple[int, ...]
    """by seat, what the round scored"""
    entered: tuple[int, ...]
    """by seat, what was added to the total: differs under `negative_scores=sheet_floor_zero`"""
    totals: tuple[int, ...]
    """by seat, after this round; partners' totals are not yet added together"""


class Match(msgspec.Struct, frozen=True):
    """Rounds up to a target. `dealer` is -1 until the first dealer is found."""

    rules: Rules
    dealer: int
    round: Round | None
    """the round being played; once the match is over the last one played"""
    last: Round | None
    """the round finished last, with all it held"""
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    carried: tuple[int, ...]
    """by seat, shortfalls kept against later rounds, never negative (B-46)"""
    won: tuple[int, ...]
    """by seat, rounds won"""
    outcome: Outcome | None
    """where the match stands after its last round"""

    @property
    def is_over(self) -> bool:
        """Somebody has won."""
        return self.outcome is not None and self.outcome.over


def new_match(rules: Rules) -> Match:
    """A match in which nothing has happened; under `first_dealer=host` seat 0 is the host until
    :func:`with_dealer` says another."""
    none = (0,) * rules.setup.players
    match = Match(rules, NO_SEAT, None, None, (), none, none, none, None)
    if rules.setup.first_dealer is FirstDealer.HOST:
        return with_dealer(match, 0)
    return match


def with_dealer(match: Match, dealer: int) -> Match:
    """The match before its first round, with this first dealer."""
    assert not match.results, "the deal has moved on"
    return replace(match, dealer=dealer, round=new_round(match.rules, dealer))


def actors(match: Match) -> tuple[int, ...]:
    """Who may act: seats, (HOUSE,) where a shuffle or the dealer is awaited, () when over."""
    if match.is_over:
        return ()
    return (HOUSE,) if match.round is None else may_act(match.round)


def why_not_match(match: Match, move: Move) -> Reason | None:
    """Why the move is refused in this match; None where it is legal."""
    if match.is_over:
        return Reason(Why.ROUND_OVER, "B-43")
    if match.round is not None:
        return why_not(match.round, move)
    players = match.rules.setup.players
    if move.seat != HOUSE:
        return Reason(Why.NOT_YOUR_TURN, "K5-2", seat=HOUSE)
    match move.action, match.rules.setup.first_dealer:
        case ChooseDealer(seat), FirstDealer.RANDOM if 0 <= seat < players:
            return None
        case Cut(cards), FirstDealer.CUT_LOW if len(cards) == players:
            pack = list(pack_of(match.rules, decks_for(match.rules)))
            for face in cards:
                if face not in pack:
                    return Reason(Why.WRONG_ORDER, "K5-2", (face,))
                pack.remove(face)
            return None
        case _:
            pass
    return Reason(Why.HOUSE_ONLY, "K5-2")


def play_match(match: Match, move: Move) -> Match:
    """The match after the move; `IllegalAction` with the reason if the rules refuse it."""
    reason = why_not_match(match, move)
    if reason is not None:
        raise IllegalAction(reason)
    return apply_match(match, move)


def apply_match(match: Match, move: Move) -> Match:
    """The match after a legal move; a round that ends is scored and the next awaits its deal."""
    match move.action:
        case ChooseDealer(seat):
            return with_dealer(match, seat)
        case Cut(cards):
            dealer = cut_dealer(cards)
            return match if dealer == NO_SEAT else with_dealer(match, dealer)
        case _:
            pass
    assert match.round is not None
    played = apply(match.round, move)
    if played.phase is not Phase.OVER:
        return replace(match, round=played)
    return _finish_round(match, played)


def _finish_round(match: Match, played: Round) -> Match:
    assert played.end is not None
    rules = match.rules
    scores = score(played).totals
    entered, carried = enter(rules, scores, match.carried)
    totals = tuple(map(sum, zip(match.totals, entered, strict=True)))
    won = list(match.won)
    winner = round_winner(rules, scores, played.end)
    if winner != NO_SEAT:
        won[winner] += 1
    results = (
        *match.results,
        RoundResult(match.dealer, played.end, scores, entered, totals),
    )
    outcome = standing(rules, totals, out=played.end.out, deals=len(results), won=tuple(won))
    after = Match(
        rules, match.dealer, played, played, results, totals, carried, tuple(won), outcome
    )
    if outcome.over:
        return after
    dealer = next_dealer(rules, match.dealer)
    return replace(after, dealer=dealer, round=new_round(rules, dealer))


# ------------------------------------------------------------------ functions of scores


def enter(
    rules: Rules, scores: tuple[int, ...], carried: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a round adds to the totals, and the shortfalls then carried (B-46).

    Under `sheet_floor_zero` a score below zero enters 0 and is kept against later rounds.
    """
    if rules.scoring.negative_scores is NegativeScores.ALLOWED:
        return scores, carried
    nets = [points - short for points, short in zip(scores, carried, strict=True)]
    return tuple(max(net, 0) for net in nets), tuple(max(-net, 0) for net in nets)


def teams_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Who scores together: partners sit opposite (R5-15), else everybody is alone."""
    if rules.setup.teams is Teams.PAIRS:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(rules.setup.players))


def round_winner(rules: Rules, scores: tuple[int, ...], end: End) -> int:
    """Who has won a hand: who went out where only that scores, else the single best score."""
    if rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return end.out
    return NO_SEAT if end.how is Ending.VOID else best_seat(rules, scores, out=end.out)


def best_seat(rules: Rules, scores: tuple[int, ...], *, out: int = NO_SEAT) -> int:
    """The single best score's seat: of partners the one that went out, else their first."""
    sums = [sum(scores[seat] for seat in team) for team in teams_of(rules)]
    best = max(sums)
    if sums.count(best) > 1:
        return NO_SEAT
    team = teams_of(rules)[sums.index(best)]
    return out if out in team else team[0]


def standing(
    rules: Rules,
    totals: tuple[int, ...],
    *,
    out: int = NO_SEAT,
    deals: int = 0,
    won: tuple[int, ...] = (),
) -> Outcome:
    """Is the match over, and who has won? `totals` by seat after a round, `out` who went out."""
    teams = teams_of(rules)
    sums = [sum(totals[seat] for seat in team) for team in teams]
    match rules.match.match_mode:
        case MatchMode.N_DEALS:
            if deals < rules.match.deals:
                return _goes_on(MatchWhy.DEALS_LEFT)
            return _best(rules, teams, sums, range(len(teams)), MatchWhy.HIGHEST)
        case MatchMode.HANDS_WON:
            if deals < rules.match.deals:
                return _goes_on(MatchWhy.DEALS_LEFT)
            hands = [sum(won[seat] for seat in team) for team in teams]
            return _best(rules, teams, hands, range(len(teams)), MatchWhy.MOST_HANDS)
        case _:
            return _by_target(rules, teams, sums, out)


def _by_target(
    rules: Rules, teams: tuple[tuple[int, ...], ...], sums: list[int], out: int
) -> Outcome:
    crossed = [i for i, total in enumerate(sums) if total >= rules.match.target]
    if not crossed:
        return _goes_on(MatchWhy.TARGET_NOT_REACHED)
    out_team = next((i for i, team in enumerate(teams) if out in team), -1)
    match rules.match.winner_rule:
        case WinnerRule.OUT_PLAYER:
            if out_team in crossed:
                return Outcome(
                    over=True,
                    winners=teams[out_team],
                    shared=False,
                    then="",
                    why=MatchWhy.OUT_PLAYER,
                )
            return _goes_on(MatchWhy.OUT_PLAYER_NOT_THERE)
        case WinnerRule.OUT_PLAYER_IF_REACHED:
            if len(crossed) == 1:
                return Outcome(
                    over=True,
                    winners=teams[crossed[0]],
                    shared=False,
                    then="",
                    why=MatchWhy.ONE_CROSSED,
                )
            if out_team in crossed:
                return Outcome(
                    over=True,
                    winners=teams[out_team],
                    shared=False,
                    then="",
                    why=MatchWhy.OUT_PLAYER,
                )
            return _best(rules, teams, sums, crossed, MatchWhy.BEST_OF_CROSSED)
        case _:
            return _best(rules, teams, sums, crossed, MatchWhy.HIGHEST)


def _goes_on(why: MatchWhy) -> Outcome:
    return Outcome(over=False, winners=(), shared=False, then="", why=why)


def _best(
    rules: Rules,
    teams: tuple[tuple[int, ...], ...],
    values: list[int],
    among: list[int] | range,
    why: MatchWhy,
) -> Outcome:
    best = max(values[i] for i in among)
    top = [i for i in among if values[i] == best]
    if len(top) == 1:
        return Outcome(over=True, winners=teams[top[0]], shared=False, then="", why=why)
    if rules.match.tie_rule is TieRule.SHARED:
        winners = tuple(sorted(seat for i in top for seat in teams[i]))
        return Outcome(over=True, winners=winners, shared=True, then="", why=MatchWhy.TIE_SHARED)
    return Outcome(
        over=False, winners=(), shared=False, then=TieRule.EXTRA_HAND.value, why=MatchWhy.TIE_EXTRA
    )
