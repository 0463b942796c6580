"""Proofs agree with plain minimax, and their lines end the game as stated."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludarium import DRAW, ONGOING, AnyGame, Position, cli, games, load, mode
from ludarium.search.solve import Proof, solve_position

TICTACTOE = str(Path(__file__).parents[2] / "examples/tictactoe/tictactoe.py") + ":TicTacToe"
POSITIONS = 30 if mode.compiled() else 6
WIN_SCORE = 1000


def minimax(game: AnyGame, position: Position, seat: int, depth: int, ply: int) -> int:
    """The value for a seat by a full search; an earlier win is worth more."""
    moves = game.moves(position)
    if position.verdict == ONGOING and not moves:
        position.no_moves_verdict()
    if position.verdict != ONGOING:
        if position.verdict == DRAW:
            return 0
        return WIN_SCORE - ply if position.verdict == seat else ply - WIN_SCORE
    if depth == 0:
        return 0
    values = []
    mover = position.to_move
    for move in moves:
        position.play(move)
        values.append(minimax(game, position, seat, depth - 1, ply + 1))
        position.undo()
    return max(values) if mover == seat else min(values)


def follow(game: AnyGame, position: Position, proof: Proof) -> None:
    """The line of a proof ends the game as the proof says."""
    seat = position.to_move
    for move in proof.line:
        assert move in game.moves(position)
        game.advance(position, move)
    outcome = game.result(position)
    assert outcome is not None
    assert (outcome.winner == seat) == (proof.verdict == "win")
    assert len(proof.line) == proof.plies


@pytest.mark.parametrize("name", games())
def test_a_proof_agrees_with_plain_minimax(name: str) -> None:
    options: dict[str, Any] = {"ply_limit": 60} if name == "pyramids" else {}
    game = load(name, **options)
    depth = 2 if name in ("ludus", "pyramids") or not mode.compiled() else 3
    rng = random.Random(name)
    decided = 0
    for number in range(POSITIONS):
        history = [game.new(number, rng.choice(game.seat_counts))]
        while moves := game.moves(history[-1]):
            history.append(history[-1].copy())
            game.advance(history[-1], rng.choice(moves))
        position = history[max(len(history) - 1 - rng.randrange(1, 5), 0)]
        proof = solve_position(position, depth=depth, mebibytes=1)
        value = minimax(game, position.copy(), position.to_move, depth, 0)
        if value == 0:
            assert proof.verdict in {"unknown", "draw"}
            continue
        decided += 1
        assert proof.verdict == ("win" if value > 0 else "loss")
        assert proof.plies == WIN_SCORE - abs(value)
        follow(game, position, proof)
    assert decided, "no position of the sample was decided"


def test_forge_as_written_is_a_win_in_one() -> None:
    game = load("forge", "as_written")
    position = game.new()
    proof = solve_position(position)
    assert (proof.verdict, proof.plies) == ("win", 1)
    assert game.notate(position, proof.line[0]) in {"a1-c6", "b1-c6", "c1-c6"}


def test_tic_tac_toe_is_a_draw() -> None:
    proof = solve_position(load(TICTACTOE).new(), mebibytes=1)
    assert proof.verdict == "draw"
    assert proof.line == []


def test_a_proof_stops_at_its_node_limit_and_says_so() -> None:
    proof = solve_position(load("caldera").new(), nodes=5_000)
    assert proof.verdict == "unknown"
    assert 0 < proof.depth < 5
    assert proof == solve_position(load("caldera").new(), nodes=5_000)


def test_a_proof_leaves_the_position_alone() -> None:
    game = load("skysummit")
    position = game.new()
    before = game.state_to_json(position)
    solve_position(position, depth=1)
    assert game.state_to_json(position) == before


def test_without_a_terminal_the_command_tells_how_far_it_is() -> None:
    solved = CliRunner().invoke(cli.make_application(["solve"]), ["solve", TICTACTOE])
    assert "nothing within " in solved.stderr
    assert "draw" in solved.stdout
