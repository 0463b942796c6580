"""Adjudicator: watches the scores of one game and ends it by the rules of the event."""

from __future__ import annotations

from typing import Any

from ludarium.arena.formats.adjudication import Adjudication
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from ludarium.search.solve import solve_position

PROOF_SEARCH_TABLE_MIB = 4


class Adjudicator:
    """Counts, for each seat, how many moves in a row its scores were lost, won or level."""

    def __init__(self, rules: Adjudication, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.lost = [0] * seats
        self.won = [0] * seats
        self.level = [0] * seats
        self.last_seat = -1

    def note_move(self, seat: int, infos: list[dict[str, Any]]) -> None:
        """Note the score that a seat gave for its move."""
        score = stated_score(infos)
        repeated, self.last_seat = seat == self.last_seat, seat
        if score is None and repeated:
            return  # a further move of a turn that was thought about as a whole
        resign, draw = self.rules.resign, self.rules.draw
        if resign is not None:
            lost = score is not None and score <= -resign.score
            won = score is not None and score >= resign.score
            self.lost[seat] = self.lost[seat] + 1 if lost else 0
            self.won[seat] = self.won[seat] + 1 if won else 0
        if draw is not None:
            level = score is not None and abs(score) <= draw.score
            self.level[seat] = self.level[seat] + 1 if level else 0

    def judge(self, match: Match) -> Outcome | None:
        """The outcome of a running match, None if it goes on."""
        return self._judge_scores(match) or self._prove_outcome(match) or self._judge_length(match)

    def _judge_scores(self, match: Match) -> Outcome | None:
        resign, draw = self.rules.resign, self.rules.draw
        if resign is not None and self.seats == 2:
            for seat, other in ((0, 1), (1, 0)):
                agreed = not resign.both_sides or self.won[other] >= resign.moves
                if agreed and self.lost[seat] >= resign.moves:
                    return Outcome(other, "adjudicated_resign")
        late = draw is not None and len(match.moves) >= draw.first * self.seats
        if draw is not None and late and min(self.level) >= draw.moves:
            return Outcome(None, "adjudicated_draw")
        return None

    def _prove_outcome(self, match: Match) -> Outcome | None:
        if not self.rules.proof_nodes:
            return None
        position = match.position.copy()
        proof = solve_position(position, self.rules.proof_nodes, mebibytes=PROOF_SEARCH_TABLE_MIB)
        if proof.verdict == "win":
            return Outcome(position.to_move, "adjudicated_proof")
        if self.seats > 2:
            return None  # the proof assumes that all others play against this seat
        if proof.verdict == "loss":
            return Outcome(1 - position.to_move, "adjudicated_proof")
        return Outcome(None, "adjudicated_proof") if proof.verdict == "draw" else None

    def _judge_length(self, match: Match) -> Outcome | None:
        most = self.rules.max_moves * self.seats
        return Outcome(None, "adjudicated_length") if 0 < most <= len(match.moves) else None


def stated_score(infos: list[dict[str, Any]]) -> float | None:
    """The last score that the info messages of a move state, from the view of its seat."""
    scores = [info.get("score") for info in infos]
    numbers = [score for score in scores if type(score) in (int, float)]
    return numbers[-1] if numbers else None
