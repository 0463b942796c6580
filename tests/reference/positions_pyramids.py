"""Pyramids positions worth counting: starts, and random games steered to special cases."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from tests.reference import pyramids
from tests.reference.pyramids import Move, Options, State

Position = tuple[str, Options, State]
Colours = list[list[str | None]]

LONGEST_GAME = 3000
NESTS_OF_A_COLOUR = 6


class Situation(NamedTuple):
    """A state with its legal moves."""

    state: State
    moves: list[Move]
    options: Options


Wish = Callable[[Situation], bool]
Taste = Callable[[Situation, Move], int]


def positions() -> Iterator[Position]:
    """Every position with its label and complete options."""
    yield from _starts()
    yield from _after_some_plies()
    yield from _special_eruptions()
    yield from _power_plays()
    yield from _quiet_caps()
    yield from _near_the_end()
    yield from _finished()


def _starts() -> Iterator[Position]:
    starts: list[tuple[Options, int]] = [
        ({}, 2),
        ({}, 3),
        ({"power_play": False}, 2),
        ({"quiet_caps": 1}, 2),
        ({"quiet_caps": 2, "barren_turns": 1}, 3),
    ]
    for number, (changes, seats) in enumerate(starts):
        label, options = _options(changes)
        colours = _colours(random.Random(number))
        yield label, options, pyramids.initial_state(options, colours, seats)


def _after_some_plies() -> Iterator[Position]:
    for seats, plies in ((2, 5), (3, 8), (2, 20), (3, 31), (2, 45), (3, 80)):
        yield _search({}, seats, _has_ply(plies), _mostly_caps)
    for seats, plies in ((2, 30), (3, 60), (2, 120)):
        yield _search({"power_play": False}, seats, _has_ply(plies), _anything)


def _special_eruptions() -> Iterator[Position]:
    without = {"power_play": False}
    yield _search(without, 2, _can_capture(2), _anything)
    yield _search(without, 2, _can_capture(3), _anything)
    yield _search(without, 3, _has_tower(7), _anything)
    yield _search(without, 2, _has_empty_cells(6), _captures)
    yield _search(without, 2, _cap_stops_a_flow, _anything)
    yield _search(without, 3, _cap_on_empty_cell, _anything)
    yield _search(without, 3, _seat_to_move(2), _captures)


def _power_plays() -> Iterator[Position]:
    yield _search({}, 2, _has_codes(1), _captures)
    yield _search({}, 3, _has_codes(2), _captures)
    yield _search({}, 2, _has_same_code_twice, _captures)
    yield _search({}, 2, _power_is_used, _anything)
    yield _search({}, 3, _power_is_used, _mostly_caps)


def _quiet_caps() -> Iterator[Position]:
    yield _search({}, 2, _has_quiet(23), _quiet)
    yield _search({}, 3, _has_quiet(24), _quiet)
    yield _search({"quiet_caps": 3}, 2, _has_captured_and_must_erupt, _mostly_caps)
    yield _search({}, 2, _must_pass, _toward_a_pass)
    yield _search({"power_play": False}, 3, _must_pass, _toward_a_pass)
    yield _search({"quiet_caps": 6}, 3, _may_have_to_pass_next, _toward_a_pass)


def _near_the_end() -> Iterator[Position]:
    yield _search({}, 2, _can_win, _captures)
    yield _search({}, 3, _can_win, _captures)
    yield _search({"power_play": False}, 2, _can_win, _anything)
    yield _search({"power_play": False}, 3, _can_win, _anything)
    yield _search({}, 2, _barren_next, _barren)
    yield _search({"power_play": False}, 3, _barren_next, _barren)
    changes = {"power_play": False, "barren_turns": 4}
    for seats in (2, 3):
        for reason in ("barren_trios", "barren_pieces", "barren"):
            yield _search(changes, seats, _can_end_by(reason), _anything)
    yield _search(changes, 3, _most_pieces_may_lose, _anything)


def _finished() -> Iterator[Position]:
    yield _search({}, 2, _ended_by("three_trios"), _captures)
    yield _search({}, 3, _ended_by("three_trios"), _captures)
    for seats in (2, 3):
        for reason in ("barren_trios", "barren_pieces", "barren"):
            yield _search({"barren_turns": 4}, seats, _ended_by(reason), _mostly_caps)


# Setting up and playing.


def _options(changes: Options) -> tuple[str, Options]:
    words = ["standard"]
    for name, value in changes.items():
        words.append(f"{name}={str(value).lower()}")
    return " ".join(words), {**pyramids.RULESETS["standard"], **changes}


def _colours(chance: random.Random) -> Colours:
    """Six nests of each colour, no two alike side by side; try until the last cell fits."""
    while True:
        left = dict.fromkeys(pyramids.COLOURS, NESTS_OF_A_COLOUR)
        colours: Colours = []
        for r in range(pyramids.SIZE):
            row: list[str | None] = []
            for c in range(pyramids.SIZE):
                beside = [row[c - 1] if c else None, colours[r - 1][c] if r else None]
                fitting = [colour for colour in left if left[colour] and colour not in beside]
                if r == c == pyramids.SIZE // 2 or not fitting:
                    row.append(None)
                    continue
                colour = chance.choices(fitting, [left[colour] ** 2 for colour in fitting])[0]
                left[colour] -= 1
                row.append(colour)
            colours.append(row)
        if not any(left.values()):
            return colours


def _search(changes: Options, seats: int, wish: Wish, taste: Taste) -> Position:
    """Play random games, moves weighed by taste, up to the first state that grants the wish."""
    label, options = _options(changes)
    for seed in count():
        chance = random.Random(f"{label} {seats} {seed}")
        state = pyramids.initial_state(options, _colours(chance), seats)
        while state["ply"] < LONGEST_GAME:
            now = Situation(state, pyramids.legal_moves(state, options), options)
            if wish(now):
                return label, options, state
            if not now.moves:
                break
            weights = [taste(now, move) for move in now.moves]
            moves = now.moves
            move = chance.choices(moves, weights)[0] if any(weights) else chance.choice(moves)
            state = pyramids.apply_move(state, move, options)
    raise AssertionError  # the seeds never run out


# Tastes: how much a random player likes a move.


def _anything(now: Situation, move: Move) -> int:
    return 1


def _mostly_caps(now: Situation, move: Move) -> int:
    powers = sum(other["t"] == "power" for other in now.moves)
    return 1 if move["t"] == "power" else 1 + powers // 4


def _captures(now: Situation, move: Move) -> int:
    if move["t"] == "power":
        return 0
    return 1 + 50 * _captured_by(now, move)


def _quiet(now: Situation, move: Move) -> int:
    return 1 if move["t"] == "cap" and not _erupts(now, move) else 0


def _barren(now: Situation, move: Move) -> int:
    if move["t"] == "power":
        return 0
    return 0 if _captured_by(now, move) else 1


def _toward_a_pass(now: Situation, move: Move) -> int:
    """Empty the board first; then leave stacks for empty cells without an eruption."""
    if move["t"] != "cap":
        return 0
    empty = sum(not stack for row in now.state["stacks"] for stack in row)
    if empty < NESTS_OF_A_COLOUR:
        return _captures(now, move)
    if _erupts(now, move):
        return 0
    r, c = move["from"]
    leaves_stack = bool(now.state["stacks"][r][c])
    r, c = move["to"]
    comes_to_stack = bool(now.state["stacks"][r][c])
    return 1 + 20 * leaves_stack if not comes_to_stack else int(leaves_stack)


# Wishes: what makes a state worth keeping.


def _has_ply(plies: int) -> Wish:
    return lambda now: now.state["ply"] == plies and bool(now.moves)


def _has_quiet(quiet: int) -> Wish:
    return lambda now: now.state["quiet_caps"] == quiet and bool(now.moves)


def _seat_to_move(seat: int) -> Wish:
    return lambda now: now.state["to_move"] == seat and bool(now.state["captured"][seat])


def _can_capture(pieces: int) -> Wish:
    return lambda now: any(_captured_by(now, move) == pieces for move in now.moves)


def _has_tower(height: int) -> Wish:
    return lambda now: any(len(stack) >= height for row in now.state["stacks"] for stack in row)


def _has_empty_cells(cells: int) -> Wish:
    return lambda now: sum(not stack for row in now.state["stacks"] for stack in row) >= cells


def _cap_stops_a_flow(now: Situation) -> bool:
    """Whether an eruption begins, would go on over the board, but a cap is in the way."""
    for move in now.moves:
        if not _erupts(now, move):
            continue
        (r, c), (to_r, to_c) = move["from"], move["to"]
        third = [r + 3 * (to_r - r), c + 3 * (to_c - c)]
        if len(now.state["stacks"][r][c]) > 1 and third in now.state["caps"]:
            return True
    return False


def _cap_on_empty_cell(now: Situation) -> bool:
    return any(not now.state["stacks"][r][c] for r, c in now.state["caps"])


def _has_codes(codes: int) -> Wish:
    def wish(now: Situation) -> bool:
        mine = now.state["captured"][now.state["to_move"]]
        return len(set(mine)) == codes and bool(now.moves)

    return wish


def _has_same_code_twice(now: Situation) -> bool:
    mine = now.state["captured"][now.state["to_move"]]
    return len(set(mine)) < len(mine) and bool(now.moves)


def _power_is_used(now: Situation) -> bool:
    mine = now.state["captured"][now.state["to_move"]]
    return bool(now.state["power_used"]) and bool(mine)


def _has_captured_and_must_erupt(now: Situation) -> bool:
    mine = now.state["captured"][now.state["to_move"]]
    return now.state["quiet_caps"] == now.options["quiet_caps"] and bool(mine)


def _must_pass(now: Situation) -> bool:
    return now.moves == [{"t": "pass"}]


def _may_have_to_pass_next(now: Situation) -> bool:
    return any(
        _must_pass(Situation(after, pyramids.legal_moves(after, now.options), now.options))
        for after in _children(now)
    )


def _barren_next(now: Situation) -> bool:
    return bool(now.moves) and (
        now.state["barren_turns"] == now.options["barren_turns"] - 1
        and any(_erupts(now, move) for move in now.moves)
    )


def _can_win(now: Situation) -> bool:
    return any(after["reason"] == "three_trios" for after in _children(now))


def _can_end_by(reason: str) -> Wish:
    return lambda now: any(after["reason"] == reason for after in _children(now))


def _most_pieces_may_lose(now: Situation) -> bool:
    """Whether pieces may decide between two seats while the third, with fewer trios, has more."""
    for after in _children(now):
        if after["reason"] == "barren_pieces":
            owned = [len(pieces) for pieces in after["captured"]]
            if owned[after["winner"]] < max(owned):
                return True
    return False


def _ended_by(reason: str) -> Wish:
    return lambda now: bool(now.state["reason"] == reason)


def _children(now: Situation) -> Iterator[State]:
    for move in now.moves:
        yield pyramids.apply_move(now.state, move, now.options)


def _captured_by(now: Situation, move: Move) -> int:
    if not _erupts(now, move):
        return 0
    seat = now.state["to_move"]
    after = pyramids.apply_move(now.state, move, now.options)
    return len(after["captured"][seat]) - len(now.state["captured"][seat])


def _erupts(now: Situation, move: Move) -> bool:
    """Whether the move is a cap's and ends the turn."""
    if move["t"] != "cap":
        return False
    after = pyramids.apply_move(now.state, move, now.options)
    return bool(after["to_move"] != now.state["to_move"])
