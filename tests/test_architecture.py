"""Who may import whom, and what must never be mentioned where: docs/architecture.md as tests."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from laydown.rules.games import GAMES

SRC = Path(__file__).resolve().parent.parent / "src"
WEB = SRC.parent / "web" / "src"
MODULES = {
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SRC.rglob("*.py"))
}

EVERYTHING = {
    "cards", "rules", "engine", "record", "printing", "players", "lab", "sheet", "cases", "referee",
}  # fmt: skip
MAY_KNOW = {
    "cards": set[str](),
    "rules": {"cards"},
    "engine": {"cards", "rules"},
    "record": {"cards", "rules", "engine"},
    "printing": {"cards", "rules", "engine", "record"},
    "players": {"cards", "rules", "engine", "record"},
    "lab": {"cards", "rules", "engine", "record", "players"},
    "sheet": {"cards", "rules", "engine"},
    "cases": {"cards", "rules", "engine", "record", "sheet"},
    "referee": {"cards", "rules", "engine", "record"},
    "server": EVERYTHING,
    "cli": EVERYTHING | {"server"},
    "__main__": {"cli"},
}
"""Each room and the rooms that it may import from, itself aside."""

ENGINE_TIERS = (
    {"actions", "errors"},
    {"state"},
    {"view"},
    {"law", "melds", "finding", "dealing", "drawing", "calling", "scoring", "sampling"},
    {"rest", "building"},
    {"ledger"},
    {"covering"},
    {"arranging"},
    {"paying"},
    {"settling"},
    {"ending"},
    {"apply", "refusals"},
    {"legal"},
    {"game"},
    {"match"},
)
"""The modules of the engine, innermost first: each may import from those before it."""

SHEET_KNOWS = {"scoring", "melds", "law", "dealing", "match", "state", "errors"}
"""The modules of the engine that a score sheet uses: none of them needs a round."""

IMPURE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
"""What the rules of record must not know: input, output, clocks, chance and logs."""


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imported(module: str, *, late: bool = True) -> Iterator[str]:
    """Every module that it imports; where `late` is set, also in functions and for types alone.

    ``from laydown.engine import melds`` counts as `laydown.engine.melds`.
    """
    tree = tree_of(module)
    for node in ast.walk(tree) if late else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            name = node.module or ""
            full = [f"{name}.{alias.name}" for alias in node.names]
            yield from (each if each in MODULES else name for each in full)


def room_of(module: str) -> str:
    """``laydown.engine.melds`` is in the room `engine`; ``laydown`` itself in none."""
    return module.split(".")[1] if "." in module else ""


def names_in(path: Path) -> set[str]:
    """Every identifier in the code, comments and strings aside."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def strings_in(tree: ast.Module) -> Iterator[str]:
    """Every string in the code, docstrings aside."""
    described = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, described)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if id(node) in docstrings:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def in_room(room: str) -> list[str]:
    return [module for module in MODULES if room_of(module) == room]


@pytest.mark.parametrize("module", [name for name in MODULES if name != "laydown"])
def test_rooms_import_inward(module: str) -> None:
    room = room_of(module)
    assert room in MAY_KNOW, f"{room} has no place in docs/architecture.md yet"
    ours = {room_of(name) for name in imported(module) if name.split(".")[0] == "laydown"}
    assert ours - {room} <= MAY_KNOW[room]


@pytest.mark.parametrize("module", [name for name in in_room("engine") if name.count(".") == 2])
def test_engine_imports_inward(module: str) -> None:
    tier = {name: place for place, names in enumerate(ENGINE_TIERS) for name in names}
    own = module.rpartition(".")[2]
    assert own in tier, f"{own} has no place in docs/architecture.md yet"
    known = [name.split(".")[2] for name in imported(module) if name.startswith("laydown.engine.")]
    assert [name for name in known if tier[name] > tier[own]] == []


@pytest.mark.parametrize("module", in_room("sheet"))
def test_sheets_know_little_of_the_engine(module: str) -> None:
    known = {name.split(".")[2] for name in imported(module) if name.startswith("laydown.engine.")}
    assert known <= SHEET_KNOWS


def test_no_module_imports_in_a_circle() -> None:
    graph = {
        module: {name for name in imported(module, late=False) if name in MODULES}
        for module in MODULES
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    "module", [*in_room("engine"), *in_room("rules"), *in_room("referee"), "laydown.cards"]
)
def test_rules_of_record_are_pure(module: str) -> None:
    assert {name.split(".")[0] for name in imported(module)} & IMPURE == set()
    assert names_in(MODULES[module]) & {"print", "open", "input"} == set()


VIEWS_ONLY = [
    "laydown.engine.legal",
    "laydown.engine.refusals",
    *in_room("players"),
    *(f"laydown.server.{name}" for name in ("tables", "offers", "questions", "suggestions")),
    *(name for name in in_room("server") if name.endswith("wire")),
]


@pytest.mark.parametrize("module", VIEWS_ONLY)
def test_views_only(module: str) -> None:
    """Legality is a question about what the actor can see, and neither players nor pages are
    given more than that."""
    assert "Round" not in names_in(MODULES[module])


def test_the_page_knows_no_round() -> None:
    pages = [path for path in WEB.rglob("*") if path.suffix in {".ts", ".svelte"}]
    assert len(pages) > 10
    protocol = (WEB / "lib" / "protocol.ts").read_text(encoding="utf-8")
    assert not re.search(r"\bRound\b", protocol)
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"import[^;]*[{,]\s*(?:type )?Round\b", text), path


@pytest.mark.parametrize("module", [name for name in MODULES if name != "laydown.rules.games"])
def test_games_are_named_in_one_place(module: str) -> None:
    """Names that are ordinary words as well ("rummy", "jokers") cannot be looked for."""
    names = {name for key, game in GAMES.items() for name in (key, *game.aliases)}
    telling = {name for name in names if re.search(r"[a-z]", name) and re.search(r"[\d-]", name)}
    pattern = re.compile(rf"(?<![\w-])({'|'.join(sorted(telling))}|george)(?![\w-])", re.IGNORECASE)
    for text in strings_in(tree_of(module)):
        assert not pattern.search(text), text
