"""run.py: what it says to old Pythons, when it installs and builds again, how it fails."""

from __future__ import annotations

import ast
import errno
import importlib.util
import re
import shutil
import sys
import threading
from pathlib import Path

import pytest
import run
from buildhook import web

ROOT = Path(run.__file__).parent


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what an installation is made from, and run.py at work in it."""
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.delenv("LAYDOWN_NO_WEB", raising=False)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}", encoding="utf-8")
    page_built(tmp_path)
    monkeypatch.setattr(run, "HERE", str(tmp_path))
    monkeypatch.setattr(run, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(run, "LOCK", str(tmp_path / ".venv.lock"))
    for name in ("STAMP", "PYTHON", "LAYDOWN"):
        monkeypatch.setattr(run, name, str(tmp_path / ".venv" / name.lower()))
    return tmp_path


def installed(checkout: Path, extra: str) -> None:
    """Pretend that an installation was finished."""
    (checkout / ".venv").mkdir(exist_ok=True)
    for path in (run.PYTHON, run.LAYDOWN):
        Path(path).touch()
    Path(run.STAMP).write_text(run.fingerprint(extra), encoding="utf-8")


def page_built(checkout: Path) -> None:
    """Pretend that the page was built from what lies in web/."""
    static = checkout / "src" / "laydown" / "server" / "static"
    static.mkdir(parents=True, exist_ok=True)
    (static / "index.html").touch()
    (static / "built-from").write_text(web.digest(checkout / "web"), encoding="utf-8")


def pips(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that are run from now on; all of them are taken to succeed."""
    tried: list[list[str]] = []

    def attempt(command: list[str]) -> tuple[int, str]:
        tried.append(command)
        Path(run.VENV).mkdir(exist_ok=True)
        return 0, ""

    monkeypatch.setattr(run, "attempt", attempt)
    return tried


def test_old_pythons_can_parse_it() -> None:
    text = (ROOT / "run.py").read_text(encoding="utf-8")
    assert text.isascii()
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Match)
        assert not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
        if isinstance(node, ast.FunctionDef):
            told = [node.returns, *(argument.annotation for argument in node.args.args)]
            assert told == [None] * len(told)
            assert not node.args.kwonlyargs


def test_too_old_a_python_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run.too_old() == ""
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    assert run.too_old().startswith("Laydown needs Python 3.11 or newer; this is Python ")


@pytest.mark.parametrize(("have", "want", "enough"), [
    ("", "", True), ("test", "", True), ("test", "test", True), ("", "test", False),
])  # fmt: skip
def test_an_installation_is_enough(checkout: Path, have: str, want: str, *, enough: bool) -> None:
    installed(checkout, have)
    assert run.is_current(want) is enough


