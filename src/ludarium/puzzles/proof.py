"""Proofs of puzzles: what holds without any evaluation, within a limit of nodes."""

from __future__ import annotations

from ludarium.core.constants import WIN_SCORE
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.core.puzzle import Proof
from ludarium.puzzles.only_turn import OnlyTurn
from ludarium.search.prove import Prover

PROOF_TABLE_MEBIBYTES = 8
MAX_LOSS_PLIES = 9  # how far the loss after a wrong turn is searched


class SecondSolution(Exception):
    """A proof found another turn that wins as soon."""


def prove_only_turn(game: AnyGame, position: Position, found: OnlyTurn, nodes: int) -> Proof:
    """Prove the win of a turn, or the loss after every other one; empty if it takes too long.

    Raises SecondSolution if another turn wins as soon.
    """
    outlook = game.search_position(position)
    if found.plies == 1:
        return "win"  # the rules end the game at once
    if found.goal == "win":
        return _prove_win(outlook, found, nodes)
    if found.goal == "save":
        return _prove_losses(outlook, found.move, nodes)
    return ""


def _prove_win(outlook: Position, found: OnlyTurn, nodes: int) -> Proof:
    seat = outlook.to_move
    prover = Prover(seat, nodes, PROOF_TABLE_MEBIBYTES)
    for move in sorted(legal_moves(outlook), key=lambda move: move != found.move):
        after = outlook.copy()
        after.play(move)
        value = _value_after(prover, seat, after, found.plies - 1)
        if prover.nodes > prover.node_limit:
            return ""
        if move == found.move and value <= 0:
            return ""
        if move != found.move and value > 0:
            raise SecondSolution
    return "win"


def _prove_losses(outlook: Position, saving: int, nodes: int) -> Proof:
    seat = outlook.to_move
    prover = Prover(seat, nodes, PROOF_TABLE_MEBIBYTES)
    for move in legal_moves(outlook):
        if move == saving:
            continue
        after = outlook.copy()
        after.play(move)
        value = 0
        for plies in range(1, MAX_LOSS_PLIES + 1):
            value = _value_after(prover, seat, after, plies)
            if value < 0 or prover.nodes > prover.node_limit:
                break
        if value >= 0 or prover.nodes > prover.node_limit:
            return ""
    return "loss"


def _value_after(prover: Prover, seat: int, after: Position, plies: int) -> int:
    """The value for the seat of the prover; one ply more detects a seat without a legal move."""
    if after.verdict == DRAW:
        return 0
    if after.verdict != ONGOING:
        return WIN_SCORE if after.verdict == seat else -WIN_SCORE
    return prover.search_to_depth(after.copy(), plies + 1)
