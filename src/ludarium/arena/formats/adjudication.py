"""Adjudication: when the arena ends a game before its rules do."""

from __future__ import annotations

import msgspec

from ludarium.arena.formats.setting_words import read_setting_words, read_switch, read_whole_number
from ludarium.core.errors import InvalidOption


class ResignRule(msgspec.Struct, frozen=True):
    """A seat loses after `moves` moves in a row with a score of `score` below 0 or worse.

    With `both_sides` the opponent's scores must say the same.
    """

    score: int
    moves: int = 3
    both_sides: bool = True


class DrawRule(msgspec.Struct, frozen=True):
    """A draw after `moves` moves in a row of every seat within `score` of 0, from `first` on."""

    score: int
    moves: int = 8
    first: int = 1  # the number of the move, counted for each seat


class Adjudication(msgspec.Struct, frozen=True):
    """The rules by which games are adjudicated. None and 0: not by this one."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    proof_nodes: int = 0  # of a proof search after each move
    max_moves: int = 0  # for each seat; then the game is a draw


def read_adjudication(
    resign: str = "", draw: str = "", proof_nodes: int = 0, max_moves: int = 0
) -> Adjudication | None:
    """The adjudication that options describe, None without any."""
    if not (resign or draw or proof_nodes or max_moves):
        return None
    return Adjudication(
        _read_resign(resign) if resign else None,
        _read_draw(draw) if draw else None,
        proof_nodes,
        max_moves,
    )


def _read_resign(written: str) -> ResignRule:
    given = read_setting_words("resign", written, ("score", "movecount", "twosided"))
    _require_score("resign", given)
    return ResignRule(
        read_whole_number("resign", "score", given["score"]),
        read_whole_number("resign", "movecount", given.get("movecount", "3")),
        read_switch("resign", "twosided", given.get("twosided", "true")),
    )


def _read_draw(written: str) -> DrawRule:
    given = read_setting_words("draw", written, ("score", "movecount", "movenumber"))
    _require_score("draw", given)
    return DrawRule(
        read_whole_number("draw", "score", given["score"]),
        read_whole_number("draw", "movecount", given.get("movecount", "8")),
        read_whole_number("draw", "movenumber", given.get("movenumber", "1")),
    )


def _require_score(option: str, given: dict[str, str]) -> None:
    if "score" not in given:
        raise InvalidOption(f"wrong_{option}", f"--{option} needs score=, as in score=600.")
