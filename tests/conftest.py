"""How the property tests run: no deadline, fewer surprises where nobody watches."""

from __future__ import annotations

import os

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
