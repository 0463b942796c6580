"""Positions without a room: for diagrams, for replays and for demos."""

from __future__ import annotations

import inspect
from pathlib import Path

from ludarium.core import record as records
from ludarium.core.board_setup import state_from_scene
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.match import Match
from ludarium.core.position import ONGOING, Position
from ludarium.core.record import Ending
from ludarium.core.registry import registered_game
from ludarium.core.scene import Event as Step
from ludarium.server.http.schemas import Demo, Frame, Look, Looked, Replay, SetupQuery, SetupState
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.protocol.server_messages import Played, View
from ludarium.server.rooms.live_game import choices

DEMO_FILE = "demo.json"  # a record in the folder of a game
MAX_DEMO_MOVES = 60
DEMO_LEVEL = "easy"  # for a game without that file; the other levels take longer


def look_up_position(asked: Look, budget: CpuBudget) -> Looked:
    """The requested position, after the given moves and clicks."""
    game = registered_game(asked.game)(asked.ruleset, **asked.options)
    position = first_position(game, asked)
    played: list[Played] = []
    steps: list[Step] = []
    for given in asked.moves:
        budget.check()
        if isinstance(given, str):
            move = game.move_from_notation(position, given)
        else:
            move = game.move_from_json(position, given)
        steps = _play_move(game, position, move, played)
    if asked.path is not None:
        steps = _play_move(game, position, game.move_from_path(position, asked.path), played)
    return Looked(
        position_view(game, position, played, steps), choices(game, position), tuple(played)
    )


def read_setup(asked: SetupQuery, budget: CpuBudget) -> SetupState:
    """The state of a board that was set up by hand; InvalidState says why it cannot arise."""
    game = registered_game(asked.game)(asked.ruleset, **asked.options)
    return SetupState(state_from_scene(game, asked.scene, asked.to_move, budget.check, asked.seats))


def replay_match(match: Match, budget: CpuBudget) -> Replay:
    """A match with one frame for each move."""
    outcome = match.outcome
    return Replay(
        game=match.game.id,
        ruleset=match.game.ruleset,
        options=dict(match.game.values),
        seed=match.seed,
        names=tuple(player.name for player in match.players),
        kinds=tuple(player.kind for player in match.players),
        outcome=Ending(outcome.winner, outcome.reason) if outcome else None,
        frames=render_frames(match, budget),
    )


def render_frames(match: Match, budget: CpuBudget) -> tuple[Frame, ...]:
    """The first position, and each move with the board after it."""
    game = match.game
    position = match.first_position()
    pictures = [Frame(game.scene(position))]
    for move in match.moves:
        budget.check()
        seat, notation = position.to_move, game.notate(position, move)
        steps, path = tuple(game.events(position, move)), game.path(position, move)
        game.advance(position, move)
        pictures.append(Frame(game.scene(position), seat, notation, steps, path))
    return tuple(pictures)


def demo_game(name: str) -> Demo:
    """A short game, always the same: the record of the game's folder, or a game of weak bots."""
    kind = registered_game(name)
    file = Path(inspect.getfile(kind)).with_name(DEMO_FILE)
    if file.is_file():
        return Demo(
            render_frames(records.replay(records.loads(file.read_bytes()), kind), CpuBudget())
        )
    from ludarium.agents.level_player import LevelPlayer  # noqa: PLC0415  only this case needs a search

    match = Match(kind(), seed=1)
    player = LevelPlayer(match.game, DEMO_LEVEL, seed=1)
    while match.outcome is None and len(match.moves) < MAX_DEMO_MOVES:
        match.play(player.choose_move(match.position))
    return Demo(render_frames(match, CpuBudget()))


def first_position(game: AnyGame, asked: Look) -> Position:
    """The position before the requested moves."""
    if asked.state is None:
        first: Position = game.new(asked.seed, asked.seats)
        return first
    if asked.seats is not None or asked.seed:
        raise InvalidOption("state_and_setup", "A state has its own seats, and no seed.")
    found: Position = game.state_from_json(asked.state)
    return found


def _play_move(game: AnyGame, position: Position, move: int, played: list[Played]) -> list[Step]:
    """Play a legal move, and return its steps."""
    played.append(Played(position.to_move, game.notate(position, move)))
    steps: list[Step] = game.events(position, move)
    game.advance(position, move)
    return steps


def position_view(
    game: AnyGame, position: Position, played: list[Played], steps: list[Step]
) -> View:
    outcome = game.result(position)
    return View(
        game=1,
        ply=len(played),
        to_move=position.to_move if position.verdict == ONGOING else None,
        scene=game.scene(position),
        outcome=Ending(*outcome) if outcome else None,
        steps=tuple(steps),
    )
