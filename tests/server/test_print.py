"""Pages to print over HTTP: each stands alone, under a policy that allows its own style only."""

from __future__ import annotations

import asyncio
import hashlib
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable

import httpx
import pytest
from tests.server.people import Server, serving
from tests.server.test_sheet_files import bearer, played

from laydown.rules.games import GAMES


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


def is_page_of_its_own(answer: httpx.Response) -> None:
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in policy
    assert "<script" not in answer.text


def test_pages_to_print() -> None:
    async def test(server: Server) -> None:
        for key in GAMES:
            is_page_of_its_own(await server.http.get("/print/rules", params={"rules": key}))
        rules = "rummy-500 players=3 queen_of_spades=40"
        sheet = await server.http.get(
            "/print/sheet",
            params={"rules": rules, "names": "Anna,Ben", "rounds": "7", "paper": "letter"},
        )
        is_page_of_its_own(sheet)
        assert "Q♠ = 40" in sheet.text
        assert "@page{size:215.9mm" in sheet.text
        card = await server.http.get("/print/card", params={"rules": rules, "name": "Our house"})
        is_page_of_its_own(card)
        assert "Our house" in card.text
        assert rules in card.text

    run(test)


def test_a_filled_sheet() -> None:
    async def test(server: Server) -> None:
        wish = {
            "rules": "rummy-500",
            "names": ["Anna", "<Ben>"],
            "points": [[35, 55], [46, None]],
            "dealers": [1, 0],
        }
        sheet = await server.post("/api/print/sheet", wish)
        is_page_of_its_own(sheet)
        assert "+46 / 81" in sheet.text
        assert "&lt;Ben&gt;" in sheet.text
        pdf = await server.post("/api/print/sheet", {**wish, "pdf": True})
        assert pdf.headers["content-type"] == "application/pdf"
        assert pdf.content.startswith(b"%PDF-")

    run(test)


def test_the_page_of_a_shared_sheet() -> None:
    """Anna 35 and 46 are 81; the struck round counts for nothing; Dora came with 20."""

    async def test(server: Server) -> None:
        opened = await played(server)
        path = f"/api/sheets/{opened.sheet}/print"
        found = (await server.http.get(path, headers=bearer(opened))).json()
        fields = {**found["fields"], "paper": "letter"}
        page = await server.http.post("/print/sheet", data=fields, headers={"origin": "null"})
        assert "@page{size:215.9mm" in page.text
        is_page_of_its_own(page)
        for words in ("Sunday", "Anna", "=Ben", "Dora", "+46 / 81", "(+400)", "-5 / 50"):
            assert f">{words}" in page.text, words
        assert page.text.count('class="dealer"') == 3

    run(test)


@pytest.mark.parametrize(
    "address",
    [
        "/print/rules",
        "/print/rules?rules=whist",
        "/print/rules?rules=rummy&paper=a3",
        "/print/rules?rules=5000-rummy players=2",
        "/print/sheet?rules=rummy&rounds=0",
        "/print/sheet?rules=rummy&rounds=many",
        "/print/sheet?rules=rummy&names=a,b,c,d,e,f,g,h,i,j,k,l,m",
        "/print/sheet?rules=rummy&names=a,b&points=1,two",
        "/print/sheet?rules=rummy&names=a,b&points=1,99999999999",
        "/print/sheet?rules=rummy&names=a,b&dealers=x",
    ],
)
def test_pages_that_cannot_be(address: str) -> None:
    async def test(server: Server) -> None:
        answer = await server.http.get(address)
        assert answer.status_code == 400
        assert answer.json()["error"]

    run(test)


def test_differences_in_sentences() -> None:
    async def test(server: Server) -> None:
        found = await server.post(
            "/api/rules/compare",
            {"a": "rummy-500", "b": "rummy-500 queen_of_spades=40 go_out=discard_required"},
        )
        said = found.json()
        groups = {group: [each["option"] for each in some] for group, some in said["groups"]}
        assert groups == {"going_out": ["go_out"], "scoring": ["queen_of_spades"]}
        (queen,) = (some[0] for group, some in said["groups"] if group == "scoring")
        assert "counts 10" in queen["a"]
        assert "counts 40" in queen["b"]
        told = {each["option"]: (each["a"][:2], each["b"][:2]) for each in said["answers"]}
        assert told["discard-out"] == ("No", "Ye")
        assert set(told) == {
            "discard-out", "discard-each", "last-layoff", "no-cards", "queen", "refused",
        }  # fmt: skip
        bad = await server.post("/api/rules/compare", {"a": "rummy-500", "b": "whist"})
        assert bad.status_code == 400

    run(test)
