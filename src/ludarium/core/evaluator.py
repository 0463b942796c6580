"""The contract of evaluation: what a search asks about the positions of one game."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from ludarium.core.network import BadWeights, Network, Weights
from ludarium.core.position import Position

if not cython.compiled:
    from ludarium.core.constants import NO_MOVE, SCORE_LIMIT

Features = MutableSequence[int]


class Evaluator:
    """Judges positions; a game subclasses it in its `evaluate` module.

    One object serves one search at a time: it may keep what it found out about the last position.
    A score of S says that a seat wins with the odds of a logistic curve: 1 / (1 + exp(-S / 400)).
    """

    def __init__(self, inputs: int = 0, slots: int = 0, weights: Weights | None = None) -> None:
        self.inputs = inputs  # how many different features there are
        self.slots = slots  # how many a position has
        self.net = Network(weights, slots) if weights else None
        self.found = array("h", bytes(2 * max(slots, 1)))
        # How much a search may prune; a game tunes these by matches.
        self.margin = 150  # what one ply may be worth
        self.late = 4  # quiet moves that are looked at one ply before the end
        self.tail = 8  # plies of urgent moves beyond the full depth
        self.reduction = 100  # per cent of the usual reduction of late moves
        # From this score on the judgement by hand joins the network's; 0: never. A network learns
        # odds, and these hardly tell a won position from one that is nearer to the end.
        self.sure = 0

    # A game writes these; a search of two seats asks about the seat to move only.

    def by_hand(self, position: Position, seat: int) -> int:
        """The score of a running game for a seat, by rules of thumb."""
        return 0

    def features(self, position: Position, seat: int, out: Features) -> None:
        """Fill all slots of `out` with the position's features as the seat sees it, or NO_FEATURE.

        A slot that keeps its feature from one position to the next costs nothing.
        """

    def urgency(self, position: Position, move: int) -> int:
        """How much a move forces, above 0 if no evaluation can be trusted before it is played.

        Searched first in this order, and the only ones beyond the full depth.
        """
        return 0

    def winning(self, position: Position) -> int:
        """A move that wins at once, or NO_MOVE if there is none or it is not quickly known."""
        return NO_MOVE

    def threatened(self, position: Position) -> bool:
        """Whether an opponent, were it to move now, would win at once; False if not known."""
        return False

    def symmetries(self) -> list[list[int]]:
        """Ways to rename the features that leave every score as it is, the identity left out."""
        return []

    # The rest follows.

    def use(self, weights: Weights | None) -> None:
        """Judge with these weights from now on, or by hand; BadWeights if they do not fit."""
        if weights and weights.inputs != self.inputs:
            raise BadWeights("the weights are of other features")
        self.net = Network(weights, self.slots) if weights else None

    def score(self, position: Position, seat: int) -> int:
        """The score of a running game for a seat, with the network if there is one."""
        return self.judge(position, seat)

    def judge(self, position: Position, seat: int) -> int:
        """The same for compiled code, which calls it without the interpreter lock."""
        if self.net is None:
            value = self.by_hand(position, seat)
        else:
            self.features(position, seat, self.found)
            value = self.net.value(seat, self.found)
            if 0 < self.sure < abs(value):
                value += self.supported(position, seat, min(abs(value) - self.sure, self.sure))
        return max(-SCORE_LIMIT, min(value, SCORE_LIMIT))

    def supported(self, position: Position, seat: int, share: int) -> int:
        """A share, out of `sure`, of the judgement by hand."""
        value = self.by_hand(position, seat)
        # C would divide negative numbers otherwise than Python.
        return value * share // self.sure if value > 0 else -(-value * share // self.sure)
