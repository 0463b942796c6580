"""Positions of Caldera whose move trees are counted."""

from collections.abc import Iterator
from typing import Any

from tests.reference import caldera
from tests.reference.sampling import Sampler, Wanted, ended

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Pieces = list[tuple[str, int, int]]

STANDARD = caldera.RULESETS["standard"]
TOURNAMENT = caldera.RULESETS["tournament"]
ERUPTIVE = caldera.RULESETS["eruptive"]


def forge_fever(state: State, move: Move) -> float:
    """Smiths forge more often, and rather where the ground is high already."""
    if move["action"] == "move":
        return 1.0
    row, column = move["target"]
    return float(2 + 4 * state["board"][row][column])


WILD = Sampler(caldera)
FORGING = Sampler(caldera, forge_fever)


def positions() -> Iterator[tuple[str, Options, State]]:
    """Starts, built positions, and finds from random games of every ruleset."""
    yield "standard", STANDARD, caldera.initial_state(STANDARD)
    yield "standard", STANDARD, FORGING.find(STANDARD, chain_in_reach(3), 1)
    yield "tournament", TOURNAMENT, FORGING.find(TOURNAMENT, at_ply(30), 2)
    yield "tournament", TOURNAMENT, caldera.initial_state(TOURNAMENT)
    for state in built():
        yield "standard", STANDARD, state
    yield "tournament", TOURNAMENT, walled_in(49)
    yield "standard turn_limit=81", {**STANDARD, "turn_limit": 81}, crown_walled_in()
    for seed, (sampler, wanted) in enumerate(IN_STANDARD, 100):
        yield "standard", STANDARD, sampler.find(STANDARD, wanted, seed)
    for seed, (sampler, wanted) in enumerate(IN_TOURNAMENT, 200):
        yield "tournament", TOURNAMENT, sampler.find(TOURNAMENT, wanted, seed)
    for reason in ("crown_captured", "turn_limit_pieces", "turn_limit_draw"):
        yield "tournament", TOURNAMENT, WILD.find(TOURNAMENT, ended(reason), 300, patient=False)
    yield "standard", STANDARD, FORGING.find(STANDARD, ended("crown_erupted"), 400, patient=False)
    yield from eruptive_positions()


def eruptive_positions() -> Iterator[tuple[str, Options, State]]:
    """High ground from the start."""
    yield "eruptive", ERUPTIVE, caldera.initial_state(ERUPTIVE)
    yield "eruptive", ERUPTIVE, FORGING.find(ERUPTIVE, at_ply(7), 500)
    yield "eruptive", ERUPTIVE, FORGING.find(ERUPTIVE, chain_in_reach(6), 501)
    yield "eruptive", ERUPTIVE, WILD.find(ERUPTIVE, lancers_among_vents, 502)
    yield "eruptive", ERUPTIVE, FORGING.find(ERUPTIVE, ended("crown_erupted"), 503, patient=False)
    label = "standard start_height=1 turn_limit=12"
    options = {"turn_limit": 12, "start_height": 1}
    yield label, options, FORGING.find(options, at_ply(9), 504)


def at_ply(ply: int) -> Wanted:
    """Wants a running game after so many plies."""

    def wanted(state: State, options: Options) -> bool:
        return bool(state["ply"] == ply and state["reason"] == "")

    return wanted


def chain_in_reach(vents: int) -> Wanted:
    """Wants a state where one forge makes at least so many vents."""

    def wanted(state: State, options: Options) -> bool:
        before = count_vents(state)
        children = FORGING.children(state, options)
        return any(count_vents(child) - before >= vents for child in children)

    return wanted


def smith_can_die(state: State, options: Options) -> bool:
    """Wants a state where a forge costs the mover a piece and the game goes on."""
    side = f"p{state['ply'] % 2}"
    children = FORGING.children(state, options)
    return any(len(child[side]) < len(state[side]) and not child["reason"] for child in children)


def lancers_among_vents(state: State, options: Options) -> bool:
    """Wants five vents or more with three lancers or more still alive, in a running game."""
    lancers = [p for side in ("p0", "p1") for p in state[side] if p["type"] == "lancer"]
    return count_vents(state) >= 5 and len(lancers) >= 3 and state["reason"] == ""


def few_pieces(state: State, options: Options) -> bool:
    """Wants at most four pieces left in a running game."""
    return len(state["p0"]) + len(state["p1"]) <= 4 and state["reason"] == ""


