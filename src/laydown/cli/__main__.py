"""``python -m laydown.cli``."""

from __future__ import annotations

import sys

from laydown.cli.main import main

sys.exit(main())
