"""Built-in players of a chosen strength, and everything that runs or helps to write a bot.

The names in `__all__` are the public contract for authors of bots.
"""

from __future__ import annotations

from ludarium.agents.sdk.agent import Agent, run
from ludarium.lazy_exports import lazy_attributes

TYPE_CHECKING = False  # typing is not imported, so that a bot starts fast
if TYPE_CHECKING:
    from ludarium.agents.level_player import LevelPlayer
    from ludarium.agents.levels import LEVELS
    from ludarium.agents.sdk.room import RoomRefused
    from ludarium.agents.sdk.service import service

__all__ = ["LEVELS", "Agent", "LevelPlayer", "RoomRefused", "run", "service"]

_HOMES = {
    "levels": "LEVELS",
    "level_player": "LevelPlayer",
    "sdk.room": "RoomRefused",
    "sdk.service": "service",
}
__getattr__, __dir__ = lazy_attributes(__name__, _HOMES)
