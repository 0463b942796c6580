"""docs/strength.md from the stored results: tables, pictures and the commands behind them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec

from ludarium.agents import spec
from ludarium.agents.levels import LEVELS
from ludarium.core.options import STANDARD
from ludarium.core.registry import load
from ludarium.training import ledger, lineage, pictures
from ludarium.training.pairing import FAIR
from ludarium.training.setting import CannotTrain
from ludarium.training.summary import Share, Summary, percentile, summarise

STORED = "strength.json"
DOCUMENT = "strength.md"
LADDER = "images/strength-ladder.svg"
LENGTHS = "images/strength-lengths.svg"
OPENING = (2, 6)
SEED = 1

INTRODUCTION = """\
# How strong the players are, and what their games are like

Written by `ludarium strength report` from [strength.json](strength.json), which the commands at
the end filled; no figure is typed by hand. In a match two players play every opening in all
distributions of seats: two games with two seats, six with three, one player against two of the
other and the other way round. An opening is some random plies that the seed draws and after which a
search of 100 000 positions, or of as many as `--fair` says, finds neither seat much better; with
`--fair 0` it is taken as it comes. A draw is half a point, so equal players score 0.5. The interval
holds the true share 19 times in 20; openings are its unit, not games. `nodes` and `iterations` take
the place of time, which makes a match reproducible. Seconds are those of a processor, for one turn
on average, on the machine that played. "Judged by" is the digest of the network's weights, or
`hand` for the evaluation written by hand.
"""


def write(runs: Path, docs: Path) -> list[Summary]:
    """Add the results of a folder to the stored ones and write the document anew."""
    kept = merge(stored(docs / STORED), collected(runs))
    if not kept:
        raise CannotTrain("no_results", f"There are no results in {runs}: play a match first.")
    (docs / LADDER).parent.mkdir(parents=True, exist_ok=True)
    lineage.replace(docs / STORED, lineage.shown(kept))
    levels = [one for one in kept if section(one) == "levels"]
    alone = [one for one in kept if one.about.kind == "selfplay"]
    if levels:
        pictures.draw_ladder(docs / LADDER, levels)
    if alone:
        pictures.draw_lengths(docs / LENGTHS, alone)
    lineage.replace(docs / DOCUMENT, document(kept).encode())
    return kept


def stored(path: Path) -> list[Summary]:
    """The results that a file keeps."""
    if not path.is_file():
        return []
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Summary])
    except msgspec.DecodeError as error:
        raise CannotTrain("bad_results", f"{path} holds no results.") from error


def collected(runs: Path) -> list[Summary]:
    """The results of all files of games in a folder, the oldest first."""
    files = sorted(runs.glob("*.jsonl"), key=lambda path: (path.stat().st_mtime, path.name))
    found = [summarise(one.header, one.games) for one in map(ledger.read, files)]
    return [one for one in found if one.games]


def merge(old: list[Summary], new: list[Summary]) -> list[Summary]:
    """One result for each comparison: the last, but of the same engine that with most games."""
    kept: dict[tuple[Any, ...], Summary] = {}
    for one in [*old, *new]:
        before = kept.setdefault(_identity(one), one)
        if _engine(before) != _engine(one) or before.games <= one.games:
            kept[_identity(one)] = one
    return [kept[key] for key in sorted(kept)]


def _engine(summary: Summary) -> tuple[Any, ...]:
    about = summary.about
    return about.network, about.rules_version, about.levels


def _identity(summary: Summary) -> tuple[Any, ...]:
    """What is compared, so that sorting puts a game's ladder in order."""
    about = summary.about
    options = msgspec.json.encode(about.options, order="sorted")
    names = [spec.read(player) for player in about.players]
    rungs = tuple(LEVELS.index(one.name) if one.name in LEVELS else -1 for one in names)
    players = tuple(about.players)
    return (about.game, about.ruleset, options, about.kind, about.seats, rungs, players)


def section(summary: Summary) -> str:
    """Where a comparison belongs in the document."""
    about = summary.about
    if about.kind == "selfplay":
        return "self-play"
    if about.seats > 2:
        return "seats"
    names = {spec.read(player).name for player in about.players}
    return "levels" if names <= set(LEVELS) else "searches"


def document(results: list[Summary]) -> str:
    """The whole text."""
    parts = [INTRODUCTION]
    chosen = {name: [one for one in results if section(one) == name] for name in TITLES}
    for name, title in TITLES.items():
        if not chosen[name]:
            continue
        parts.append(f"## {title}\n")
        parts.append(selfplay(chosen[name]) if name == "self-play" else matches(chosen[name]))
        if name == "levels":
            parts.append(f"![Shares of the points with their intervals]({LADDER})\n")
    parts.append("## Commands\n\nAll of them, the last one writes this document:\n")
    commands = [*map(command, results), "ludarium strength report"]
    parts.append("\n".join(f"    {line}" for line in commands) + "\n")
    return "\n".join(parts)


