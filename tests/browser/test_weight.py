"""What the table costs to load."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.people import Arrive, Device
from tests.browser.serving import Served

import laydown.server

STATIC = Path(laydown.server.__file__).parent / "static"
MOST = 80_000


def test_the_table_is_light(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    paths = {urlsplit(address).path for address in anna.asked}
    loaded = sorted(path for path in paths if path.endswith((".js", ".css")))
    weights = {
        path: len(gzip.compress((STATIC / path.lstrip("/")).read_bytes(), 9)) for path in loaded
    }
    assert any(path.endswith(".js") for path in loaded)
    assert any(path.endswith(".css") for path in loaded)
    print(f"{sum(weights.values())} bytes of script and style, compressed: {weights}")
    assert sum(weights.values()) < MOST, weights
