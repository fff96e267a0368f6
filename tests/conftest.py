"""How the property tests run: no deadline, fewer surprises where nobody watches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "laydown",
    deadline=None,  # positions differ a thousandfold in how long they take
    max_examples=60,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("laydown")

WAITING = ("browser", "server", "games")
"""Folders whose tests wait for browsers, sockets and other processes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits for other processes may lose a race on a busy machine: it is tried three times.

    A fault fails three times; each further try is counted in the closing line.
    """
    here = Path(__file__).parent
    for item in items:
        if any((here / folder) in item.path.parents for folder in WAITING):
            item.add_marker(pytest.mark.flaky(reruns=2))