TITLES = {
    "levels": "The ladder of levels",
    "searches": "Against other searches",
    "seats": "More than two seats",
    "self-play": "Strong self-play",
}


def matches(results: list[Summary]) -> str:
    """A table of matches."""
    head = ("game", "player", "against", "seats", "games", "score", "95 % interval")
    rows = [
        (
            game(one),
            *(f"`{player}`" for player in one.about.players),
            str(one.about.seats),
            str(one.games),
            f"{one.score.score:.3f}",
            interval(one.score),
            " / ".join(f"{seconds:.3f}" for seconds in one.thought),
            one.about.network[:8] or "hand",
        )
        for one in results
    ]
    return table((*head, "seconds a turn", "judged by"), rows)


def selfplay(results: list[Summary]) -> str:
    """Tables of self-play, and the picture of lengths."""
    head = ("game", "player", "seats", "games", "decided", "turns: 10 %", "median", "90 %")
    rows = [
        (
            game(one),
            f"`{one.about.players[0]}`",
            str(one.about.seats),
            str(one.games),
            f"{1 - one.drawn / one.games:.0%}",
            *(str(percentile(one.turns, share)) for share in (0.1, 0.5, 0.9)),
            f"{one.score.score:.3f} ({interval(one.score)})",
            one.about.network[:8] or "hand",
        )
        for one in results
    ]
    endings = [row for one in results for row in _endings(one)]
    events = [row for one in results for row in _events(one)]
    parts = [
        table((*head, "first seat's score", "judged by"), rows),
        f"![How long the games are]({LENGTHS})\n",
        "How the games ended, and which seats won them:\n",
        table(("game", "seats", "reason", "games", "won by seat", "drawn"), endings),
        "What happened in them (the random plies of the openings left out):\n",
        table(("game", "seats", "event", "a game", "of moves", "of games"), events),
    ]
    return "\n".join(parts)


def _endings(one: Summary) -> list[tuple[str, ...]]:
    return [
        (
            game(one),
            str(one.about.seats),
            f"`{reason}`",
            f"{end.games / one.games:.0%}",
            " / ".join(map(str, end.won)),
            str(end.games - sum(end.won)),
        )
        for reason, end in one.endings.items()
    ]


def _events(one: Summary) -> list[tuple[str, ...]]:
    return [
        (
            game(one),
            str(one.about.seats),
            kind,
            f"{what.events / one.games:.2f}",
            f"{what.moves / one.moves:.1%}",
            f"{what.games / one.games:.0%}",
        )
        for kind, what in one.happenings.items()
    ]


def facts(summary: Summary) -> list[str]:
    """A comparison in a few lines, for the terminal."""
    one, about = summary, summary.about
    lines = [f"{one.games} games from {one.openings} openings"]
    if about.kind == "match":
        lost = one.games - one.won - one.drawn
        lines.append(f"{about.players[0]} scores {one.score.score:.3f} ({interval(one.score)})")
        lines.append(f"won {one.won}, drawn {one.drawn}, lost {lost} against {about.players[1]}")
    else:
        lines.append(f"decided {1 - one.drawn / one.games:.0%}")
        lines.append(f"the first seat scores {one.score.score:.3f} ({interval(one.score)})")
    spent = " and ".join(f"{seconds:.4f}" for seconds in one.thought)
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
        for kind, what in one.happenings.items()
    ]
    return lines


def interval(share: Share) -> str:
    """From where to where."""
    return f"{share.low:.3f} to {share.high:.3f}"


def game(summary: Summary) -> str:
    """The game, and its ruleset if that is not the usual one."""
    about = summary.about
    return about.game if about.ruleset == STANDARD else f"{about.game} ({about.ruleset})"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def command(summary: Summary) -> str:
    """What was typed to get a result."""
    about = summary.about
    words = ["ludarium", "strength", about.kind, about.game]
    if about.kind == "match":
        words += about.players
    else:
        words += ["--nodes", str(int(spec.read(about.players[0]).settings["nodes"]))]
    words += ["--games", str(summary.games)]
    if about.seats != 2:
        words += ["--seats", str(about.seats)]
    if about.opening != OPENING:
        words += ["--opening", "{}-{}".format(*about.opening)]
    if about.fair != FAIR:
        words += ["--fair", str(about.fair)]
    if about.seed != SEED:
        words += ["--seed", str(about.seed)]
    if about.ruleset != STANDARD:
        words += ["--ruleset", about.ruleset]
    usual = load(about.game, about.ruleset).values
    for name, value in about.options.items():
        if value != usual[name]:
            words += ["--option", f"{name}={json.dumps(value)}"]
    return shlex.join(words)
