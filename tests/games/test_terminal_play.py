"""Whole matches at the terminal, played through the command as people do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from laydown.engine.actions import Draw
from laydown.record.jsonl import load
from laydown.rules.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
GARBAGE = (
    "", "?", "zzz", "m", "l 9", "d", "p99", "p 9z", "♥♥♥", "x" * 10_000, "\x07\x08", "u", "u",
    "m 1 2", "d 9h 9c", "l 9h 99", "split", "real", "call", "sort rank", "log", "score", "hand",
    "pile", "melds", "show", "? d KS", "? s", "p0", "p -1", "steal 8c", "m x x x", "rules", "help",
    "l 5h",
)  # fmt: skip


def env(home: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing but the given folder is written to."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {
        **kept, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(home), "HOME": str(home),
        "PYTHONIOENCODING": "utf-8", **more,
    }  # fmt: skip


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "laydown", "play", *args]


def piped(home: Path, *args: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run with these lines typed and then the end of the input."""
    return subprocess.run(
        command(*args),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=env(home, **more),
        timeout=120,
        check=False,
    )


class Sitting:
    """Somebody at a terminal who does what the hints say, and clumsy things in between."""

    def __init__(self, home: Path, *args: str, width: int = 80, **more: str) -> None:
        self.child = pexpect.spawn(
            command(*args)[0],
            command(*args)[1:],
            env=env(home, TERM="xterm", **more),
            encoding="utf-8",
            dimensions=(40, width),
            timeout=60,
        )
        self.child.delaybeforesend = None
        self.shown = ""

    def prompt(self) -> str:
        """Wait for the next prompt; what was shown before it."""
        wanted = [r"(?:draw|play|call\?)> $", pexpect.EOF, r"(?:\. |none: |\] )$"]
        found: int = self.child.expect(wanted)
        self.shown = str(self.child.before)
        return ("command", "end", "question")[found]

    def type(self, line: str) -> None:
        self.child.sendline(line)


def hinted(shown: str) -> str:
    """What the last hint says to type."""
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    return str(re.findall(r"Type ([^\r\n]+?)\.\s*$", plain, re.MULTILINE)[-1])


def follow_hints(home: Path, *args: str, garbage: bool, most: int = 3000) -> str:
    """Play a match through pipes by typing what the hints say; everything that was shown."""
    with subprocess.Popen(
        command(*args), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=env(home),
    ) as player:  # fmt: skip
        assert player.stdin is not None
        assert player.stdout is not None
        shown = unread = ""
        junk = iter(GARBAGE * 2 if garbage else ())
        for _ in range(most):
            while not re.search(r"(?:> |next round\. |hand\. |none: )$", unread):
                data = os.read(player.stdout.fileno(), 65_536)
                if not data:
                    assert player.wait(60) == 0, unread
                    return shown + unread
                unread += data.decode("utf-8", "replace")
            answer = answer_to(unread, junk)
            shown += unread
            unread = ""
            player.stdin.write(f"{answer}\n".encode())
            player.stdin.flush()
        player.kill()
    raise AssertionError(f"no end after {most} lines: {shown[-2000:]}")


