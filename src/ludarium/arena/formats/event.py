"""ArenaEvent: one description of everything that decides the games, named by its digest."""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from ludarium.agents import levels, style, time_control
from ludarium.agents.levels import is_level_name
from ludarium.agents.network_player import (
    NETWORK_PREFIX,
    network_spec,
    read_network_spec,
    split_settings,
)
from ludarium.agents.player_spec import PROGRAM_PREFIX, open_contender, public_label
from ludarium.arena.formats.adjudication import Adjudication
from ludarium.arena.formats.game_setting import GameSetting, absolute_symbol, digest_files
from ludarium.arena.formats.opening_file import OpeningFile, check_openings
from ludarium.core import symbol_import
from ludarium.core.errors import InvalidOption

FormatName = Literal[
    "match", "round-robin", "gauntlet", "swiss", "knockout", "sprt", "home-and-away", "self-play"
]
# A name before a spec; the specs' own equals signs come after a colon.
NAMED_ENTRANT = re.compile(r"([^:=/]+)=(.+)", re.DOTALL)
ENTRANT_NAME_CHARACTERS = 40
# Fields that came later: an event without them keeps the digest that it had before.
LATER_FIELDS = ("control", "restart", "ponder", "openings", "adjudication")


class Entrant(msgspec.Struct, frozen=True):
    """A player in an event: a unique name, the agent spec, and a digest of the files it names."""

    name: str
    spec: str
    digest: str = ""
    control: str = ""  # the time control of this player, if it is not that of the event
    restart: bool = False  # a program is started for each game
    ponder: bool = False  # a program runs on while the others think


class Hypotheses(msgspec.Struct, frozen=True):
    """The two hypotheses of a sequential test in Elo, and its error rates."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05


class ArenaEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The games, the players and the terms; the same event has the same games on every machine."""

    format: FormatName
    grounds: tuple[GameSetting, ...]
    entrants: tuple[Entrant, ...]
    # Openings for each pairing, rounds of a Swiss, the most openings of a test. No part of the
    # identity: a longer event goes on where a shorter one ended.
    length: int
    seats: int = 2
    each: int = 1  # openings of one pairing in a round of a Swiss or a knockout
    opening: tuple[int, int] = (2, 6)  # the lowest and the highest number of random turns
    fair: int = 0  # nodes of the search that has to find openings fair; 0: as they are drawn
    seed: int = 1
    control: str = time_control.NO_TIME_CONTROL
    expose_legal_moves: bool = True
    sandbox: str = "auto"
    hypotheses: Hypotheses | None = None
    homes: tuple[int, ...] = ()  # of home-and-away: each entrant's ground; the last is neutral
    openings: OpeningFile | None = None  # instead of random openings
    adjudication: Adjudication | None = None

    def public(self) -> ArenaEvent:
        """The event as it is stored and shown: without the tokens of remote players."""
        shown = tuple(
            msgspec.structs.replace(entrant, spec=public_label(entrant.spec))
            for entrant in self.entrants
        )
        return msgspec.structs.replace(self, entrants=shown)

    def digest(self) -> str:
        """The digest of the event; no other event has it."""
        identity = msgspec.to_builtins(msgspec.structs.replace(self.public(), length=0))
        for facts in (identity, *identity["entrants"]):
            for name in LATER_FIELDS:
                if not facts.get(name):
                    facts.pop(name, None)
        return hashlib.sha256(msgspec.json.encode(identity)).hexdigest()[:12]

    def name(self) -> str:
        """The name of its file, unique to the event."""
        games = [Path(ground.game).name for ground in self.grounds]
        names = [entrant.name for entrant in self.entrants[:4]]
        words = "-".join([self.format, *games, *names]).lower()
        return f"{re.sub(r'[^a-z0-9]+', '-', words)[:80].strip('-')}-{self.digest()}"


def read_entrants(written: Sequence[str]) -> tuple[Entrant, ...]:
    """The entrants written as `spec` or `name=spec`; equal names get a number."""
    found: list[Entrant] = []
    for text in written:
        named = NAMED_ENTRANT.fullmatch(text)
        name, spec = named.groups() if named else (public_label(text), text)
        name = _unique_name(
            name.strip()[:ENTRANT_NAME_CHARACTERS], {entrant.name for entrant in found}
        )
        found.append(entrant(name, _absolute_spec(spec)))
    return tuple(found)


def entrant(name: str, spec: str) -> Entrant:
    """An entrant with the digest of the files that its spec names."""
    return Entrant(name, spec, digest_files(_files(spec)))


def check_event(event: ArenaEvent) -> None:
    """Raise InvalidOption if the event cannot be played."""
    time_control.read_time_control(event.control)
    for entrant in event.entrants:
        if entrant.control:
            time_control.read_time_control(entrant.control)
    alone = event.format == "self-play"
    if alone and len(event.entrants) != 1:
        raise InvalidOption("wrong_players", "Self-play has one player in all seats.")
    if not alone and len(event.entrants) < 2:
        raise InvalidOption("too_few_players", "An event needs two players or more.")
    if event.format in ("match", "sprt") and len(event.entrants) != 2:
        raise InvalidOption("wrong_players", "A match is between two players.")
    for entrant in event.entrants:
        if entrant.spec == "human":
            raise InvalidOption("no_people", "People play with ludarium play, not in events.")
        open_contender(entrant.spec, event.sandbox).close()
    for ground in event.grounds:
        game = ground.load()
        if event.seats not in game.seat_counts:
            known = " or ".join(map(str, game.seat_counts))
            raise InvalidOption("wrong_seats", f"{game.title} is a game for {known} seats.")
        if event.openings is not None:
            check_openings(event.openings, game, event.seats)
    if event.hypotheses is not None:
        _check_hypotheses(event.hypotheses)


def _check_hypotheses(given: Hypotheses) -> None:
    if not given.elo0 < given.elo1:
        raise InvalidOption("wrong_hypotheses", "elo0 is below elo1.")
    if not (0 < given.alpha < 0.5 and 0 < given.beta < 0.5):
        raise InvalidOption("wrong_hypotheses", "alpha and beta lie between 0 and 0.5.")


def _unique_name(name: str, taken: set[str]) -> str:
    number, numbered = 1, name
    while numbered in taken:
        number += 1
        numbered = f"{name} #{number}"
    return numbered


def _absolute_spec(spec: str) -> str:
    """The spec with absolute paths, so that a worker in any folder finds the player."""
    if spec.startswith(NETWORK_PREFIX):
        return network_spec(*read_network_spec(spec))
    return absolute_symbol(spec) if _names_bot_file(spec) else spec


def _names_bot_file(spec: str) -> bool:
    """Whether a spec is `bot.py:Symbol`; the command of a program may have such a word in it."""
    return symbol_import.names_file_symbol(spec) and not spec.startswith(PROGRAM_PREFIX)


def _files(spec: str) -> list[Path]:
    """The files that define a player. If one changes, it counts as another player."""
    if spec.startswith(NETWORK_PREFIX):
        return [Path(split_settings(spec.removeprefix(NETWORK_PREFIX))[0])]
    if _names_bot_file(spec):
        return [Path(spec.rpartition(":")[0])]
    if is_level_name(level := spec.partition(":")[0]):
        steady = levels.read_level_name(level).style == levels.STEADY
        return [levels.LEVELS_FILE] if steady else [levels.LEVELS_FILE, style.STYLES_FILE]
    if not spec.startswith(PROGRAM_PREFIX):
        return []
    try:
        return [Path(word) for word in shlex.split(spec.removeprefix(PROGRAM_PREFIX))]
    except ValueError:
        return []  # no command at all, as `check` will say