@pytest.mark.parametrize("change", ["pyproject.toml", "constraints.txt", "moved", "python", "gone"])
def test_an_installation_is_out_of_date(
    checkout: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(checkout, "")
    match change:
        case "moved":
            monkeypatch.setattr(run, "HERE", str(shutil.copytree(checkout, checkout / "moved")))
        case "python":
            monkeypatch.setattr(sys, "version", "3.99.0")
        case "gone":
            Path(run.LAYDOWN).unlink()
        case _:
            with (checkout / change).open("a", encoding="utf-8") as file:
                file.write("# changed\n")
    assert not run.is_current("")


def test_an_interrupted_installation_is_none(checkout: Path) -> None:
    installed(checkout, "")
    Path(run.STAMP).unlink()
    assert not run.is_current("")


def test_two_installations_take_turns(checkout: Path, capfd: pytest.CaptureFixture[str]) -> None:
    entered = threading.Event()

    def second() -> None:
        with run.locked():
            entered.set()

    other = threading.Thread(target=second)
    with run.locked():
        other.start()
        assert not entered.wait(0.3)
    other.join(10)
    assert entered.is_set()
    assert "waiting" in capfd.readouterr().err


def test_without_pip_it_says_what_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(run, "attempt", lambda command: (1, ""))
    assert run.main(["play"]) == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err


def test_without_ensurepip_another_pip_will_do(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    tried = pips(monkeypatch)
    run.install("")
    assert [run.BASE_PYTHON, "-m", "venv", "--without-pip", run.VENV] in tried
    assert tried[-1][:5] == [run.BASE_PYTHON, "-m", "pip", "--python", run.PYTHON]
    assert tried[-1][-2:] == ["-e", "."]
    assert Path(run.STAMP).read_text(encoding="utf-8") == run.fingerprint("")


def test_a_first_installation_says_what_it_does_and_how_long_it_took(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "src" / "laydown" / "server" / "static" / "index.html").unlink()
    pips(monkeypatch)
    run.install("")
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Installing Laydown into .venv and building its page; this is done once ..."
    assert re.fullmatch(
        r"Done in \d+ seconds \(environment \d+,"
        r" (packages \d+, page at the same time \d+|page at the same time \d+, packages \d+),"
        r" itself \d+\)\.",
        said[1],
    )
    assert len(said) == 2


def test_a_page_that_cannot_be_built_ends_the_installation(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "src" / "laydown" / "server" / "static" / "index.html").unlink()
    tried = pips(monkeypatch)
    succeeds = run.attempt

    def attempt(command: list[str]) -> tuple[int, str]:
        succeeds(command)
        bad = command[-1] == run.WEB
        return (1, "The page cannot be built: npm ci failed (1).") if bad else (0, "")

    monkeypatch.setattr(run, "attempt", attempt)
    assert run.main(["play"]) == 1
    assert "the packages of the page could not be fetched" in capsys.readouterr().err
    assert not Path(run.STAMP).exists()
    assert not any(command[-1] == "." for command in tried)


def test_what_is_needed_is_what_the_package_declares(checkout: Path) -> None:
    playing = run.wanted_packages("")
    assert {re.split(r"[\[>]", each)[0] for each in playing} >= {"hatchling", "starlette", "rich"}
    assert not any(each.startswith("pytest") for each in playing)
    assert set(playing) < set(run.wanted_packages("test"))


def test_what_is_current_is_left_in_peace(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(checkout, "")
    tried = pips(monkeypatch)
    run.install("")
    assert tried == []
    assert capsys.readouterr().err == ""


def test_a_changed_page_is_built_again_and_nothing_else(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(checkout, "test")
    (checkout / "web" / "index.html").write_text("<p>new</p>", encoding="utf-8")
    tried = pips(monkeypatch)
    run.install("")
    assert tried[-2][:3] == [run.PYTHON, "-m", "pip"]
    assert tried[-2][-1] == web.NODE
    assert tried[-1] == [run.PYTHON, run.WEB]
    assert "page have changed" in capsys.readouterr().err
    assert Path(run.STAMP).read_text(encoding="utf-8") == run.fingerprint("test")


def test_the_page_can_be_done_without(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(checkout, "")
    (checkout / "web" / "index.html").write_text("<p>new</p>", encoding="utf-8")
    monkeypatch.setenv("LAYDOWN_NO_WEB", "1")
    tried = pips(monkeypatch)
    run.install("")
    assert tried == []


@pytest.mark.parametrize(("arguments", "command"), [
    ([], ["serve", "--open"]),
    (["play"], ["play"]),
    (["rules", "rummy-500"], ["rules", "rummy-500"]),
])  # fmt: skip
def test_what_is_run(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], command: list[str]
) -> None:
    installed(checkout, "")
    became: list[list[str]] = []

    def become(command: list[str]) -> int:
        became.append(command)
        return 0

    monkeypatch.setattr(run, "run", become)
    assert run.main(arguments) == 0
    assert became == [[run.LAYDOWN, *command]]


@pytest.mark.parametrize(("said", "means"), [
    ("OSError: [Errno 28] No space left on device", "the disk is full."),
    ("NewConnectionError('Failed to establish')", "Is there a network?"),
    ("ERROR: No matching distribution found for rich", "does not have what is needed."),
    ("The page cannot be built: npm ci failed (1).", "the packages of the page could not be"),
    ("The page cannot be built: vite build failed (1).", "its page could not be built."),
    ("The page cannot be built: npm ci failed.\nENOSPC: write", "the disk is full."),
    ("ERROR: something else", "a command failed."),
])  # fmt: skip
def test_a_failed_command_is_explained(said: str, means: str) -> None:
    told = run.explained(f"WARNING: noise\n{said}\n")
    assert means in told
    assert all(line in told for line in said.splitlines())
    assert "noise" not in told


def test_a_folder_that_cannot_be_written_to(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(run.LOCK).mkdir()  # who runs the tests may be allowed everything else
    assert run.main(["play"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Laydown cannot be installed in {checkout}: ")
    assert "Traceback" not in said


@pytest.mark.parametrize(("there", "root", "wanted"), [
    (["chromium", "apt-get"], True, []),
    (["apt-get"], True, ["update", "install"]),
    (["apt-get"], False, ["-m"]),
    ([], True, ["-m"]),
])  # fmt: skip
def test_the_tests_get_a_browser(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, there: list[str], wanted: list[str], *,
    root: bool,
) -> None:  # fmt: skip
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name if name in there else None)
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    tried = pips(monkeypatch)
    run.install_browser()
    assert [command[1] for command in tried] == wanted


def test_without_a_browser_it_says_why(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(run, "attempt", lambda command: (1, "no such system"))
    run.install_browser()
    assert capsys.readouterr().err == (
        "There is no Chromium for the tests of the page, and none could be installed:\n"
        "no such system\n"
    )


def test_system_errors_are_named() -> None:
    assert "the disk is full" in run.why(OSError(errno.ENOSPC, "No space left on device"))
    assert "read-only" in run.why(OSError(errno.EROFS, "Read-only file system"))


def test_pip_is_not_led_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_TARGET", "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    told = run.environment()
    assert "PIP_TARGET" not in told
    assert told["PIP_USER"] == "0"
