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
from concurrent.futures import ThreadPoolExecutor  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)

from pathlib import Path  # noqa: E402

from buildhook import web  # noqa: E402

VENV = os.path.join(HERE, ".venv")
STAMP = os.path.join(VENV, "laydown-installed")
LOCK = os.path.join(HERE, ".venv.lock")
NODE = os.path.join(VENV, "node")
WEB = os.path.join("buildhook", "web.py")
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
    told = environment()
    if command[-1:] == [WEB]:  # the package with Node lies beside the environment
        told["PYTHONPATH"] = NODE
    try:
        done = subprocess.run(
            command,
            cwd=HERE,
            env=told,
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

    The pip that is there is taken where it will do: putting another one into the environment takes
    seconds. Debian and its kin ship Python without ensurepip, and some ship it without pip.
    """
    remove_environment()
    said = ""
    outside = [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
    if importlib.util.find_spec("pip") or not importlib.util.find_spec("ensurepip"):
        code, said = attempt([BASE_PYTHON, "-m", "venv", "--without-pip", VENV])
        if code == 0 and attempt(outside + ["--version"])[0] == 0:
            return outside
        remove_environment()
    if importlib.util.find_spec("ensurepip"):
        code, said = attempt([BASE_PYTHON, "-m", "venv", VENV])
        if code == 0:
            return [PYTHON, "-m", "pip"]
        remove_environment()
    by_name = shutil.which("virtualenv")
    for virtualenv in ([BASE_PYTHON, "-m", "virtualenv"], [by_name] if by_name else []):
        if virtualenv and attempt(virtualenv + ["-p", BASE_PYTHON, VENV])[0] == 0:
            return [PYTHON, "-m", "pip"]
        remove_environment()
    raise Failed(explained(said) if said.strip() else NO_PIP.format(python=BASE_PYTHON))


class Stages:
    """What an installation does, and how long each part of it took."""

    def __init__(self):
        # type: () -> None
        self.began = time.time()
        self.took = []  # type: list[tuple[str, float]]

    @contextlib.contextmanager
    def stage(self, name):
        # type: (str) -> Iterator[None]
        began = time.time()
        yield
        self.took.append((name, time.time() - began))

    def line(self):
        # type: () -> str
        parts = ", ".join("%s %.0f" % (name, seconds) for name, seconds in self.took)
        return "Done in %.0f seconds (%s)." % (time.time() - self.began, parts)


def wanted_packages(extra):
    # type: (str) -> list[str]
    """What Laydown needs, and what builds it, as pyproject.toml says."""
    import tomllib

    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        said = tomllib.load(file)
    project = said["project"]
    wanted = said["build-system"]["requires"] + project["dependencies"]  # type: list[str]
    wanted.append("editables>=0.3")  # hatchling asks for it where the package stays in its place
    return wanted + (project["optional-dependencies"][extra] if extra else [])


def install_packages(pip, extra):
    # type: (list[str], str) -> None
    code, said = attempt(pip + INSTALL + ["-c", "constraints.txt"] + wanted_packages(extra))
    if code != 0:
        raise Failed(explained(said))


def build_page(pip):
    # type: (list[str]) -> None
    """Build the page with a Node that is thrown away afterwards: it is large."""
    target = ["--target", NODE, "-c", "constraints.txt", web.NODE]
    try:
        for command in (pip + INSTALL + target, [PYTHON, WEB]):
            code, said = attempt(command)
            if code != 0:
                raise Failed(explained(said))
    finally:
        shutil.rmtree(NODE, ignore_errors=True)


def install_all(pip, extra, stages):
    # type: (list[str], str, Stages) -> None
    """Fetch what is needed and build the page at the same time, then install Laydown itself."""

    def packages():
        # type: () -> None
        with stages.stage("packages"):
            install_packages(pip, extra)

    def page():
        # type: () -> None
        if not page_is_current():
            with stages.stage("page at the same time"):
                build_page(pip)

    with ThreadPoolExecutor(2) as both:
        done = [both.submit(packages), both.submit(page)]
    for each in done:
        each.result()
    with stages.stage("itself"):
        itself = ["--no-deps", "-e", "."]
        code, said = attempt(pip + INSTALL + ["--no-build-isolation"] + itself)
        if code != 0:  # what builds it has come to need more: pip finds out by itself
            code, said = attempt(pip + INSTALL + itself)
    if code != 0:
        raise Failed(explained(said))


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
        stages = Stages()
        say(todo(extra))
        only_page = is_current(extra)
        if is_current(""):
            pip = [PYTHON, "-m", "pip"]
            if attempt(pip + ["--version"])[0] != 0:
                pip = [BASE_PYTHON, "-m", "pip", "--python", PYTHON]
        else:
            with stages.stage("environment"):
                pip = make_environment()
        if only_page:
            with stages.stage("page"):
                build_page(pip)
        else:
            install_all(pip, extra, stages)
        say(stages.line())
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
