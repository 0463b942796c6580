"""Ludus positions worth counting: starts, random games steered to special cases, built ones."""

import random
from collections.abc import Iterator
from itertools import count

from tests.reference import ludus
from tests.reference import steering_ludus as steering
from tests.reference.ludus import Options, State
from tests.reference.steering_ludus import Situation, Taste, Wish

Position = tuple[str, Options, State]
Cell = tuple[str, int, int]

NO_SKY_COMBAT = {"sky_combat": False}
LONGEST_GAME = 1000


def positions() -> Iterator[Position]:
    """Every position with its label and complete options."""
    yield from _starts()
    yield from _small_endings()
    yield from _starts_with_limits()
    yield from _after_some_plies()
    yield from _special_cases()
    yield from _near_the_limits()
    yield from _shut_in()
    yield from _lines_of_a_high_lord()
    yield from _finished()
    yield from _walls_and_flanks()
    yield from _checks()
    yield from _campaign()


def _starts() -> Iterator[Position]:
    for ruleset in ("standard", "original"):
        label, options = _options(ruleset, {})
        yield label, options, ludus.initial_state(options)


def _starts_with_limits() -> Iterator[Position]:
    for changes in ({"quiet_limit": 1}, {"turn_limit": 2}):
        label, options = _options("standard", changes)
        yield label, options, ludus.initial_state(options)


def _small_endings() -> Iterator[Position]:
    """First Lords and little else: these can be counted deep."""
    ending = _build(
        "black",
        10,
        {
            "p20": ("sky", 4, 4),
            "p0": ("ground", 7, 6),
            "p23": ("ground", 7, 7),
            "p19": ("sky", 3, 3),
            "p22": ("ground", 1, 6),
        },
    )
    for label, options in (
        _options("standard", {}),
        _options("original", {}),
        _options("standard", {"quiet_limit": 12}),
    ):
        yield label, options, ending


def _after_some_plies() -> Iterator[Position]:
    for ruleset, plies, taste in (
        ("standard", 8, steering.anything),
        ("original", 9, steering.anything),
        ("standard", 25, steering.exchanges),
        ("original", 40, steering.exchanges),
        ("standard", 90, steering.anything),
        ("original", 121, steering.anything),
        ("standard", 220, steering.exchanges),
        ("original", 261, steering.exchanges),
    ):
        yield _search(ruleset, {}, steering.has_ply(plies), taste)


def _special_cases() -> Iterator[Position]:
    for ruleset in ("standard", "original"):
        yield _search(ruleset, {}, steering.can_pierce_by("HL"), steering.anything)
        yield _search(ruleset, {}, steering.can_pierce_by("KT"), steering.anything)
        yield _search(ruleset, {}, steering.ward_matters("SH"), steering.exchanges)
        yield _search(ruleset, {}, steering.ward_matters("KR"), steering.exchanges)
        yield _search(ruleset, {}, steering.can_promote, steering.advances)
        yield _search(ruleset, {}, steering.has_veterans_of_both_sides, steering.advances)
        yield _search(ruleset, {}, steering.can_capture_by_descent, steering.flights)
        yield _search(ruleset, {}, steering.can_not_fly_up, steering.flights)
        yield _search(ruleset, {}, steering.can_take_first_lord_by("attack"), steering.anything)
        yield _search(ruleset, {}, steering.can_take_first_lord_by("move"), steering.exchanges)
        yield _search(ruleset, {}, steering.can_take_first_lord_by_descent, steering.flights)
        yield _search(ruleset, {}, steering.few_pieces, steering.exchanges)

    # The same crowded sky with and without captures in it.
    label, options, state = _search(
        "standard", {}, steering.enemies_touch_in_the_sky, steering.flights
    )
    yield label, options, state
    label, options = _options("standard", NO_SKY_COMBAT)
    yield label, options, state
    yield _search("standard", {}, steering.can_take_first_lord_in_the_sky, steering.flights)


