"""The games of the package, a folder each; called as a function, it lists all known games."""

from __future__ import annotations

import sys
from types import ModuleType

from ludarium.core import registry


class _Games(ModuleType):
    """`ludarium.games` is this package and the function `games()`: one name, so one object."""

    def __call__(self) -> list[str]:
        return registry.games()


sys.modules[__name__].__class__ = _Games
