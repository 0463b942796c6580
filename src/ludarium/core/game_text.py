"""Game text: matches as text in the manner of PGN, for every game, several in a file.

Tags in brackets come first, then the moves in the game's notation with comments in braces, then
the result. A notation that could be taken for something else is written as a JSON string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from ludarium.core.match import Match

TEXT_LINE_CHARACTERS = 100
UNFINISHED_RESULT = "*"
RESULT = re.compile(r"\*|(?:[01]|1/\d+)(?:-(?:[01]|1/\d+))+")
PLAIN_NOTATION = re.compile(r"[^\s\"{}\[\];%.]+")


def write_game_text(
    match: Match,
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    rules_version: int | None = None,
) -> str:
    """A match as text. A comment stands behind the move of its number, counted from 0.

    `rules_version` is that of a record by older rules.
    """
    result = result_text(match)
    all_tags = {**_setup_tags(match, rules_version), **(tags or {}), "Result": result}
    if match.outcome is not None:
        all_tags["Termination"] = match.outcome.reason
    lines = [f"[{name} {_quote(value)}]" for name, value in all_tags.items()]
    moves = _wrap_words([*_move_words(match, comments or {}), result])
    return "\n".join([*lines, "", *moves, ""])


def result_text(match: Match) -> str:
    """The result: the points of each seat joined by hyphens, or a star for a running match."""
    outcome, seats = match.outcome, len(match.players)
    if outcome is None:
        return UNFINISHED_RESULT
    if outcome.winner is None:
        return "-".join([f"1/{seats}"] * seats)
    return "-".join("1" if seat == outcome.winner else "0" for seat in range(seats))


def notation_word(notation: str) -> str:
    """A notation, as a JSON string if it could be taken for something else."""
    plain = PLAIN_NOTATION.fullmatch(notation) and not RESULT.fullmatch(notation)
    return notation if plain else _quote(notation)


def _setup_tags(match: Match, rules_version: int | None) -> dict[str, str]:
    game = match.game
    version = game.rules_version if rules_version is None else rules_version
    tags = {"Game": game.id, "RulesVersion": str(version), "Ruleset": game.ruleset}
    if game.values:
        tags["Options"] = json.dumps(game.values, separators=(",", ":"))
    tags["Seed"] = str(match.seed)
    if match.start is not None:
        tags["Start"] = json.dumps(match.start, separators=(",", ":"))
    for number, player in enumerate(match.players, 1):
        tags[f"Seat{number}"] = player.name
        tags[f"Kind{number}"] = player.kind
    return tags


def _move_words(match: Match, comments: Mapping[int, str]) -> Iterator[str]:
    number, last = 0, len(match.players)
    for ply, (position, move) in enumerate(match.steps()):
        if position.to_move < last:
            number += 1
            yield f"{number}."
        last = position.to_move
        yield notation_word(match.game.notate(position, move))
        if comments.get(ply):
            yield "{" + " ".join(comments[ply].replace("{", "(").replace("}", ")").split()) + "}"


def _wrap_words(words: list[str]) -> list[str]:
    """The words in lines. Text inside strings must not change, so textwrap cannot do it."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= TEXT_LINE_CHARACTERS:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