def _near_the_limits() -> Iterator[Position]:
    yield _search("standard", {}, steering.has_quiet(98), steering.quiet_moves)
    yield _search("standard", NO_SKY_COMBAT, steering.has_quiet(99), steering.quiet_moves)
    yield _search("standard", {"quiet_limit": 0}, steering.has_ply(598), steering.anything)
    yield _search("standard", {"quiet_limit": 0}, steering.has_ply(599), steering.exchanges)
    # Both limits strike with the next quiet ply.
    yield _search(
        "standard",
        {"quiet_limit": 7, "turn_limit": 60},
        steering.both_limits_next,
        steering.anything,
    )


def _shut_in() -> Iterator[Position]:
    """White can leave black without a move: First Lord in a sky corner, legionare below it."""
    shut_in = _build(
        "white",
        29,
        {
            "p20": ("sky", 0, 0),
            "p13": ("ground", 3, 3),
            "p3": ("sky", 0, 1),
            "p43": ("sky", 1, 0),
            "p19": ("sky", 1, 2),
            "p14": ("ground", 4, 3),
            "p7": ("ground", 3, 2),
            "p11": ("ground", 3, 4),
            "p23": ("ground", 10, 5),
        },
    )
    for ruleset, changes in (
        ("original", {}),
        ("standard", {}),
        ("standard", {"sky_combat": False, "quiet_limit": 30}),
    ):
        label, options = _options(ruleset, changes)
        yield label, options, shut_in


def _lines_of_a_high_lord() -> Iterator[Position]:
    """Strikes that meet a Ferrous, in front or behind, a Steadholder, and two bare pieces."""
    lines = _build(
        "white",
        3,
        {
            "p19": ("ground", 6, 5),
            "p44": ("ground", 4, 5),
            "p46": ("ground", 3, 5),
            "p45": ("ground", 6, 6),
            "p12": ("ground", 6, 7),
            "p21": ("ground", 8, 5),
            "p8": ("ground", 9, 5),
            "p47": ("ground", 6, 4),
            "p4": ("ground", 6, 3),
            "p20": ("ground", 0, 5),
            "p23": ("ground", 10, 9),
            "p15": ("ground", 7, 10),
            "p7": ("ground", 6, 8),
            "p11": ("ground", 4, 3),
            "p49": ("ground", 9, 7),
            "p14": ("ground", 5, 3),
            "p26": ("ground", 9, 6),
            "p30": ("ground", 7, 6),
            "p51": ("ground", 8, 9),
            "p29": ("ground", 5, 6),
            "p16": ("sky", 2, 2),
        },
    )
    black_to_move = {**lines, "turn": "black", "moveCount": lines["moveCount"] + 1}
    for label, options in (_options("standard", {}), _options("original", {})):
        yield label, options, lines
        yield label, options, black_to_move


def _finished() -> Iterator[Position]:
    for ruleset, changes, reason in (
        ("standard", {}, "first_lord_captured"),
        ("original", {}, "first_lord_captured"),
        ("standard", {"quiet_limit": 6}, "quiet_limit"),
        ("standard", {"turn_limit": 30}, "turn_limit"),
    ):
        yield _search(ruleset, changes, steering.ended_by(reason), steering.ends)


def _walls_and_flanks() -> Iterator[Position]:
    open_lords = {"check": False}
    label, options = _options("legion", open_lords)
    yield label, options, ludus.initial_state(options)
    yield _search("legion", open_lords, steering.can_flank(1), steering.anything)
    yield _search("legion", open_lords, steering.can_flank(2), steering.exchanges)
    yield _search("legion", open_lords, steering.can_promote_wall, steering.walls)
    yield _search("legion", open_lords, steering.has_ply(60), steering.walls)
    yield _search("standard", {"flanking": True}, steering.has_ply(90), steering.exchanges)
    yield _search("standard", {"shieldwall": True}, steering.has_ply(25), steering.walls)
    yield _search("standard", {"tally": True}, steering.has_quiet(99), steering.quiet_moves)


