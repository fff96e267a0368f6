"""The arena measures fairly, and the plain player beats the others on the same deals."""

from __future__ import annotations

import pytest

from laydown.cli.main import main
from laydown.lab.arena import Pairing, compete, interval, report, seatings
from laydown.rules.games import GAMES

PRESETS = sorted(GAMES)


def test_every_level_sits_everywhere_equally_often() -> None:
    for players in range(2, 9):
        tables = list(seatings(("plain", "greedy"), players))
        for seat in range(players):
            assert sorted(table[seat] for table in tables) == ["greedy", "plain"]


def test_intervals() -> None:
    """1 2 3 4: mean 2.5, standard deviation √(5/3), half of it times 1.96 is 1.2652."""
    found = interval([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.low == pytest.approx(2.5 - 1.2652, abs=1e-4)
    assert found.high == pytest.approx(2.5 + 1.2652, abs=1e-4)


def test_a_deal_is_one_observation_and_undecided_games_are_no_wins() -> None:
    pairings = [
        Pairing((30.0, 10.0), (2.0, 0.0), 2, 0),
        Pairing((10.0, 30.0), (0.5, 1.5), 2, 0),
        Pairing((5.0, 5.0), (0.0, 0.0), 2, 2),
    ]
    found = report(("a", "b"), pairings)
    assert (found.deals, found.undecided) == (3, 2)
    assert found.difference.mean == 0.0
    assert found.share.mean == (1.0 + 0.25) / 2


def test_the_same_seed_gives_the_same_report() -> None:
    rules = GAMES["rummy"].rules
    first = compete(rules, ("greedy", "random"), deals=3, seed=4)
    assert compete(rules, ("greedy", "random"), deals=3, seed=4) == first
    assert compete(rules, ("greedy", "random"), deals=3, seed=5) != first


@pytest.mark.parametrize("key", PRESETS)
def test_plain_beats_chance(key: str) -> None:
    """By score and by rounds won the whole interval lies above even."""
    found = compete(GAMES[key].rules, ("plain", "random"), deals=12, seed=11)
    assert found.difference.low > 0
    assert found.share.low > 0.5


@pytest.mark.parametrize("key", PRESETS)
def test_plain_beats_greedy(key: str) -> None:
    """`laydown arena` measures it properly; these few deals notice if that is lost."""
    found = compete(GAMES[key].rules, ("plain", "greedy"), deals=24, seed=11)
    assert found.difference.mean > 0
    assert found.share.mean > 0.5


def test_whole_matches_have_winners() -> None:
    found = compete(GAMES["rummy-500"].rules, ("plain", "random"), deals=2, seed=3, whole=True)
    assert found.undecided == 0
    assert found.share.mean == 1.0


def test_the_command_reports(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "rummy-500", "queen_of_spades=40", "--deals", "3", "--levels", "plain,random"]
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "rummy-500 queen_of_spades=40, 2 players, 3 deals with every seating: plain against random"
    )
    assert lines[1].startswith("  score a round")
    assert lines[2].startswith("  rounds won")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["rummy", "--levels", "plain,perfect"], "there is no player 'perfect'"),
        (["rummy", "--levels", "plain,plain"], "name two different players"),
        (["whist"], "there is no game called 'whist'"),
        (["george", "--players", "2"], "2 players are not possible"),
    ],
)
def test_the_command_says_what_is_wrong(
    asked: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *asked]) == 2
    assert says in capsys.readouterr().err
