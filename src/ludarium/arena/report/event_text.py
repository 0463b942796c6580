"""Event text: all games of an event as game text, with scores and times as comments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.unit import EventProgress, GameResult
from ludarium.arena.run.adjudicator import stated_score
from ludarium.arena.run.event_store import EventStore, StoredGame
from ludarium.arena.run.game_loop import GameExtras
from ludarium.core import record as records
from ludarium.core.game_text import write_game_text


class TextFile:
    """The games of a running event in a file: the stored ones, then each one as it ends."""

    def __init__(self, store: EventStore, path: Path) -> None:
        self.store = store
        self.live = path.open("w", encoding="utf-8")
        self.live.writelines(event_text(store))
        self.live.flush()

    def update(self, progress: EventProgress) -> None:
        """Nothing: games are written one by one."""

    def add_game(self, result: GameResult) -> None:
        """Append a game; a reader of the file sees whole games only."""
        kept = self.store.game(result.unit, result.game)
        self.live.write(game_text(self.store.event, kept) + "\n")
        self.live.flush()


def event_text(store: EventStore) -> Iterator[str]:
    """The games in the order of the event, one text each with an empty line behind it."""
    for kept in store.games():
        yield game_text(store.event, kept) + "\n"


def game_text(event: ArenaEvent, kept: StoredGame) -> str:
    """One game of an event as text."""
    result = kept.result
    match = records.replay(kept.record, type(event.grounds[result.ground].load()))
    controls = [event.entrants[who].control or event.control for who in result.lineup]
    tags = {
        "Event": f"{event.format} {event.digest()}",
        "Round": f"{result.unit + 1}.{result.game + 1}",
        "Date": kept.finished[:10].replace("-", "."),
        "TimeControl": controls[0] if len(set(controls)) == 1 else " | ".join(controls),
    }
    if kept.extras.fault is not None:
        tags["Forfeit"] = f"seat {kept.extras.fault.seat + 1}: {kept.extras.fault.message}"
    return write_game_text(match, tags, move_comments(kept.extras), kept.record.rules_version)


def move_comments(extras: GameExtras) -> dict[int, str]:
    """The comments by the number of the move: `book`, or score/depth and seconds."""
    comments = dict.fromkeys(range(extras.opening), "book")
    for number, seconds in enumerate(extras.seconds, extras.opening):
        infos = extras.infos.get(number, [])
        score = stated_score(infos)
        depths = [info["depth"] for info in infos if type(info.get("depth")) is int]
        judged = "" if score is None else f"{score:+g}"
        judged += f"/{depths[-1]}" if judged and depths else ""
        comments[number] = f"{judged} {seconds:.3f}s".strip()
    return comments
