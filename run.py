#!/usr/bin/env python3
"""Install Laydown beside this file if needed, then run it.

    python3 run.py [ARGS...]        run `laydown ARGS...`; with no ARGS, play in the browser
    python3 run.py play             play in the terminal
    python3 run.py install          only install
    python3 run.py test [ARGS...]   install what the tests need and run all of them with pytest

Everything goes into the folder `.venv` beside this file, which this script owns: it makes it
again when it is unfinished or no longer fits the checkout or the Python that runs this. The page
is built from `web` by the installation, and built again whenever something in `web` has changed.
"""

# Only the standard library, and only syntax that every old Python can parse (so no annotations
# and no f-strings): who runs it with one must read the sentence in `too_old`, not a SyntaxError.

import os
import sys

NEEDED = (3, 11)


def too_old():
    # type: () -> str
    """What to say to a Python that cannot run Laydown; empty where it can."""
    if sys.version_info >= NEEDED:
        return ""
    return "Laydown needs Python %d.%d or newer; this is Python %s (%s).\n" % (
        NEEDED + (sys.version.split()[0], sys.executable)
    )


if too_old():
    sys.stderr.write(too_old())
    sys.exit(1)

import contextlib  # noqa: E402 - only now is it known that the modules below are there
import errno  # noqa: E402
import hashlib  # noqa: E402
import importlib.util  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402
from collections.abc import Iterator  # noqa: E402, F401 - for a type comment

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)

from pathlib import Path  # noqa: E402

from buildhook import web  # noqa: E402

VENV = os.path.join(HERE, ".venv")
STAMP = os.path.join(VENV, "laydown-installed")
LOCK = os.path.join(HERE, ".venv.lock")
WINDOWS = os.name == "nt"
BIN = os.path.join(VENV, "Scripts" if WINDOWS else "bin")
EXE = ".exe" if WINDOWS else ""
PYTHON = os.path.join(BIN, "python" + EXE)
LAYDOWN = os.path.join(BIN, "laydown" + EXE)

# Chromium's names on the systems where tests run.
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# The interpreter outside any environment: this script may be run by the one it is to replace.
BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable

# Compiling everything would take longer than compiling what is used when it is first used.
INSTALL = ["install", "--quiet", "--no-compile", "--retries", "2"]

NO_PIP = """\
This Python ({python}) has neither ensurepip nor pip, so nothing can be installed with it.
On Debian or Ubuntu:   sudo apt install python3-venv
On Fedora:             sudo dnf install python3-pip
On Alpine:             apk add py3-pip
Anywhere:              install Python from https://www.python.org/downloads/
Then run this again."""


class Failed(Exception):
    """Something that is not ours to mend; the message says what it is."""


def say(text):
    # type: (str) -> None
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def why(error):
    # type: (OSError) -> str
    """An operating system error as a sentence, with what to do where there is something."""
    known = {
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.EROFS: "the folder is on a read-only file system",
        errno.EACCES: "the folder cannot be written to",
        errno.EPERM: "the folder cannot be written to",
    }
    what = known.get(error.errno or 0, error.strerror or str(error))
    return "Laydown cannot be installed in %s: %s." % (HERE, what)


def fingerprint(extra):
    # type: (str) -> str
    """What an installation was made from and for; another one is needed when it changes."""
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        with open(os.path.join(HERE, name), "rb") as file:
            digest.update(file.read().replace(b"\r\n", b"\n"))
    # The folder counts too: scripts inside an environment hold its absolute path.
    return "%s\n%s\n%s\n%s\n" % (digest.hexdigest(), sys.version, HERE, extra)


def page_is_current():
    # type: () -> bool
    """Whether the page needs no building."""
    return web.skipped() or web.is_built(Path(HERE))


def is_current(extra):
    # type: (str) -> bool
    """Whether what is installed will do, the page apart. Tests need more than playing does."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = file.read()
    except (OSError, ValueError):
        return False
    enough = [fingerprint("test")] if extra == "test" else [fingerprint(""), fingerprint("test")]
    return stamp in enough and os.path.exists(PYTHON) and os.path.exists(LAYDOWN)


@contextlib.contextmanager
def locked():
    # type: () -> Iterator[None]
    """Hold the lock file; a second installer waits. The system frees it if we die."""
    with open(LOCK, "a+b") as file:
        if sys.platform == "win32":  # spelled so that the type checker follows
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                    break
                except OSError:
                    time.sleep(0.2)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another installation is running here; waiting for it...")
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def environment():
    # type: () -> dict[str, str]
    """The user's environment less what would make pip install somewhere else."""
    dropped = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PYTHONHOME")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    kept.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", PIP_USER="0")
    return kept


