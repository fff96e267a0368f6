"""The page's types are those of the messages: web/src/lib/protocol.ts is up to date."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_protocol_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "protocol"))["protocol"]()
    assert (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8") == made


def test_protocol_names_the_tags_that_travel() -> None:
    text = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8")
    assert re.search(r'export interface State \{\n  is: "state";\n  seq: number;', text)
    assert re.search(r'export interface LayOff \{\n  type: "layoff";', text)
