"""The build hook: a wheel, or an installation from the checkout, gets the built page.

The wheel holds the page, so that who installs it needs neither Node nor npm. Node is asked for
only where the page is out of date, and comes from the package index like everything else.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_web() -> ModuleType:
    """The module beside this file; hatchling loads hooks by path, not as part of a package."""
    path = Path(__file__).with_name("web.py")
    spec = importlib.util.spec_from_file_location("laydown_build_web", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class WebHook(BuildHookInterface[Any]):
    """Builds web/ before the files of the wheel are gathered."""

    def dependencies(self) -> list[str]:
        """Node, where it will be needed."""
        web = load_web()
        return [] if web.skipped() or web.is_built(Path(self.root)) else [web.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Bring the page up to date; a page that cannot be built ends the build with a sentence."""
        web = load_web()
        if web.skipped():
            self.app.display_warning(f"{web.SKIP} is set: the page is left as it is.")
            return
        try:
            web.build(Path(self.root))
        except web.WebFailed as failure:
            print(failure, file=sys.stderr)
            raise SystemExit(1) from None
