"""The report docs/reference/strength.md: tables, charts and commands, from files of events."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec

from ludarium.agents import player_spec, time_control
from ludarium.agents.levels import LEVELS, is_level_name
from ludarium.arena.report.standings import ScoreInterval
from ludarium.arena.report.strength_charts import draw_ladder, draw_lengths
from ludarium.arena.report.strength_outdated import playing_settings
from ludarium.arena.report.strength_summary import (
    FAIR_NODES,
    StrengthSummary,
    percentile,
    summarise_event,
)
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.core.errors import LudariumError
from ludarium.core.options import STANDARD

SUMMARIES_FILE = "strength.json"
DOCUMENT_FILE = "strength.md"
LADDER_CHART = "images/strength-ladder.svg"
LENGTHS_CHART = "images/strength-lengths.svg"
USUAL_OPENING = (2, 6)
USUAL_SEED = 1

INTRODUCTION = """\
# How strong the players are, and what their games are like

Written by `ludarium strength report` from [strength.json](strength.json), which the commands at
the end filled; no figure is typed by hand. In a match two players play every opening in all
distributions of seats: two games with two seats, six with three, one player against two of the
other and the other way round. An opening is some random turns that the seed draws and after which a
search of 100 000 positions, or of as many as `--fair` says, finds neither seat much better; with
`--fair 0` it is taken as it comes. A draw shares the point among the seats, so equal players score
0.5. The interval holds the true share 19 times in 20; openings are its unit, not games. `nodes` and
`iterations` take the place of time, which makes a match reproducible. Seconds are those of a
processor, for one turn on average, on the machine that played. "Judged by" is the digest of the
network's weights, or `hand` for the evaluation written by hand.
"""

EARLIER_ENGINE = """\
Results with `*` were measured with the given command before the arena played these games. The
openings of a seed are the same since then, and so are games between players that draw nothing.
Players that draw (`easy`, `medium`, `mcts`, `judged`, and a book) were seeded in another way, so
that the same command now plays other games of theirs.
"""


class NoResults(LudariumError):
    """Nothing to report, or a file of results that cannot be read."""


def write_document(runs: Path, docs: Path) -> list[StrengthSummary]:
    """Add the events of a folder to the stored summaries and write the document from all."""
    kept = merge_summaries(read_summaries(docs / SUMMARIES_FILE), collect_summaries(runs))
    if not kept:
        raise NoResults("no_results", f"There are no results in {runs}: play a match first.")
    (docs / LADDER_CHART).parent.mkdir(parents=True, exist_ok=True)
    replace_file(docs / SUMMARIES_FILE, indented_json(kept))
    levels = [one for one in kept if section(one) == "levels"]
    alone = [one for one in kept if one.about.kind == "selfplay"]
    if levels:
        draw_ladder(docs / LADDER_CHART, levels)
    if alone:
        draw_lengths(docs / LENGTHS_CHART, alone)
    replace_file(docs / DOCUMENT_FILE, render_document(kept).encode())
    return kept


def read_summaries(path: Path) -> list[StrengthSummary]:
    """The summaries that a file keeps."""
    if not path.is_file():
        return []
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[StrengthSummary])
    except msgspec.DecodeError as error:
        raise NoResults("bad_results", f"{path} holds no results.") from error


def collect_summaries(runs: Path) -> list[StrengthSummary]:
    """The summaries of all events in a folder, the oldest first."""
    files = sorted(
        runs.glob(f"*{STORE_SUFFIX}"), key=lambda path: (path.stat().st_mtime, path.name)
    )
    found = []
    for path in files:
        with EventStore(path) as store:
            found.append(summarise_event(store))
    return [one for one in found if one is not None and one.games]


def merge_summaries(
    old: list[StrengthSummary], new: list[StrengthSummary]
) -> list[StrengthSummary]:
    """One summary a comparison: the last one; of equal players, the one with most games."""
    kept: dict[tuple[Any, ...], StrengthSummary] = {}
    for one in [*old, *new]:
        before = kept.setdefault(_comparison(one), one)
        if _players(before) != _players(one) or before.games <= one.games:
            kept[_comparison(one)] = one
    return [kept[key] for key in sorted(kept)]


def _players(summary: StrengthSummary) -> tuple[Any, ...]:
    """Everything that decides the strength of the players."""
    about = summary.about
    others = [digest for digest in about.digests if digest]
    levels = {name: playing_settings(level) for name, level in about.levels.items()}
    return about.network, about.rules_version, levels, others


def _comparison(summary: StrengthSummary) -> tuple[Any, ...]:
    """The comparison of a summary; sorting by it puts a game's ladder in order."""
    about = summary.about
    options = msgspec.json.encode(about.given, order="sorted")
    names = [_player_name(player) for player in about.players]
    rungs = tuple(LEVELS.index(name) if name in LEVELS else -1 for name in names)
    players = tuple(about.players)
    return (
        *(about.game, about.ruleset, options, about.kind, about.seats, rungs, players),
        about.control,
    )


