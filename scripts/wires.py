"""The modules that hold messages: `server/wire.py`, all whose names end in `_wire`, and what a
sheet's messages carry as it is stored."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

SERVER = Path(__file__).resolve().parents[1] / "src" / "laydown" / "server"

WIRES: tuple[ModuleType, ...] = (
    *(
        import_module(f"laydown.server.{path.stem}")
        for path in (SERVER / "wire.py", *sorted(SERVER.glob("*_wire.py")))
    ),
    import_module("laydown.sheet.entries"),
)
"""The live messages of a table first, then the rest by name."""
