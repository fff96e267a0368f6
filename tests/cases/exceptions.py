"""Given cases that this project holds to be wrong: id → (clause, reason). They are left failing."""

from __future__ import annotations

EXCEPTIONS: dict[str, tuple[str, str]] = {}
