"""Find Pyramids' positions with a whole turn that wins, or one that stops the next seat's win.

What a turn leads to is looked for over all arrangements of caps, as if each could be reached with
quiet moves: too many turns rather than too few. What a position promises (a win, a defence, a
blunder) is then carried out move by move under the reference rules before the position is taken.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.reference import pyramids
from tests.reference.pyramids import COLOURS, DIRECTIONS, SIZE, SIZES, TRIOS_TO_WIN

State = dict[str, Any]
Move = dict[str, Any]
Stacks = list[list[str]]
OPTIONS = pyramids.RULESETS["standard"]
CELLS = SIZE * SIZE
CAPS = 6
COPIES = 6
FEW = 4  # turns that win, at most
SAMPLE = 40  # turns looked at for defences
MOST_ARRANGEMENTS = 20_000  # of caps, tried on the way to an eruption


class Eruption(NamedTuple):
    """A stack that flows in a direction, so many pieces of it."""

    source: int
    towards: tuple[int, int]
    pieces: int


class Power(NamedTuple):
    """A piece of the hand put on a cell."""

    piece: str
    cell: int


class Turn(NamedTuple):
    """An eruption, perhaps after a Power Play."""

    power: Power | None
    eruption: Eruption


def flat(state: State) -> Stacks:
    return [stack for row in state["stacks"] for stack in row]


def cell_at(source: int, towards: tuple[int, int], distance: int) -> int | None:
    """The cell so far from another one, None beyond the edge."""
    r = source // SIZE + distance * towards[0]
    c = source % SIZE + distance * towards[1]
    return r * SIZE + c if 0 <= r < SIZE and 0 <= c < SIZE else None


def landings(eruption: Eruption) -> list[int | None]:
    """Where the pieces come down, the first one first."""
    source, towards, pieces = eruption
    return [cell_at(source, towards, distance) for distance in range(2, pieces + 2)]


def eruptions(stacks: Stacks) -> Iterator[Eruption]:
    """What can erupt if caps stand as one likes: one to erupt, one to end the flow early."""
    for source, stack in enumerate(stacks):
        for towards in DIRECTIONS:
            for pieces in range(1, len(stack) + 1):
                eruption = Eruption(source, towards, pieces)
                if landings(eruption)[-1] is None:
                    break
                yield eruption


def flow(stacks: Stacks, eruption: Eruption) -> list[str]:
    """The pieces that an eruption captures."""
    flowing = stacks[eruption.source][::-1]
    taken = []
    for piece, landing in zip(flowing, landings(eruption), strict=False):
        assert landing is not None
        if stacks[landing] and stacks[landing][-1][1] == piece[1]:
            taken.append(piece)
    return taken


def powered(stacks: Stacks, power: Power | None) -> Stacks:
    if power is None:
        return stacks
    return [
        [*stack, power.piece] if cell == power.cell else stack for cell, stack in enumerate(stacks)
    ]


def trios(hand: Counter[str]) -> int:
    return sum(min(hand[colour + size] for size in SIZES) for colour in COLOURS)


def powers(stacks: Stacks, hand: list[str]) -> Iterator[Turn]:
    """Every turn with a Power Play that touches its eruption; others change nothing in it."""
    for piece in sorted(set(hand)):
        for cell in range(CELLS):
            power = Power(piece, cell)
            for eruption in eruptions(powered(stacks, power)):
                if cell == eruption.source or cell in landings(eruption):
                    yield Turn(power, eruption)


def wins(stacks: Stacks, hand: list[str], turn: Turn) -> bool:
    """Whether a turn completes the third trio."""
    taken = flow(powered(stacks, turn.power), turn.eruption)
    if not taken:
        return False
    after = Counter(hand + taken)
    if turn.power:
        after[turn.power.piece] -= 1
    return trios(after) >= TRIOS_TO_WIN


def winning_turns(stacks: Stacks, hand: list[str]) -> Iterator[Turn]:
    """Turns that win, those without a Power Play first."""
    for eruption in eruptions(stacks):
        turn = Turn(None, eruption)
        if wins(stacks, hand, turn):
            yield turn
    for turn in powers(stacks, hand):
        if wins(stacks, hand, turn):
            yield turn


def threatens(state: State, seat: int) -> bool:
    """Whether a seat, were it to move, could win in one turn with the caps where it likes."""
    return any(winning_turns(flat(state), state["captured"][seat]))


def carried_out(state: State, turn: Turn) -> State | None:
    """The state after a turn, played move by move; None if no way to it is found."""
    if turn.power:
        state = _free(state, turn.power.cell) or state
        move: Move = {
            "t": "power",
            "piece": turn.power.piece,
            "to": list(divmod(turn.power.cell, SIZE)),
        }
        if move not in pyramids.legal_moves(state, OPTIONS):
            return None
        state = pyramids.apply_move(state, move, OPTIONS)
    stacks = flat(state)
    source, towards, pieces = turn.eruption
    stop = cell_at(source, towards, pieces + 2)
    capped = {source} if stop is None or len(stacks[source]) == pieces else {source, stop}
    free = {cell_at(source, towards, distance) for distance in range(1, pieces + 2)}
    ready = _brought(state, capped, free)
    if ready is None:
        return None
    last = {
        "t": "cap",
        "from": list(divmod(source, SIZE)),
        "to": [source // SIZE + towards[0], source % SIZE + towards[1]],
    }
    assert last in pyramids.legal_moves(ready, OPTIONS)
    after = pyramids.apply_move(ready, last, OPTIONS)
    assert after["to_move"] != state["to_move"]
    return after


def _free(state: State, cell: int) -> State | None:
    return _brought(state, set(), {cell})


def _brought(state: State, capped: set[int], free: set[int | None]) -> State | None:
    """The state after quiet moves that leave caps on some cells and none on others."""
    stacks = flat(state)
    first = frozenset(r * SIZE + c for r, c in state["caps"])
    ways: dict[frozenset[int], list[tuple[int, int]]] = {first: []}
    waiting = [first]
    for caps in waiting:
        if capped <= caps and not free & caps:
            return _walked(state, ways[caps])
        if len(ways) > MOST_ARRANGEMENTS:
            return None
        for step in _quiet(stacks, caps):
            after = caps - {step[0]} | {step[1]}
            if after not in ways:
                ways[after] = [*ways[caps], step]
                waiting.append(after)
    return None


def _quiet(stacks: Stacks, caps: frozenset[int]) -> Iterator[tuple[int, int]]:
    for cap in caps:
        for towards in DIRECTIONS:
            to = cell_at(cap, towards, 1)
            beyond = cell_at(cap, towards, 2)
            erupts = stacks[cap] and beyond is not None and beyond not in caps
            if to is not None and to not in caps and not erupts:
                yield cap, to


def _walked(state: State, steps: list[tuple[int, int]]) -> State | None:
    if state["quiet_caps"] + len(steps) >= OPTIONS["quiet_caps"]:
        return None
    for source, target in steps:
        move = {"t": "cap", "from": list(divmod(source, SIZE)), "to": list(divmod(target, SIZE))}
        state = pyramids.apply_move(state, move, OPTIONS)
    return state


def late(rng: random.Random, seats: int) -> State:
    """A made-up position: every seat with two trios and a part of the third, the rest anywhere."""
    left = Counter({colour + size: COPIES for colour in COLOURS for size in SIZES})
    hands = []
    for _ in range(seats):
        hand: Counter[str] = Counter()
        for colour in rng.choices(COLOURS, k=2):
            hand.update(colour + size for size in SIZES)
        hand.update(rng.choice(COLOURS) + size for size in rng.sample(SIZES, rng.randrange(3)))
        hand.update(rng.choice(COLOURS) + rng.choice(SIZES) for _ in range(rng.randrange(3)))
        if trios(hand) >= TRIOS_TO_WIN or hand - left:
            return late(rng, seats)
        left -= hand
        hands.append(sorted(hand.elements()))
    stacks: Stacks = [[] for _ in range(CELLS)]
    pieces = sorted(left.elements())
    rng.shuffle(pieces)
    for piece in pieces:
        cells = [stack for stack in stacks if not stack or stack[-1][1] != piece[1]]
        rng.choice(cells or stacks).append(piece)
    return {
        "stacks": [stacks[SIZE * row : SIZE * row + SIZE] for row in range(SIZE)],
        "caps": [list(divmod(cell, SIZE)) for cell in sorted(rng.sample(range(CELLS), CAPS))],
        "captured": hands,
        "to_move": rng.randrange(seats),
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 300,
        "winner": None,
        "reason": "",
    }


def winnable(state: State, with_power: bool) -> bool:
    """Whether a few turns win, with Power Plays alone or some without, and one is carried out."""
    mover = state["to_move"]
    found = []
    for turn in winning_turns(flat(state), state["captured"][mover]):
        found.append(turn)
        if len(found) > FEW or (with_power and turn.power is None):
            return False
    if not found or (not with_power and found[0].power):
        return False
    after = carried_out(state, found[0])
    return after is not None and after["winner"] == mover


def stoppable(state: State, rng: random.Random) -> bool:
    """Whether the seat to move cannot win, the other one threatens to, and few turns stop that."""
    mover = state["to_move"]
    if not threatens(state, 1 - mover) or threatens(state, mover):
        return False
    turns = [Turn(None, eruption) for eruption in eruptions(flat(state))]
    right: list[Turn] = []
    wrong: list[Turn] = []
    for turn in rng.sample(turns, min(SAMPLE, len(turns))):
        (wrong if _blunders(state, turn) else right).append(turn)
    if not 0 < len(right) < len(wrong):
        return False
    after = carried_out(state, right[0])
    blunder = carried_out(state, wrong[0])
    return (
        after is not None
        and not after["reason"]
        and not threatens(after, 1 - mover)
        and blunder is not None
        and lost(blunder)
    )


def _blunders(state: State, turn: Turn) -> bool:
    """Whether the other seat could win after an eruption."""
    stacks = [list(stack) for stack in flat(state)]
    taken = flow(stacks, turn.eruption)
    for landing in landings(turn.eruption):
        assert landing is not None
        piece = stacks[turn.eruption.source].pop()
        if not (stacks[landing] and stacks[landing][-1][1] == piece[1]):
            stacks[landing].append(piece)
    assert sum(map(len, stacks)) + len(taken) == sum(map(len, flat(state)))
    return any(winning_turns(stacks, state["captured"][1 - state["to_move"]]))


def lost(state: State) -> bool:
    """Whether the seat to move wins with a turn that can be carried out."""
    mover = state["to_move"]
    for turn in winning_turns(flat(state), state["captured"][mover]):
        after = carried_out(state, turn)
        if after is not None and after["winner"] == mover:
            return True
    return False


def tactics(rng: random.Random, wanted: int) -> tuple[list[State], list[State]]:
    """Winnable states, half of them by Power Play alone, a fifth of three seats; stoppable ones."""
    winning: list[State] = []
    while len(winning) < wanted:
        state = late(rng, 3 if len(winning) % 5 == 0 else 2)
        if winnable(state, len(winning) % 2 == 1):
            winning.append(state)
            _tell(winning)
    stopping: list[State] = []
    while len(stopping) < wanted:
        state = late(rng, 2)
        if stoppable(state, rng):
            stopping.append(state)
            _tell(stopping)
    return winning, stopping


def _tell(found: list[State]) -> None:
    print(f"\r{len(found)} ", end="", file=sys.stderr)  # noqa: T201