def answer_to(unread: str, junk: Iterator[str]) -> str:
    """What is typed at a prompt: what a hint says, else something clumsy, else for a hint."""
    last = unread.splitlines()[-1]
    if last.endswith("none: "):
        return "1"
    if not last.endswith("> "):
        return ""
    if "Hint:" in unread:
        return hinted(unread.removesuffix(last))
    return next(junk, "h")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_with_clumsy_input(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    shown = follow_hints(
        tmp_path, game, "--seed", "5", "--target", "90", "--record", str(record), garbage=True
    )
    assert "Traceback" not in shown
    assert "The match is over" in shown
    final = load(record).final()
    assert final.is_over
    assert f"{max(final.totals)}" in shown


def test_three_people_and_plain_sentences(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    shown = follow_hints(
        tmp_path, "5000-rummy", "--players", "4", "--human", "3", "--names", "Anna,Zoë,Jo",
        "--plain", "--seed", "8", "--target", "300", "--record", str(record), garbage=False,
    )  # fmt: skip
    assert "Zoë, press Enter to see your hand." in shown
    assert not re.search("[♠♥♦♣│─►\x1b]", shown)
    assert load(record).final().is_over


def test_a_seed_makes_the_whole_match_the_same(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        record = tmp_path / f"{name}.jsonl"
        piped(
            tmp_path, "rummy", "--players", "3", "--human", "0", "--seed", "17", "--level",
            "random,plain,greedy", "--target", "60", "--record", str(record), typed="\n" * 60,
        )  # fmt: skip
        texts.append(record.read_text().split("\n", 1)[1])
    assert texts[0] == texts[1]
    assert '"derived":"won"' in texts[0]


def test_a_match_goes_on_after_a_kill_where_it_was(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "rummy-500", "--seed", "44")
    assert sitting.prompt() == "command"
    for line in ("s", "m ts js qs"):
        sitting.type(line)
        assert sitting.prompt() == "command"
    hand = re.findall(r"Your hand \((\d+)\)", sitting.shown)
    assert hand[-1] == "11"
    sitting.child.kill(signal.SIGKILL)
    sitting.child.wait()
    again = Sitting(tmp_path)
    assert again.prompt() == "question"
    assert "is not finished: You and Ben, round 1" in again.shown
    again.type("")
    assert again.prompt() == "command"
    assert re.findall(r"Your hand \((\d+)\)", again.shown)[-1] == "11"
    again.type("u")  # the meld of before may still be taken back
    assert again.prompt() == "command"
    assert re.findall(r"Your hand \((\d+)\)", again.shown)[-1] == "14"
    again.type("u")  # but not the card from the stock
    assert again.prompt() == "command"
    assert "stock" in again.shown
    again.child.sendintr()
    again.child.expect(pexpect.EOF)
    assert "--resume" in str(again.child.before)
    assert "Traceback" not in str(again.child.before)


def test_a_take_back_leaves_the_record_and_a_remark(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    piped(
        tmp_path, "--seed", "44", "--record", str(record), typed="s\nm ts js qs\nu\nm ts js qs\nu\n"
    )
    read = load(record)
    assert [move.action for move in read.moves if move.seat == 0] == [Draw()]
    assert sum("took back" in remark.text for remark in read.remarks) == 2


def test_take_back_may_be_off(tmp_path: Path) -> None:
    shown = piped(
        tmp_path, "--seed", "44", "--option", "take_back=off", typed="s\nm ts js qs\nu\n"
    ).stdout
    assert "plays without taking back" in shown
    assert shown.count("Taken back") == 0


def test_the_end_of_the_input_saves_and_leaves(tmp_path: Path) -> None:
    ended = piped(tmp_path, "rummy", "--seed", "1")
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert "laydown play --resume" in ended.stdout
    resumed = piped(tmp_path, "--resume", typed="q\n")
    assert resumed.returncode == 0
    assert "Your hand (10)" in resumed.stdout


def test_a_damaged_record_keeps_its_good_part_and_is_not_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    piped(tmp_path, "--seed", "44", "--record", str(record), typed="s\nm ts js qs\nd kd\n")
    lines = record.read_text().splitlines(keepends=True)
    broken = [*lines[:10], '{"seat":0,"do":"discard ZZ"}\n', *lines[11:]]
    record.write_text("".join(broken))
    before = record.read_bytes()
    resumed = piped(tmp_path, "--resume", str(record), typed="q\n")
    assert resumed.returncode == 0
    assert "line 11" in resumed.stdout
    assert record.read_bytes() == before
    assert (tmp_path / "match-continued.jsonl").read_text().startswith("".join(lines[:10]))


def test_the_way_back_can_be_typed_as_it_is_printed(tmp_path: Path) -> None:
    record = tmp_path / "a match.jsonl"
    asked = ("--seed", "44", "--record", str(record))
    left = piped(tmp_path, *asked, typed="q\n", LAYDOWN_COMMAND="python3 run.py")
    assert f"  python3 run.py play --resume '{record}'" in left.stdout


@pytest.mark.parametrize("seed", ["--9", "nine", "9.5", "²"])
def test_a_seed_that_is_none_is_only_a_remark(tmp_path: Path, seed: str) -> None:
    record = tmp_path / "match.jsonl"
    piped(tmp_path, "--seed", "44", "--record", str(record), typed="q\n")
    record.write_text(record.read_text().replace("seed 44", f"seed {seed}"))
    resumed = piped(tmp_path, "--resume", str(record), typed="q\n")
    assert resumed.returncode == 0
    assert "is saved" in resumed.stdout


def test_a_last_line_cut_off_by_a_crash(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    piped(tmp_path, "--seed", "44", "--record", str(record), typed="s\nm ts js qs\n")
    whole = record.read_bytes()
    record.write_bytes(whole + b'{"seat":0,"do":"disc')
    resumed = piped(tmp_path, "--resume", str(record), typed="q\n")
    assert "cut off" in resumed.stdout
    assert record.read_bytes() == whole


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("rumy",), "did you mean rummy"),
        (("--players", "9"), "players"),
        (("5000-rummy", "--players", "2"), "cannot be played"),
        (("--option", "foo=1"), "foo"),
        (("rummy", "players=9"), "players"),
        (("rummy", "george"), "one game"),
        (("--option", "target=50", "rumy"), "did you mean rummy"),
        (("--option", "go_out=discrd"), "discard_required"),
        (("--level", "hard"), "random, greedy, plain"),
        (("--human", "5"), "2 seats"),
        (("--human", "-1"), "2 seats"),
        (("--names", "A,a"), "name of their own"),
        (("--names", "A,B,C"), "too many"),
        (("--names", " ,B"), "empty"),
        (("--names", "x" * 50), "16 letters"),
        (("--target", "0"), "target"),
        (("--resume", "/nowhere/at/all.jsonl"), "cannot be read"),
        (("--resume",), "no unfinished match"),
        (("--record", "/dev/null/x.jsonl"), "cannot be used"),
        (("--record", __file__), "not overwritten"),
    ],
)
def test_what_cannot_be_begun_is_said(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ended = piped(tmp_path, *args)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_record_that_is_being_played_is_left_alone(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "--seed", "3")
    assert sitting.prompt() == "command"
    (record,) = (tmp_path / "laydown" / "matches").iterdir()
    elsewhere = piped(tmp_path, "--resume")  # it is not offered either
    assert "no unfinished match" in elsewhere.stderr
    second = piped(tmp_path, "--resume", str(record))
    assert second.returncode == 2
    assert "another table" in second.stderr
    sitting.type("q")
    sitting.child.expect(pexpect.EOF)


def test_between_people_nothing_of_the_hand_stays(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "rummy-500", "--human", "2", "--names", "Anna,Jo", "--seed", "3")
    assert sitting.prompt() == "question"
    assert "press Enter to see your hand" in sitting.shown
    assert "Your hand" not in sitting.shown
    assert "\x1b[3J" in sitting.shown  # what scrolled away is cleared too
    sitting.type("")
    assert sitting.prompt() == "command"
    sitting.type("s")
    assert sitting.prompt() == "command"
    sitting.type("d " + re.findall(r"([2-9JQKA]|10)♠ ", _bare(sitting.shown))[-1] + "s")
    assert sitting.prompt() == "question"
    after = sitting.shown.split("\x1b[3J")[-1]
    assert "press Enter" in after
    assert not re.search("[♠♥♦♣]", after)
    sitting.child.kill(signal.SIGKILL)


def _bare(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).split("Your hand")[-1]


@pytest.mark.parametrize("width", [40, 50, 80, 120, 200])
def test_no_line_breaks_at_any_width(width: int, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "rummy-500", "--players", "4", "--seed", "6", width=width)
    for _ in range(6):
        kind = sitting.prompt()
        for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", sitting.shown).splitlines():
            assert len(line.rstrip()) <= width, line
        sitting.type(hinted(sitting.shown) if "Hint:" in sitting.shown else "h")
        assert kind == "command"
    sitting.child.kill(signal.SIGKILL)


def test_no_color_is_respected(tmp_path: Path) -> None:
    coloured = Sitting(tmp_path, "--seed", "3", "--record", str(tmp_path / "a.jsonl"))
    coloured.prompt()
    assert re.search(r"\x1b\[[0-9;]*(?:3[0-9]|38;[25])", coloured.shown)
    bare = Sitting(tmp_path, "--seed", "3", "--record", str(tmp_path / "b.jsonl"), NO_COLOR="1")
    bare.prompt()
    assert not re.search(r"\x1b\[(?:[0-9]+;)*(?:3[0-9]|4[0-9]|38|48)[;m]", bare.shown)
    for sitting in (coloured, bare):
        sitting.child.kill(signal.SIGKILL)


def test_an_old_terminal_gets_letters(tmp_path: Path) -> None:
    ended = piped(
        tmp_path, "--seed", "3", typed="s\nh\nhelp\n?\nrules\nlog\nq\n", PYTHONIOENCODING="ascii"
    )
    assert ended.returncode == 0
    assert ended.stdout.isascii()
    assert "Your hand (13)" in ended.stdout


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    ended = subprocess.run(
        command("--seed", "3"), input=b"\xff\xfe\x00\x80s\nd \xc3\x28\n\x00\x00\n",
        capture_output=True, env=env(tmp_path), timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr
