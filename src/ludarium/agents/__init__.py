"""Built-in players of a chosen strength, and everything that runs or helps to write a bot.

The names in `__all__` are the public contract for authors of bots.
"""

from __future__ import annotations

from importlib import import_module

from ludarium.agents.sdk.agent import Agent, run

TYPE_CHECKING = False  # typing is not imported, so that a bot starts fast
if TYPE_CHECKING:
    from ludarium.agents.level_player import LevelPlayer
    from ludarium.agents.levels import LEVELS
    from ludarium.agents.sdk.service import service

__all__ = ["LEVELS", "Agent", "LevelPlayer", "run", "service"]

# The module of each name that is imported on first use, because a bot must start fast.
_HOME = {"LEVELS": "levels", "LevelPlayer": "level_player", "service": "sdk.service"}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