def count_vents(state: State) -> int:
    """How many cells have erupted."""
    return sum(row.count(caldera.VENT) for row in state["board"])


IN_STANDARD: list[tuple[Sampler, Wanted]] = [
    (WILD, at_ply(9)),
    (WILD, at_ply(60)),
    (WILD, at_ply(140)),
    (FORGING, at_ply(80)),
    (FORGING, at_ply(150)),
    (FORGING, smith_can_die),
    (FORGING, lancers_among_vents),
    (FORGING, chain_in_reach(4)),
    (FORGING, FORGING.in_reach("crown_erupted")),
    (FORGING, FORGING.in_reach("crown_erupted", "crown_captured")),
    (FORGING, few_pieces),
    (WILD, at_ply(197)),
    (FORGING, at_ply(198)),
    (FORGING, WILD.in_reach("turn_limit_draw", "turn_limit_crown_height")),
]

IN_TOURNAMENT: list[tuple[Sampler, Wanted]] = [
    (WILD, at_ply(15)),
    (FORGING, at_ply(40)),
    (FORGING, at_ply(47)),
    (WILD, at_ply(48)),
    (FORGING, WILD.in_reach("turn_limit_pieces", "turn_limit_crown_height")),
    (FORGING, WILD.in_reach("turn_limit_pieces", "crown_captured")),
]


def built() -> Iterator[State]:
    """Rare situations, set up by hand."""
    yield crown_walled_in()
    yield walled_in(199)
    yield vents_close_in()
    yield both_crowns_on_the_brink()
    yield each_crown_on_the_brink(90)
    yield each_crown_on_the_brink(91)


def crown_walled_in() -> State:
    """Seat 0 can leave seat 1's lone crown without a step by forging (1,1)."""
    heights = ["0200000", "2100000", "0000000", "0000000", "0000000", "0000000", "0000000"]
    p0 = [("crown", 6, 3), ("lancer", 5, 5), ("smith", 1, 2)]
    return position(80, heights, p0, [("crown", 0, 0)])


def walled_in(ply: int) -> State:
    """Seat 1, behind in pieces, can wall in seat 0's three by forging (5,2)."""
    heights = ["0000000", "0000000", "0000000", "0000000", "2200000", "0210000", "0020000"]
    p0 = [("crown", 6, 0), ("lancer", 6, 1), ("lancer", 5, 0)]
    return position(ply, heights, p0, [("crown", 0, 3), ("smith", 4, 2)])


def vents_close_in() -> State:
    """Seat 0 can surround seat 1's lone crown with vents by forging (1,1)."""
    heights = ["2^10000", "3310000", "0000000", "0000000", "0000000", "0000000", "0000000"]
    p0 = [("crown", 6, 3), ("lancer", 6, 1), ("smith", 1, 2)]
    return position(60, heights, p0, [("crown", 0, 0)])


def both_crowns_on_the_brink() -> State:
    """A forge of (3,3), by either side, kills both crowns."""
    heights = ["0000000", "0000000", "0003000", "0033000", "0000000", "0000000", "0000000"]
    p0 = [("crown", 3, 2), ("lancer", 6, 1), ("smith", 4, 3), ("smith", 4, 2)]
    p1 = [("crown", 2, 3), ("lancer", 0, 5), ("smith", 3, 4)]
    return position(70, heights, p0, p1)


def each_crown_on_the_brink(ply: int) -> State:
    """Either seat can kill its own crown or the other's, by forging (5,0) or (1,6)."""
    heights = ["0000003", "0000003", "0000000", "0000000", "0000000", "3000000", "3000000"]
    p0 = [("crown", 6, 0), ("smith", 1, 5), ("smith", 5, 1)]
    p1 = [("crown", 0, 6), ("smith", 2, 6), ("smith", 4, 0)]
    return position(ply, heights, p0, p1)


def position(ply: int, heights: list[str], p0: Pieces, p1: Pieces) -> State:
    """A running game on this ground, "^" being a vent, with these pieces."""
    return {
        "board": [[caldera.VENT if c == "^" else int(c) for c in row] for row in heights],
        "p0": [{"type": kind, "r": row, "c": column} for kind, row, column in p0],
        "p1": [{"type": kind, "r": row, "c": column} for kind, row, column in p1],
        "ply": ply,
        "winner": None,
        "reason": "",
    }
