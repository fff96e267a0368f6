"""The modules that hold messages: `server/wire.py` and all whose names end in `_wire`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

SERVER = Path(__file__).resolve().parents[1] / "src" / "laydown" / "server"

WIRES: tuple[ModuleType, ...] = tuple(
    import_module(f"laydown.server.{path.stem}")
    for path in (SERVER / "wire.py", *sorted(SERVER.glob("*_wire.py")))
)
"""The live messages of a table first, then the rest by name."""
