"""The page docs/reference/levels.md: the dial of each game in Elo, from the stored ratings."""

from __future__ import annotations

from pathlib import Path

from ludarium.agents.level_ratings import RATINGS_FILE, GameRatings, PairScore, read_ratings
from ludarium.agents.levels import DIAL, MARKS, find_mark
from ludarium.arena.report.dial import TARGET_SHARES
from ludarium.arena.report.strength_document import markdown_table
from ludarium.arena.run.atomic_file import indented_json, replace_file

DIAL_DOCUMENT = "levels.md"

DIAL_INTRODUCTION = """\
# The twelve levels in Elo

Written by `ludarium strength calibrate --publish` from the files of its matches; no figure is typed
by hand. Every level plays the next weaker one from random openings of two to six turns, each
opening in both seats. All scores of a game together give the Elo, with level 6 at 1500. The
interval holds the true number 19 times in 20; it grows with the distance from level 6. The scale of
one game says nothing about another game.

All players have fixed numbers of nodes here, so that the same command gives the same games on
every machine. Only time limits level 12 elsewhere, which allows it several times the nodes of here;
the step to level 12 is larger then. `hard` is limited by time too. It stands between levels 11 and
12.

`ludarium strength tune-levels` and matches of other seeds chose the levels; none of those games
count here. A game without a row was not measured yet.
"""

STYLE_TEXT = """\
## Styles

`bold` prefers turns that bring its pieces nearer to the opponent's, in Pyramids turns that move
many pieces. `trader` prefers turns that take pieces off the board or leave fewer moves. Each plays
the steady player of its level, with more nodes to make up for its taste (`styles.toml`):
"""


def publish_ratings(measured: dict[str, GameRatings], docs: Path) -> None:
    """Replace the stored ratings of these games, and write the page from all."""
    kept = dict(sorted({**read_ratings(), **measured}.items()))
    replace_file(RATINGS_FILE, indented_json(kept))
    read_ratings.cache_clear()
    replace_file(docs / DIAL_DOCUMENT, render_dials(kept).encode())


def render_dials(ratings: dict[str, GameRatings]) -> str:
    """The whole text."""
    parts = [DIAL_INTRODUCTION, "## Elo\n", elo_table(ratings)]
    parts.append(_marks_text(list(ratings)))
    parts.append("## Neighbours\n")
    low, high = TARGET_SHARES
    outside = [
        pair for one in ratings.values() for pair in one.pairs if not low <= pair.score <= high
    ]
    count = sum(len(one.pairs) for one in ratings.values())
    parts.append(
        f"The stronger of two neighbours is to score {low:.2f} to {high:.2f}. "
        f"{count - len(outside)} of {count} pairs do.\n"
    )
    parts.append(score_table({name: one.pairs for name, one in ratings.items()}))
    if any(one.styles for one in ratings.values()):
        parts.append(STYLE_TEXT)
        parts.append(score_table({name: one.styles for name, one in ratings.items()}))
    parts.append("## Commands\n")
    commands = dict.fromkeys(one.command for one in ratings.values() if one.command)
    parts.append("\n".join(f"    {line}" for line in commands) + "\n")
    return "\n".join(parts)


def elo_table(ratings: dict[str, GameRatings]) -> str:
    """The Elo of every level, game by game."""
    rows: list[tuple[str, ...]] = []
    for name, one in ratings.items():
        cells = [
            f"{found.elo} ({found.low} to {found.high})" if found else ""
            for found in map(one.levels.get, DIAL)
        ]
        rows.append((name, *cells, one.network[:8] or "hand"))
    return markdown_table(("game", *DIAL, "judged by"), rows)


def score_table(pairs: dict[str, list[PairScore]]) -> str:
    """The scores of pairs, game by game."""
    rows: list[tuple[str, ...]] = [
        (
            name,
            f"`{pair.player}`",
            f"`{pair.against}`",
            str(pair.games),
            f"{pair.score:.3f}",
            f"{pair.low:.3f} to {pair.high:.3f}",
        )
        for name, found in pairs.items()
        for pair in found
    ]
    return markdown_table(("game", "player", "against", "games", "score", "95 % interval"), rows)


def _marks_text(games: list[str]) -> str:
    """Which level each mark is, in one sentence a game."""
    lines = []
    for game in games:
        found = ", ".join(f"`{mark}` {find_mark(game, mark)}" for mark in MARKS)
        lines.append(f"- {game}: {found}")
    return "The marks on the dial, by the level at or below each:\n\n" + "\n".join(lines) + "\n"
