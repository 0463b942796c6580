"""The games of the package, one folder each; calling the package lists all known games."""

from __future__ import annotations

import sys
from types import ModuleType

from ludarium.core import registry


class _Games(ModuleType):
    """Makes `ludarium.games` both this package and the function `games()`."""

    def __call__(self) -> list[str]:
        return registry.games()


sys.modules[__name__].__class__ = _Games
