"""The referee over plain requests: strictly read, limited, answered in words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.server.people import Server, serving

from laydown.server import bench


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


def test_a_question_is_answered_with_reason_clause_and_change() -> None:
    async def test(server: Server) -> None:
        asked = {"rules": "rummy", "kind": "meld", "cards": "Q♠️ K♠ as"}
        found = (await server.post("/api/referee", asked)).json()
        assert (found["verdict"], found["clauses"][0]["number"]) == ("refused", "BR-5")
        assert [each["value"] for each in found["otherwise"] if each["option"]] == [
            "high_or_low",
            "corner",
        ]
        assert found["read"]["cards"] == "QS KS AS"

    run(test)


def test_what_is_missing_is_told_and_no_fault() -> None:
    async def test(server: Server) -> None:
        for more, says in (({}, "Lay down the cards"), ({"cards": "7♠ foo"}, "“foo” is not")):
            said = await server.post("/api/referee", {"rules": "rummy-500", "kind": "meld", **more})
            assert said.status_code == 200
            assert said.json()["verdict"] == "unread"
            assert says in said.json()["headline"]

    run(test)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"rules": "rummy-500", "kind": "prayer"},
        {"rules": "rummy-500", "kind": "meld", "cards": 7},
        {"rules": "rummy-500", "kind": "meld", "secret": "x"},
        {"rules": "no-such-game", "kind": "meld", "cards": "7♠"},
        {"rules": "5000-rummy players=2", "kind": "meld", "cards": "7♠"},
        {"rules": "rummy-500", "kind": "meld", "melds": [{"cards": "7♠", "whose": "x"}]},
    ],
)
def test_what_is_no_question_is_refused(asked: dict[str, Any]) -> None:
    async def test(server: Server) -> None:
        said = await server.post("/api/referee", asked)
        assert said.status_code == 400
        assert said.json()["error"]

    run(test)


def test_the_facts_of_a_rule_set() -> None:
    """Two packs with two jokers each for five (RJ-1); sixes may be wild in 5000 (K5-2)."""

    async def test(server: Server) -> None:
        facts = (
            await server.post("/api/referee/facts", {"text": "rummy-500-jokers players=5"})
        ).json()
        assert (facts["decks"], facts["copies"][0], facts["copies"][52]) == (2, 2, 4)
        assert facts["wilds"] == [52]
        assert not facts["asks_wild_rank"]
        assert {each["key"] for each in facts["questions"]} >= {"k-a-2"}
        named = (await server.post("/api/referee/facts", {"text": "5000-rummy"})).json()
        assert named["asks_wild_rank"]

    run(test)


def test_a_question_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the stock empty every card of a pile of two packs would have to be used."""
    pack = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK")
    endless = {
        "rules": "rummy-500 jokers_per_deck=2 players=6", "kind": "stock",
        "pile": f"{pack} {pack}", "hand": "X X X X 7S 8H 9C 4D",
    }  # fmt: skip
    asked = {"rules": "rummy-500", "kind": "meld", "cards": "7♠ 8♠ 9♠"}

    async def test(server: Server) -> None:
        assert (await server.post("/api/referee", asked)).json()["verdict"] == "allowed"
        monkeypatch.setattr(bench, "LONGEST_SECONDS", 0.2)
        said = await server.post("/api/referee", {**endless, "stock": False})
        assert said.status_code == 503
        assert "too long" in said.json()["error"]
        # The process was stopped, and another answers.
        assert (await server.post("/api/referee", asked)).json()["verdict"] == "allowed"

    run(test)


def test_a_crowd_waits_its_turn_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MOST_WAITING", 2)

    async def test(server: Server) -> None:
        asked = {"rules": "rummy-500", "kind": "hand", "hand": "4♥ 5♥ 6♥ 9♠ 9♦ 9♣ J♣ K♦"}
        said = await asyncio.gather(*(server.post("/api/referee", asked) for _ in range(8)))
        found = sorted(each.status_code for each in said)
        assert found[0] == 200
        assert set(found) <= {200, 503}

    run(test)