def _checks() -> Iterator[Position]:
    """Few pieces: the naive way to forbid an open First Lord is slow."""
    label, options = _options("legion", {})
    yield label, options, ludus.initial_state(options)
    hunted: dict[str, Cell] = {
        "p20": ("ground", 0, 0),
        "p4": ("ground", 0, 1),
        "p45": ("ground", 1, 0),
        "p19": ("ground", 3, 1),
        "p48": ("ground", 4, 4),
        "p14": ("ground", 2, 3),
        "p10": ("ground", 2, 2),
        "p23": ("ground", 9, 9),
    }
    yield label, options, _build("white", 5, hunted)
    pinned: dict[str, Cell] = {
        "p20": ("ground", 0, 5),
        "p46": ("ground", 1, 5),
        "p44": ("ground", 2, 5),
        "p48": ("ground", 3, 5),
        "p7": ("ground", 2, 6),
        "p23": ("sky", 2, 2),
        "p0": ("sky", 0, 0),
    }
    yield label, options, _build("black", 5, pinned)
    yield label, options, _build("white", 97, hunted)
    cornered: dict[str, Cell] = {
        "p20": ("ground", 0, 0),
        "p48": ("ground", 3, 4),
        "p50": ("ground", 3, 1),
        "p51": ("ground", 3, 2),
        "p23": ("ground", 10, 10),
    }
    yield label, options, _build("white", 5, cornered)
    for move in ludus.legal_moves(_build("white", 5, cornered), options):
        after = ludus.apply_move(_build("white", 5, cornered), move, options)
        if after["reason"] == "checkmated":
            yield label, options, after
            return


def _campaign() -> Iterator[Position]:
    """Armies that are compared two plies later, at either limit."""
    label, options = _options("campaign", {})
    yield label, options, ludus.initial_state(options)
    few: dict[str, Cell] = {
        "p20": ("ground", 0, 0),
        "p44": ("ground", 1, 4),
        "p46": ("ground", 6, 6),
        "p48": ("ground", 5, 3),
        "p50": ("ground", 8, 2),
        "p51": ("ground", 3, 2),
        "p23": ("ground", 10, 10),
    }
    yield label, options, _build("white", 48, few)
    late = _build("black", 20, few)
    yield label, options, {**late, "moveCount": 297}


# Playing and building.


def _options(ruleset: str, changes: Options) -> tuple[str, Options]:
    words = [ruleset]
    for name, value in changes.items():
        words.append(f"{name}={str(value).lower()}")
    return " ".join(words), {**ludus.RULESETS[ruleset], **changes}


def _search(ruleset: str, changes: Options, wish: Wish, taste: Taste) -> Position:
    """Play random games, moves weighed by taste, up to the first state that grants the wish."""
    label, options = _options(ruleset, changes)
    for seed in count():
        chance = random.Random(f"{label} {seed}")
        state = ludus.initial_state(options)
        moves = ludus.legal_moves(state, options)
        while state["moveCount"] < LONGEST_GAME:
            if wish(Situation(state, moves, options)):
                return label, options, state
            if not moves:
                break
            weights = [taste(state, move) for move in moves]
            move = chance.choices(moves, weights)[0] if any(weights) else chance.choice(moves)
            state = ludus.apply_move(state, move, options)
            moves = ludus.legal_moves(state, options)
    raise AssertionError  # the seeds never run out


def _build(turn: str, quiet: int, cells: dict[str, Cell]) -> State:
    """Keep these pieces alive; the enemy's Cursor took the others."""
    state = ludus.initial_state(ludus.RULESETS["standard"])
    pieces = []
    for piece in state["pieces"]:
        if piece["id"] in cells:
            board, r, c = cells[piece["id"]]
            moved = (board, r, c) != ("ground", piece["r"], piece["c"])
            pieces.append({**piece, "board": board, "r": r, "c": c, "moved": moved})
        else:
            taker = ludus.OPPONENT[piece["color"]]
            entry = {"type": piece["type"], "color": piece["color"], "by": "CU"}
            state["captured"][taker].append(entry)
    state["pieces"] = pieces
    state["turn"] = turn
    state["moveCount"] = 240 if turn == "white" else 241
    state["quiet"] = quiet
    return state
