"""The course of a stored game: who led when, which pieces acted, and its moves in notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from ludarium.analysis.position_analysis import winning_chance
from ludarium.arena.run.event_store import StoredGame
from ludarium.core import record as records
from ludarium.core.game import AnyGame
from ludarium.core.position import Position

LEAD_CHANCE = 0.6  # a seat leads if a search gives it at least this chance of winning


class GameCourse(NamedTuple):
    """What replaying a game tells beside its measures."""

    stored: StoredGame
    pieces: Counter[str]  # moves of the players by the piece that acted
    lead_changes: int | None  # None with more than two seats, or without scores
    notation: list[str]


def follow_game(stored: StoredGame, game: AnyGame) -> GameCourse:
    """Replay a stored game."""
    match = records.replay(stored.record, type(game))
    pieces: Counter[str] = Counter()
    seats: list[int] = []
    notation: list[str] = []
    for number, (position, move) in enumerate(match.steps()):
        seats.append(position.to_move)
        notation.append(game.notate(position, move))
        if number >= stored.extras.opening and (acting := acting_piece(game, position, move)):
            pieces[acting] += 1
    changes = count_lead_changes(stored.extras.infos, seats) if len(match.players) == 2 else None
    return GameCourse(stored, pieces, changes, notation)


def acting_piece(game: AnyGame, position: Position, move: int) -> str:
    """The glyph of the piece that a move begins with, else of the first one it changes."""
    first = game.path(position, move)[0]
    before = game.scene(position)
    clicked = [token for token in before.tokens if token.at == first]
    if clicked:
        return max(clicked, key=lambda token: token.layer).glyph
    after = position.copy()
    game.advance(after, move)
    tokens = {token.id: token for scene in (before, game.scene(after)) for token in scene.tokens}
    changed = [event.token for event in game.events(position, move) if event.token in tokens]
    return tokens[changed[0]].glyph if changed else ""


def count_lead_changes(infos: Mapping[int, list[dict[str, Any]]], seats: list[int]) -> int | None:
    """How often the lead passes from one seat to the other, by the scores of the players."""
    leaders: list[int] = []
    scored = False
    for number, told in sorted(infos.items()):
        if not told or "score" not in told[-1]:
            continue
        scored = True
        chance = winning_chance(told[-1]["score"])
        if chance >= LEAD_CHANCE:
            leaders.append(seats[number])
        elif chance <= 1 - LEAD_CHANCE:
            leaders.append(1 - seats[number])
    if not scored:
        return None
    return sum(one != other for one, other in pairwise(leaders))
