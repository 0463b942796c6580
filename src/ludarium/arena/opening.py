"""Openings: a few turns at random before the players begin, the same for a whole unit."""

from __future__ import annotations

from random import Random

from ludarium.agents.thinking import thinker
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.match import Match, Player
from ludarium.core.moves import legal
from ludarium.core.position import ONGOING
from ludarium.search.limits import Limits

TRIES = 200  # draws until a game has not ended yet
FAIR = 200  # points of score that a fair opening may favour a seat by, odds of about 5 to 3
FAIR_TRIES = 50  # openings, after which the next one is played, fair or not
MEBIBYTES = 4


def opened(
    game: AnyGame, rng: Random, players: list[Player], turns: tuple[int, int], nodes: int = 0
) -> Match:
    """A running match after an opening that `rng` draws; one fair to a search of so many nodes.

    From a decided position everybody wins in the same seat, which says nothing about players.
    """
    unfair = 0
    for _ in range(TRIES):
        match = Match(game, rng.randrange(1 << 32), players)
        for _ in range(rng.randint(*turns)):
            if match.position.verdict == ONGOING:
                _turn(match, rng)
        if match.position.verdict != ONGOING:
            continue
        if not nodes or unfair == FAIR_TRIES or fair(match, nodes):
            return match
        unfair += 1
    raise InvalidOption("wrong_opening", "Games end within such an opening; make it shorter.")


def fair(match: Match, nodes: int) -> bool:
    """Whether a search finds neither seat much better; more than two are not judged."""
    if len(match.players) > 2:
        return True
    search = thinker(match.game, MEBIBYTES)
    found = search.think(match.game.outlook(match.position), Limits(nodes=nodes))
    return abs(found.lines[0].score) <= FAIR


def _turn(match: Match, rng: Random) -> None:
    # A whole turn where a game plans them: single steps at random hardly change its position.
    move = rng.choice(legal(match.game.outlook(match.position)))
    for part in match.game.unfold(match.position, move):
        match.play(part)


def turns(written: str) -> tuple[int, int]:
    """How many turns an opening takes, from text such as `4` or `2-6`."""
    low, dash, high = written.partition("-")
    try:
        found = int(low), int(high if dash else low)
    except ValueError:
        found = (1, 0)
    if not 0 <= found[0] <= found[1] <= TRIES:
        raise InvalidOption("wrong_opening", "Write the turns of an opening as 4 or 2-6.")
    return found
