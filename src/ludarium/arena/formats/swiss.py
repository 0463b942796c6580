"""Swiss pairing: similar scores meet, no pair meets twice, each has at most one bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ludarium.arena.formats.unit import CompleteUnits, Unit, points_of

BYE = -1
# What a pairing costs; each kind of fault outweighs all that come after it.
REPEAT_COST = 10**12  # a second meeting, or a second bye
GAP_COST = 10**6  # a distance of one point, squared


class SwissHistory(NamedTuple):
    """The meetings, byes and points of the rounds so far."""

    met: Counter[frozenset[int]]
    sat_out: Counter[int]
    points: list[float]


def pair_next_round(
    entrants: int, rounds: Sequence[Sequence[Unit]], complete: CompleteUnits
) -> list[tuple[int, int]]:
    """The pairs of the next round, the leaders' first; of an odd number one sits out.

    The libraries there are pair by the rules of chess, where a round is one game and colours
    decide (py4swiss), or come as binaries for some systems only (swisspair). Here every unit has
    all seats, so there are no colours, and a minimum-weight matching is all it takes.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415  slow to import

    past = swiss_history(entrants, rounds, complete)
    ranked = sorted(range(entrants), key=lambda who: (-past.points[who], who))
    graph: Graph[int] = Graph()
    for place, first in enumerate(ranked):
        for distance, second in enumerate(ranked[place + 1 :], 1):
            cost = REPEAT_COST * past.met[frozenset((first, second))]
            graph.add_edge(
                first, second, weight=-cost - _score_distance(past.points, first, second, distance)
            )
        if entrants % 2:
            lead = past.points[first] - past.points[ranked[-1]]
            cost = (
                REPEAT_COST * past.sat_out[first] + round(4 * GAP_COST * lead**2) + entrants - place
            )
            graph.add_edge(first, BYE, weight=-cost)
    ordered = [
        sorted(pair, key=ranked.index)
        for pair in max_weight_matching(graph, maxcardinality=True)
        if BYE not in pair
    ]
    return sorted(((pair[0], pair[1]) for pair in ordered), key=lambda pair: ranked.index(pair[0]))


def swiss_history(
    entrants: int, rounds: Sequence[Sequence[Unit]], complete: CompleteUnits
) -> SwissHistory:
    """How often every two met, how often each sat out, and the points of each.

    A pairing is worth one point however many games it has, and so is sitting out.
    """
    past = SwissHistory(Counter(), Counter(), [0.0] * entrants)
    for units in rounds:
        pairs = Counter(unit.group for unit in units)
        past.met.update(frozenset(pair) for pair in pairs)
        for who in set(range(entrants)) - {who for pair in pairs for who in pair}:
            past.sat_out[who] += 1
            past.points[who] += 1.0
        for unit in units:
            games = complete[unit.number]
            for who in unit.group:
                past.points[who] += points_of(games, who) / len(games) / pairs[unit.group]
    return past


def _score_distance(points: list[float], first: int, second: int, distance: int) -> int:
    """How unequal a pair is; among equals the upper half's nth should meet the lower half's nth."""
    gap = points[first] - points[second]
    equals = sum(abs(other - points[first]) < 1e-9 for other in points) if gap < 1e-9 else 2
    return round(GAP_COST * gap**2) + abs(distance - equals // 2)
