"""The games of a comparison in a file of JSON lines: first what they are about, then each game."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, Literal

import msgspec

from ludarium.agents.levels import Level
from ludarium.training.pairing import FAIR, Played
from ludarium.training.setting import CannotTrain


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that decides the games but their number."""

    kind: Literal["match", "selfplay"]
    game: str
    ruleset: str
    options: dict[str, Any]
    rules_version: int
    seats: int
    players: list[str]
    opening: tuple[int, int]
    seed: int
    fair: int = FAIR  # nodes of the search that has to find an opening fair
    levels: dict[str, Level] = {}  # what those that play meant then
    network: str = ""  # the digest of the weights that judge positions, none for rules of thumb

    def name(self) -> str:
        """A name for the file that nothing else gets."""
        words = "-".join([self.kind, Path(self.game).name, *self.players])
        digest = hashlib.sha256(msgspec.json.encode(self)).hexdigest()
        return f"{re.sub(r'[^a-z0-9.]+', '-', words.lower())}-{digest[:8]}.jsonl"


class Ledger:
    """Games that were played; every one is in the file as soon as it is added."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self.games: list[Played] = []
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(header) + b"\n")
            return
        found = read(path)
        if found.header != header:
            raise CannotTrain("other_run", f"{path} holds the games of another comparison.")
        self.games = found.games
        # Half a line, if the machine went down while it was written.
        whole = path.read_bytes().rpartition(b"\n")[0] + b"\n"
        path.write_bytes(whole)

    def add(self, played: Played) -> None:
        """Write down one more game."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")
        self.games.append(played)

    def done(self) -> set[tuple[int, tuple[int, ...]]]:
        """The games that need not be played again."""
        return {(played.number, tuple(played.lineup)) for played in self.games}


class Read(msgspec.Struct):
    """What a file holds."""

    header: Header
    games: list[Played]


def read(path: Path) -> Read:
    """The games of a file, but for a last line that was not finished."""
    first, *lines = path.read_bytes().rpartition(b"\n")[0].split(b"\n")
    try:
        header = msgspec.json.decode(first, type=Header)
        return Read(header, [msgspec.json.decode(line, type=Played) for line in lines])
    except msgspec.DecodeError as error:
        raise CannotTrain("bad_results", f"{path} holds no results of games.") from error
