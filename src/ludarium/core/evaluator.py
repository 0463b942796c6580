"""The evaluator contract: what the search asks about positions of one game."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import ClassVar

import cython

from ludarium.core.errors import LudariumError
from ludarium.core.network import BadWeights, Network, Weights
from ludarium.core.position import MoveStack, Position

if not cython.compiled:
    from ludarium.core.constants import NO_MOVE, SCORE_LIMIT, UNKNOWN_ENDING

Features = MutableSequence[int]


class WrongPosition(LudariumError):
    """A position of another class than the evaluator reads."""


class Evaluator:
    """Evaluates positions; a game subclasses it in its `evaluate` module.

    One object serves one search at a time, because it may cache facts about the last position.
    A score of S is a win chance of 1 / (1 + exp(-S / 400)).
    """

    # The class of the positions that the methods read; compiled ones read its C fields unchecked.
    position_class: ClassVar[type[Position]] = Position

    def __init__(self, inputs: int = 0, slots: int = 0, weights: Weights | None = None) -> None:
        self.inputs = inputs  # the number of different features
        self.slots = slots  # the number of features of one position
        self.use_weights(weights)
        self.feature_slots = array("h", bytes(2 * max(slots, 1)))
        # Pruning of the search; a game tunes these by matches.
        self.futility_margin = 150  # the most that one quiet ply gains
        self.late_move_count = 4  # quiet moves searched one ply above the leaves
        self.quiescence_depth = 8  # plies of urgent moves beyond the full depth
        self.reduction_percent = 100  # of the usual late-move reduction
        self.reverse_futility_percent = 100  # of the futility margin: a lead that needs no search
        self.worse_move_reduction = 50  # hundredths of a ply more if the score is not improving
        self.history_reduction = 20  # points of history that reduce by a hundredth of a ply less
        self.history_bonus = 16  # points of a cutoff for the history, times the depth squared
        self.singular_depth = 0  # the least depth at which a singular move is extended; 0 is never
        self.singular_margin = 8  # points a ply by which all others are worse than a singular move
        self.corrects_evals = False  # static evaluations, by their errors and by the table
        self.aspiration_window = 30  # half the first window around the last value
        self.last_depth_percent = 55  # of the time: no depth starts later, it would hardly finish
        # Of a Monte-Carlo tree: the urgency that makes a move e times as likely to be tried.
        self.prior_temperature = 400
        # Above this score the hand-written score joins the network's; 0 is never. A network learns
        # odds, and odds hardly tell a won position from one that is nearer to its end.
        self.hand_from_score = 0
        self.has_endings = False  # whether `plies_to_end` knows any position
        self.damps_scores = False  # whether `damp_score` changes scores

    # A game writes these. With two seats the search asks only about the seat to move.

    def by_hand(self, position: Position, seat: int) -> int:
        """The hand-written score of a running game for a seat."""
        return 0

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        """Fill every slot of `out` with a feature, as the seat sees the position, or NO_FEATURE.

        A slot that keeps its feature from one position to the next costs no time.
        """

    def move_urgency(self, position: Position, move: int) -> int:
        """How urgent a move is; above 0 if the evaluation is unreliable until it is played.

        The search orders moves by urgency. Beyond the full depth it plays only urgent moves.
        """
        return 0

    def winning_move(self, position: Position) -> int:
        """A move that wins at once; NO_MOVE if there is none, or finding it takes too long."""
        return NO_MOVE

    def is_threatened(self, position: Position) -> bool:
        """Whether an opponent could win at once if it were to move; False if unknown."""
        return False

    def keep_defences(self, position: Position, moves: MoveStack, top: int, end: int) -> int:
        """Keep only moves that stop the win in one which `is_threatened` found.

        Packs them into `moves[top:]` and returns the new end. A game that cannot tell cheaply
        keeps all.
        """
        return end

    def plies_to_end(self, position: Position) -> int:
        """The plies to the end by the endgame tables: above 0 if the seat to move wins, below if
        it loses, 0 for a draw; UNKNOWN_ENDING if no table knows. The limits of the game count.
        """
        return UNKNOWN_ENDING

    def damp_score(self, position: Position, seat: int, score: int) -> int:
        """The score of a seat, nearer to 0 where the better side can hardly win any more.

        The search then avoids such positions when it leads, and seeks them when it is behind. A
        game that overrides this sets `damps_scores`.
        """
        return score

    def feature_symmetries(self) -> list[list[int]]:
        """Permutations of the features that keep every score, without the identity."""
        return []

    def feature_names(self) -> list[str]:
        """What every feature means, for people: numbers unless a game names them.

        Cells are named as the seat sees them, on a board that may be rotated for it.
        """
        return [f"feature {number}" for number in range(self.inputs)]

    # The rest is derived.

    def use_weights(self, weights: Weights | None) -> None:
        """Use these weights, or None for the hand-written score; BadWeights if they do not fit."""
        if weights and weights.inputs != self.inputs:
            raise BadWeights("the weights are of other features")
        self.net = Network(weights, self.slots) if weights else None

    def require_position(self, position: Position) -> None:
        """Raise WrongPosition for a position that the evaluator cannot read.

        A search calls this once at its start; the methods themselves trust their callers.
        """
        if not isinstance(position, self.position_class):
            known, given = self.position_class.__name__, type(position).__name__
            message = f"The evaluator reads {known}, not {given}: use `Game.search_position`."
            raise WrongPosition("wrong_position", message)

    def score(self, position: Position, seat: int) -> int:
        """The score of a running game for a seat: the network's, or the hand-written one."""
        self.require_position(position)
        return self.evaluate(position, seat)

    def evaluate(self, position: Position, seat: int) -> int:
        """As `score`, for compiled code, which holds no interpreter lock."""
        if self.net is None:
            value = self.by_hand(position, seat)
        else:
            self.fill_features(position, seat, self.feature_slots)
            value = self.net.score_features(seat, self.feature_slots)
            if 0 < self.hand_from_score < abs(value):
                excess = abs(value) - self.hand_from_score
                value += self.hand_share(position, seat, min(excess, self.hand_from_score))
        if self.damps_scores:
            value = self.damp_score(position, seat, value)
        return max(-SCORE_LIMIT, min(value, SCORE_LIMIT))

    def hand_share(self, position: Position, seat: int, share: int) -> int:
        """The hand-written score times `share` out of `hand_from_score`."""
        value = self.by_hand(position, seat)
        # C and Python divide negative numbers differently.
        whole = self.hand_from_score
        return value * share // whole if value > 0 else -(-value * share // whole)
