"""Positions of Skysummit whose move trees are counted."""

from collections.abc import Iterator
from typing import Any

from tests.reference import skysummit
from tests.reference.sampling import Sampler, Wanted, ended

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]

STANDARD = skysummit.RULESETS["standard"]
TOURNAMENT = skysummit.RULESETS["tournament"]


def climbing(state: State, move: Move) -> float:
    """Workers step up more often, and prefer to build on high cells."""
    if move["t"] == "place" or move["build"] is None:
        return 1.0
    board = state["board"]
    return float(1 + 2 * board[move["to"]] + board[move["build"]])


WILD = Sampler(skysummit)
CLIMBING = Sampler(skysummit, climbing)


def positions() -> Iterator[tuple[str, Options, State]]:
    """Placements, and finds from random games of every ruleset."""
    yield "standard", STANDARD, placed(STANDARD, [6, 18], [8, 16])
    yield "standard", STANDARD, placed(STANDARD, [0, 24], [4, 20])
    yield "standard", STANDARD, skysummit.initial_state(STANDARD)
    yield "tournament", TOURNAMENT, placed(TOURNAMENT, [19, 7])
    yield "tournament", TOURNAMENT, placed(TOURNAMENT, [0, 1], [6, 5])
    yield "standard turn_limit=3", {"turn_limit": 3}, placed({"turn_limit": 3}, [3, 12])
    for seed, (sampler, wanted) in enumerate(IN_STANDARD, 100):
        yield "standard", STANDARD, sampler.find(STANDARD, wanted, seed)
    for seed, (sampler, wanted) in enumerate(IN_TOURNAMENT, 200):
        yield "tournament", TOURNAMENT, sampler.find(TOURNAMENT, wanted, seed)
    later: Options = {"turn_limit": 61}
    for seed, wanted in enumerate(AT_LATER_LIMIT, 300):
        yield "tournament turn_limit=61", later, WILD.find(later, wanted, seed)
    for reason in ("reach_level3", "no_legal_moves"):
        yield "standard", STANDARD, WILD.find(STANDARD, ended(reason), 400, patient=False)
    for reason in ("turn_limit_altitude", "turn_limit_peak", "turn_limit_draw"):
        yield "tournament", TOURNAMENT, WILD.find(TOURNAMENT, ended(reason), 400, patient=False)


def placed(options: Options, *pairs: list[int]) -> State:
    """The start with these placements made."""
    state = skysummit.initial_state(options)
    for pair in pairs:
        state = skysummit.apply_move(state, {"t": "place", "to": pair}, options)
    return state


def at_ply(ply: int) -> Wanted:
    """Wants a running game after so many plies."""

    def wanted(state: State, options: Options) -> bool:
        return bool(state["ply"] == ply and state["reason"] == "")

    return wanted


def few_moves(state: State, options: Options) -> bool:
    """Wants a seat with one to four moves left."""
    return 1 <= len(skysummit.legal_moves(state, options)) <= 4


def one_worker_stuck(state: State, options: Options) -> bool:
    """Wants a seat with many moves, all of one worker."""
    moves = skysummit.legal_moves(state, options)
    return state["phase"] == "play" and len(moves) > 15 and len({m["w"] for m in moves}) == 1


def all_on_level_two(state: State, options: Options) -> bool:
    """Wants three workers or more on level two, in a running game."""
    heights = skysummit.heights_under(state, 0) + skysummit.heights_under(state, 1)
    return heights.count(2) >= 3 and state["reason"] == ""


def many_domes(state: State, options: Options) -> bool:
    """Wants seven domes or more in a running game."""
    return bool(state["board"].count(skysummit.DOME) >= 7 and state["reason"] == "")


IN_STANDARD: list[tuple[Sampler, Wanted]] = [
    (WILD, at_ply(8)),
    (WILD, at_ply(30)),
    (WILD, at_ply(55)),
    (CLIMBING, at_ply(25)),
    (CLIMBING, at_ply(45)),
    (CLIMBING, all_on_level_two),
    (CLIMBING, CLIMBING.in_reach("reach_level3")),
    (WILD, WILD.in_reach("reach_level3")),
    (WILD, WILD.in_reach("no_legal_moves")),
    (CLIMBING, CLIMBING.in_reach("no_legal_moves", "reach_level3")),
    (WILD, few_moves),
    (WILD, one_worker_stuck),
    (WILD, many_domes),
]

IN_TOURNAMENT: list[tuple[Sampler, Wanted]] = [
    (WILD, at_ply(12)),
    (CLIMBING, at_ply(36)),
    (WILD, at_ply(47)),
    (CLIMBING, at_ply(48)),
    (WILD, WILD.in_reach("turn_limit_altitude", "turn_limit_peak", "turn_limit_draw")),
    (CLIMBING, WILD.in_reach("turn_limit_altitude", "reach_level3")),
]

AT_LATER_LIMIT: list[Wanted] = [
    at_ply(59),
    WILD.in_reach("turn_limit_altitude", "no_legal_moves"),
    WILD.in_reach("turn_limit_altitude", "turn_limit_draw", "reach_level3"),
]
