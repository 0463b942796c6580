"""How many cores a game of an event needs, so that each player has its threads for itself."""

from __future__ import annotations

from ludarium.agents.levels import find_level, is_level_name, read_level_name
from ludarium.agents.player_spec import is_built_in, read_player_spec
from ludarium.arena.formats.event import ArenaEvent


def game_cores(event: ArenaEvent) -> int:
    """The threads of the player with the most; of all seats at once where programs ponder.

    How many threads a program has is not known: it counts as one.
    """
    games = sorted({ground.load().id for ground in event.grounds})
    threads = max(_count_threads(one.spec, game) for one in event.entrants for game in games)
    ponders = any(one.ponder for one in event.entrants)
    return threads * (event.seats if ponders else 1)


def _count_threads(spec: str, game: str) -> int:
    if not is_built_in(spec.partition(":")[0]):
        return 1
    player = read_player_spec(spec)
    if is_level_name(player.name):
        # With a limit of nodes a level has one thread.
        level = find_level(game, read_level_name(player.name).level)
        return 1 if player.settings else level.threads
    return max(int(player.settings.get("threads", 1)), 1)