def attempt(command):
    # type: (list[str]) -> tuple[int, str]
    """Run a command quietly; its exit code and everything it said."""
    try:
        done = subprocess.run(
            command,
            cwd=HERE,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        return 127, str(error)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def remove_environment():
    # type: () -> None
    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.unlink(VENV)
    elif os.path.exists(VENV):
        shutil.rmtree(VENV)


def make_environment():
    # type: () -> list[str]
    """Make an empty environment and return the start of the command that installs into it.

    Debian and its kin ship Python without ensurepip, so where it is missing the pip or virtualenv
    that is there has to do.
    """
    remove_environment()
    said = ""
    if importlib.util.find_spec("ensurepip"):
        code, said = attempt([BASE_PYTHON, "-m", "venv", VENV])
        if code == 0:
            return [PYTHON, "-m", "pip"]
        remove_environment()
    if attempt([BASE_PYTHON, "-m", "pip", "--version"])[0] == 0:
        code, said = attempt([BASE_PYTHON, "-m", "venv", "--without-pip", VENV])
        outside = [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
        if code == 0 and attempt(outside + ["--version"])[0] == 0:
            return outside
        remove_environment()
    by_name = shutil.which("virtualenv")
    for virtualenv in ([BASE_PYTHON, "-m", "virtualenv"], [by_name] if by_name else []):
        if virtualenv and attempt(virtualenv + ["-p", BASE_PYTHON, VENV])[0] == 0:
            return [PYTHON, "-m", "pip"]
        remove_environment()
    raise Failed(explained(said) if said.strip() else NO_PIP.format(python=BASE_PYTHON))


def explained(said):
    # type: (str) -> str
    """The end of what a failed command said, led by what that most likely means."""
    causes = (
        ("No space left on device", "the disk is full."),
        ("ENOSPC", "the disk is full."),
        ("Disk quota exceeded", "the disk quota is used up."),
        ("Read-only file system", "the folder is on a read-only file system."),
        ("Permission denied", "something could not be written."),
        ("The page cannot be built: npm ci", "the packages of the page could not be fetched."),
        ("The page cannot be built", "its page could not be built."),
        ("NewConnectionError", "the package index cannot be reached. Is there a network?"),
        ("Max retries exceeded", "the package index cannot be reached. Is there a network?"),
        ("name resolution", "the package index cannot be reached. Is there a network?"),
        ("Connection", "the package index cannot be reached. Is there a network?"),
        ("timed out", "the package index does not answer."),
        ("No matching distribution", "the package index does not have what is needed."),
    )
    cause = next((text for sign, text in causes if sign in said), "a command failed.")
    lines = [line[:300] for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if not line.startswith("WARNING")]
    return "Laydown could not be installed: %s\nWhat was said last:\n  %s" % (
        cause,
        "\n  ".join((errors or lines)[-8:]),
    )


def todo(extra):
    # type: (str) -> str
    """What an installation is about to do, so that nobody wonders why nothing happens."""
    if is_current(extra):
        return "The sources of the page have changed; building it again ..."
    what = "Laydown and its tests" if extra else "Laydown"
    if is_current("") or page_is_current():
        return "Installing %s into .venv ..." % what
    return "Installing %s into .venv and building its page; this is done once ..." % what


def install(extra):
    # type: (str) -> None
    """Make `.venv` current. The stamp is written last, so an interrupted attempt starts again."""
    if is_current(extra) and page_is_current():
        return
    with locked():
        if is_current(extra) and page_is_current():  # another process was faster
            return
        began = time.time()
        say(todo(extra))
        only_page = is_current(extra)
        if is_current(""):
            pip = [PYTHON, "-m", "pip"]
            if attempt(pip + ["--version"])[0] != 0:
                pip = [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
        else:
            pip = make_environment()
        target = ".[%s]" % extra if extra else "."
        options = ["--no-deps"] if only_page else ["-c", "constraints.txt"]
        code, said = attempt(pip + INSTALL + options + ["-e", target])
        if code != 0:
            raise Failed(explained(said))
        say("Done in %.0f seconds." % (time.time() - began))
        if only_page:
            return
        with open(STAMP + ".new", "w", encoding="utf-8", newline="\n") as file:
            file.write(fingerprint(extra))
        os.replace(STAMP + ".new", STAMP)


def install_browser():
    # type: () -> None
    """See that there is a Chromium for the tests of the page: the system's, or Playwright's own.

    Where none can be had, the tests say so.
    """
    if os.environ.get("CHROMIUM") or any(shutil.which(name) for name in CHROMIUMS):
        return
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("Installing Chromium for the tests of the page ...")
        attempt([apt, "update", "--quiet"])
        package = ["chromium", "fonts-dejavu-core"]
        code, said = attempt([apt, "install", "--yes", "--no-install-recommends"] + package)
    else:
        code, said = attempt([PYTHON, "-m", "playwright", "install", "chromium"])
    if code != 0:
        say("There is no Chromium for the tests of the page, and none could be installed:")
        say("\n".join(said.splitlines()[-4:]))


def run(command):
    # type: (list[str]) -> int
    """Become the command; where a process cannot (Windows), wait for it."""
    if not WINDOWS:
        sys.stdout.flush()
        os.execv(command[0], command)
    while True:
        child = subprocess.Popen(command)
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child got it too and decides
            return child.wait()


def main(arguments):
    # type: (list[str]) -> int
    testing = arguments[:1] == ["test"]
    try:
        install("test" if testing else "")
    except Failed as failure:
        say(str(failure))
        return 1
    except OSError as error:
        say(why(error))
        return 1
    except KeyboardInterrupt:
        say("Interrupted; the next run starts the installation again.")
        return 130
    if arguments == ["install"]:
        return 0
    if testing:
        install_browser()
        os.chdir(HERE)
        return run([PYTHON, "-m", "pytest", "-n", "auto"] + arguments[1:])
    # What it tells people to type next must be what they can type: there is no `laydown` on PATH.
    os.environ["LAYDOWN_COMMAND"] = ("python " if WINDOWS else "python3 ") + sys.argv[0]
    return run([LAYDOWN] + (arguments or ["serve", "--open"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
