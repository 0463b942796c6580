"""One environment of a batch: a position, its legal moves and the rows of the arrays it fills."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import MAX_LEGAL_MOVES
from ludarium.core.position import MoveStack, Position, new_move_stack

if not cython.compiled:
    from ludarium.core.bits import MASK_64, mix_bits
    from ludarium.core.constants import DRAW, NO_FEATURE, NO_MOVE, ONGOING
if TYPE_CHECKING:
    from ludarium.core.batch.actions import ActionTable

NO_ACTION = -1

NewPosition = Callable[[int], Position]
Row = Any  # a row of a NumPy array, which is no MutableSequence to mypy


def run_playouts(
    new_position: NewPosition,
    first: Position | None,
    numbers: range,
    seed: int,
    max_plies: int,
    verdicts: Row,
    reasons: Row,
    plies: Row,
) -> None:
    """Play the random games with these numbers and write their results to the arrays.

    They start from copies of `first`, or where the set-up is random from a new position each.
    """
    scratch = new_move_stack(MAX_LEGAL_MOVES)
    mixed_seed = seed & MASK_64
    for number in numbers:
        position = new_position(seed + number) if first is None else first.copy()
        with cython.nogil:
            plies[number] = play_random(
                position, scratch, mix_bits(mixed_seed ^ mix_bits(number)), max_plies
            )
        verdicts[number] = position.verdict
        reasons[number] = position.reason


def play_random(position: Position, scratch: MoveStack, seed: int, max_plies: int) -> int:
    """Play random moves until the game ends or `max_plies` are played; returns the plies."""
    plies = 0
    while plies < max_plies and position.verdict == ONGOING:
        seed = mix_bits(seed + 1)
        move = position.draw_move(scratch, seed)
        if move == NO_MOVE:
            position.no_moves_verdict()
            break
        position.play(move)
        plies += 1
    return plies


@cython.cclass
class Env:
    """An environment; `following` chains the environments that one thread steps.

    Compiled code without the interpreter lock cannot walk over a Python list, but it can call a
    method of an attribute. So every pass calls itself on the following environment.
    """

    def __init__(self, index: int, table: ActionTable, evaluator: Evaluator | None) -> None:
        self.index = index
        self.following: Env | None = None
        self.position = Position(2)
        self.moves = new_move_stack(MAX_LEGAL_MOVES)
        self.actions = array("i", bytes(4 * MAX_LEGAL_MOVES))  # of the legal moves, in their order
        self.move_count = 0
        self.chosen = NO_ACTION
        self.finished = False
        self.kinds = table.kinds
        self.fields = table.fields
        self.digits = table.digits
        self.kind_entries = len(table.kinds)
        self.evaluator: Evaluator = evaluator or Evaluator()
        self.slots = evaluator.slots if evaluator else 0
        self.features = array("h", [NO_FEATURE] * max(self.slots, 1))

    def connect(
        self,
        following: Env | None,
        mask: Row,
        observation: Row,
        rewards: Row,
        to_move: Row,
        verdicts: Row,
    ) -> None:
        """Connect the environment with the batch's arrays, and with the next one of its thread.

        Mask, observation and rewards are its own rows; the others have an entry for every one.
        """
        self.following = following
        self.mask = mask
        self.observation = observation
        self.rewards = rewards
        self.to_move = to_move
        self.verdicts = verdicts

    def start(self, position: Position) -> None:
        """Begin a game at this position, which the environment owns from now on."""
        self.position = position
        self.finished = False
        self.prepare()

    def legal_actions(self) -> dict[int, int]:
        """The legal moves by their actions, in the order of the rules."""
        return {self.actions[at]: self.moves[at] for at in range(self.move_count)}

    def prepare(self) -> None:
        """Generate the legal moves and fill mask and observation."""
        for at in range(self.move_count):
            self.mask[self.actions[at]] = 0
        self.move_count = self.position.generate(self.moves, 0)
        if self.move_count == 0 and self.position.verdict == ONGOING:
            self.position.no_moves_verdict()
        self.finished = self.position.verdict != ONGOING
        if self.finished:
            self.move_count = 0
        self.to_move[self.index] = self.position.to_move
        for at in range(self.move_count):
            self.actions[at] = self.action_of(at)
            self.mask[self.actions[at]] = 1
        if self.slots:
            self.fill_observation()

    def fill_observation(self) -> None:
        """Set the features of the seat to move, and clear those of the position before."""
        for at in range(self.slots):
            if self.features[at] != NO_FEATURE:
                self.observation[self.features[at]] = 0
        self.evaluator.fill_features(self.position, self.position.to_move, self.features)
        for at in range(self.slots):
            if self.features[at] != NO_FEATURE:
                self.observation[self.features[at]] = 1

    def action_of(self, at: int) -> int:
        """The action of the legal move with this index; without kinds it is the index."""
        if self.kind_entries == 0:
            return at
        move = self.moves[at]
        field = 0
        for kind in range(0, self.kind_entries, 4):
            end = self.kinds[kind + 3]
            if move & self.kinds[kind] != self.kinds[kind + 1]:
                field = end
                continue
            action = 0
            while field < end:
                value = move >> self.fields[4 * field] & self.fields[4 * field + 1]
                digit = self.digits[self.fields[4 * field + 2] + value]
                action = action * self.fields[4 * field + 3] + digit
                field += 1
            return self.kinds[kind + 2] + action
        return NO_ACTION

    def choose(self, actions: Row) -> int:
        """As `choose_all`, without the interpreter lock."""
        wrong = 0
        with cython.nogil:
            wrong = self.choose_all(actions)
        return wrong  # noqa: RET504  as above

    def choose_randomly(self, seed: int) -> None:
        """As `choose_random_all`, without the interpreter lock."""
        with cython.nogil:
            self.choose_random_all(seed)

    def play(self) -> None:
        """As `play_all`, without the interpreter lock."""
        with cython.nogil:
            self.play_all()

    def choose_all(self, actions: Row) -> int:
        """Look up the chosen actions of the chain; returns how many are not legal."""
        self.chosen = NO_ACTION
        wrong = 0
        if not self.finished:
            for at in range(self.move_count):
                if self.actions[at] == actions[self.index]:
                    self.chosen = at
                    break
            wrong = 1 if self.chosen == NO_ACTION else 0
        if self.following is not None:
            wrong += self.following.choose_all(actions)
        return wrong

    def choose_random_all(self, seed: int) -> None:
        """Choose a random legal move in every environment of the chain."""
        self.chosen = NO_ACTION
        if not self.finished:
            drawn = mix_bits(mix_bits(seed) + self.index)
            self.chosen = (drawn >> 32) * self.move_count >> 32
        if self.following is not None:
            self.following.choose_random_all(seed)

    def play_all(self) -> None:
        """Play the chosen moves of the chain, and fill rewards, masks and observations."""
        for seat in range(self.position.seats):
            self.rewards[seat] = 0.0
        if self.chosen != NO_ACTION:
            self.position.play(self.moves[self.chosen])
            self.prepare()
            if self.finished and self.position.verdict != DRAW:
                for seat in range(self.position.seats):
                    self.rewards[seat] = 1.0 if seat == self.position.verdict else -1.0
        self.verdicts[self.index] = self.position.verdict
        if self.following is not None:
            self.following.play_all()