def _player_name(written: str) -> str:
    return written.partition(":")[0]


def section(summary: StrengthSummary) -> str:
    """The section of the document that a comparison belongs to."""
    about = summary.about
    if about.kind == "selfplay":
        return "self-play"
    if about.seats > 2:
        return "seats"
    names = set(map(_player_name, about.players))
    return "levels" if all(map(is_level_name, names)) else "searches"


def render_document(results: list[StrengthSummary]) -> str:
    """The whole text."""
    parts = [INTRODUCTION]
    if any(one.about.measured_by == "lab" for one in results):
        parts.append(EARLIER_ENGINE)
    chosen = {name: [one for one in results if section(one) == name] for name in TITLES}
    for name, title in TITLES.items():
        if not chosen[name]:
            continue
        parts.append(f"## {title}\n")
        render = selfplay_tables if name == "self-play" else match_table
        parts.append(render(chosen[name]))
        if name == "levels":
            parts.append(f"![Shares of the points with their intervals]({LADDER_CHART})\n")
    parts.append("## Commands\n\nAll of them, the last one writes this document:\n")
    commands = [*map(command_line, results), "ludarium strength report"]
    parts.append("\n".join(f"    {line}" for line in commands) + "\n")
    return "\n".join(parts)


TITLES = {
    "levels": "The ladder of levels",
    "searches": "Against other searches",
    "seats": "More than two seats",
    "self-play": "Strong self-play",
}


def match_table(results: list[StrengthSummary]) -> str:
    """A table of matches."""
    head = ("game", "player", "against", "seats", "games", "score", "95 % interval")
    rows = [
        (
            game_name(one),
            *(f"`{player}`" for player in one.about.players),
            str(one.about.seats),
            games_cell(one),
            f"{one.score.mean:.3f}",
            format_interval(one.score),
            " / ".join(f"{seconds:.3f}" for seconds in one.turn_seconds),
            one.about.network[:8] or "hand",
        )
        for one in results
    ]
    return markdown_table((*head, "seconds a turn", "judged by"), rows)


def selfplay_tables(results: list[StrengthSummary]) -> str:
    """Tables of self-play, and the picture of lengths."""
    head = ("game", "player", "seats", "games", "decided", "turns: 10 %", "median", "90 %")
    rows = [
        (
            game_name(one),
            f"`{one.about.players[0]}`",
            str(one.about.seats),
            games_cell(one),
            f"{1 - one.drawn / one.games:.0%}",
            *(str(percentile(one.turns, share)) for share in (0.1, 0.5, 0.9)),
            f"{one.score.mean:.3f} ({format_interval(one.score)})",
            one.about.network[:8] or "hand",
        )
        for one in results
    ]
    endings = [row for one in results for row in _endings(one)]
    events = [row for one in results for row in _events(one)]
    parts = [
        markdown_table((*head, "first seat's score", "judged by"), rows),
        f"![How long the games are]({LENGTHS_CHART})\n",
        "How the games ended, and which seats won them:\n",
        markdown_table(("game", "seats", "reason", "games", "won by seat", "drawn"), endings),
        "What happened in them (the random plies of the openings left out):\n",
        markdown_table(("game", "seats", "event", "a game", "of moves", "of games"), events),
    ]
    return "\n".join(parts)


def _endings(one: StrengthSummary) -> list[tuple[str, ...]]:
    return [
        (
            game_name(one),
            str(one.about.seats),
            f"`{reason}`",
            f"{end.games / one.games:.0%}",
            " / ".join(map(str, end.won)),
            str(end.games - sum(end.won)),
        )
        for reason, end in one.endings.items()
    ]


def _events(one: StrengthSummary) -> list[tuple[str, ...]]:
    return [
        (
            game_name(one),
            str(one.about.seats),
            kind,
            f"{what.events / one.games:.2f}",
            f"{what.moves / one.moves:.1%}",
            f"{what.games / one.games:.0%}",
        )
        for kind, what in one.events.items()
    ]


def summary_lines(summary: StrengthSummary) -> list[str]:
    """A comparison in a few lines, for the terminal."""
    one, about = summary, summary.about
    lines = [f"{one.games} games from {one.openings} openings"]
    if about.kind == "match":
        lost = one.games - one.won - one.drawn
        lines.append(
            f"{about.players[0]} scores {one.score.mean:.3f} ({format_interval(one.score)})"
        )
        lines.append(f"won {one.won}, drawn {one.drawn}, lost {lost} against {about.players[1]}")
    else:
        lines.append(f"decided {1 - one.drawn / one.games:.0%}")
        lines.append(f"the first seat scores {one.score.mean:.3f} ({format_interval(one.score)})")
    spent = " and ".join(f"{seconds:.4f}" for seconds in one.turn_seconds)
    lines.append(f"seconds of a processor for a turn: {spent}")
    lengths = " ".join(str(percentile(one.turns, share)) for share in (0.1, 0.5, 0.9))
    lines.append(f"turns (10 %, median, 90 %): {lengths}")
    lines += [
        f"ended by {reason}: {end.games}, won by seat {' / '.join(map(str, end.won))}"
        for reason, end in one.endings.items()
    ]
    lines += [
        f"{kind}: {what.events / one.games:.2f} a game, in {what.moves / one.moves:.1%} of moves "
        f"and {what.games / one.games:.0%} of games"
        for kind, what in one.events.items()
    ]
    return lines


def format_interval(share: ScoreInterval) -> str:
    """The two ends of an interval."""
    return f"{share.low:.3f} to {share.high:.3f}"


def games_cell(summary: StrengthSummary) -> str:
    """The number of games, marked if an earlier engine played them."""
    return f"{summary.games}{'*' if summary.about.measured_by == 'lab' else ''}"


def game_name(summary: StrengthSummary) -> str:
    """The game, and its ruleset if that is not the usual one."""
    about = summary.about
    return about.game if about.ruleset == STANDARD else f"{about.game} ({about.ruleset})"


def markdown_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def command_line(summary: StrengthSummary) -> str:
    """The command that measured a result."""
    about = summary.about
    words = ["ludarium", "strength", about.kind, about.game]
    if about.kind == "match":
        words += about.players
    else:
        words += [
            "--nodes",
            str(int(player_spec.read_player_spec(about.players[0]).settings["nodes"])),
        ]
    words += ["--games", str(summary.games)]
    if about.seats != 2:
        words += ["--seats", str(about.seats)]
    if about.opening != USUAL_OPENING:
        words += ["--opening", "{}-{}".format(*about.opening)]
    if about.fair != FAIR_NODES:
        words += ["--fair", str(about.fair)]
    if about.seed != USUAL_SEED:
        words += ["--seed", str(about.seed)]
    if about.control != time_control.NO_TIME_CONTROL:
        words += ["--time", about.control]
    if about.ruleset != STANDARD:
        words += ["--ruleset", about.ruleset]
    for name, value in about.given.items():
        words += ["--option", f"{name}={json.dumps(value)}"]
    return shlex.join(words)
