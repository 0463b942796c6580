"""Engine words: players and their terms as options of chess managers write them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import msgspec

from ludarium.agents import time_control
from ludarium.agents.player_spec import PROGRAM_PREFIX, REMOTE_PREFIXES
from ludarium.arena.formats.event import Entrant, read_entrants
from ludarium.arena.formats.setting_words import read_setting_words, read_switch
from ludarium.core.errors import InvalidOption

PONDERING_PREFIXES = (PROGRAM_PREFIX, *REMOTE_PREFIXES)
TIME_WORDS = ("tc", "st", "time")
TERM_WORDS = (*TIME_WORDS, "nodes", "restart", "ponder")
ENGINE_WORDS = ("name", "cmd", "args", "spec", *TERM_WORDS)
CLOCK_FORM = "Write tc as seconds+increment or minutes:seconds+increment, as in 10+0.1 or 1:30+1."


def list_entrants(
    players: Sequence[str],
    engines: Sequence[str] = (),
    each: str = "",
    times: Sequence[str] = (),
    *,
    restart: bool = False,
    ponder: bool = False,
) -> tuple[Entrant, ...]:
    """The entrants of an event: those written as specs, then engines; with their own terms."""
    common = read_setting_words("each", each, TERM_WORDS) if each else {}
    words = [read_setting_words("engine", written, ENGINE_WORDS) for written in engines]
    written = [*players, *map(_engine_spec, words)]
    settings = [_merge_words(common, own) for own in [*[{} for _ in players], *words]]
    entrants = [
        msgspec.structs.replace(entrant, **_read_terms(given, restart, ponder))
        for entrant, given in zip(read_entrants(written), settings, strict=True)
    ]
    for entrant, given in zip(entrants[len(players) :], words, strict=True):
        if entrant.ponder and "ponder" in given and not entrant.spec.startswith(PONDERING_PREFIXES):
            message = (
                f"{entrant.name} runs inside the arena and cannot ponder; a program (cmd=) can."
            )
            raise InvalidOption("cannot_ponder", message)
    for own in times:
        name, _, control = own.partition("=")
        places = [place for place, entrant in enumerate(entrants) if entrant.name == name]
        if not places:
            raise InvalidOption("wrong_time_for", f"No player is called {name!r}.")
        control = str(time_control.read_time_control(control))
        entrants[places[0]] = msgspec.structs.replace(entrants[places[0]], control=control)
    return tuple(entrants)


def _merge_words(common: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """The words of a player; a clock of its own replaces the common one."""
    dropped = TIME_WORDS if set(TIME_WORDS) & set(own) else ()
    return {name: word for name, word in common.items() if name not in dropped} | own


def _engine_spec(given: dict[str, str]) -> str:
    """The player as `name=spec`."""
    if ("cmd" in given) == ("spec" in given):
        raise InvalidOption("wrong_engine", "--engine needs either cmd= or spec=.")
    spec = given.get("spec", "")
    if "cmd" in given:
        spec = " ".join([PROGRAM_PREFIX + given["cmd"], *shlex.split(given.get("args", ""))])
    return f"{given['name']}={spec}" if "name" in given else spec


def _read_terms(given: dict[str, str], restart: bool, ponder: bool) -> dict[str, Any]:
    return {
        "control": _read_control(given),
        "restart": read_switch("engine", "restart", given.get("restart", str(restart).lower())),
        "ponder": read_switch("engine", "ponder", given.get("ponder", str(ponder).lower())),
    }


def _read_control(given: dict[str, str]) -> str:
    """The time control of a player, empty if it has none of its own."""
    parts = []
    if "tc" in given and given["tc"] != "inf":
        parts.append(f"clock={_read_clock(given['tc'])}")
    if "st" in given:
        parts.append(f"move={given['st']}")
    if "nodes" in given:
        parts.append(f"nodes={given['nodes']}")
    if "time" in given and parts:
        raise InvalidOption("wrong_engine", "Give either time= or tc=, st= and nodes=.")
    written = given.get("time", ",".join(parts))
    if not written:
        return time_control.NO_TIME_CONTROL if "tc" in given else ""
    return str(time_control.read_time_control(written))


def _read_clock(written: str) -> str:
    """`1:30+1` as `90+1`."""
    clock, plus, increment = written.partition("+")
    minutes, colon, seconds = clock.rpartition(":")
    try:
        total = 60 * int(minutes) + float(seconds) if colon else float(seconds)
    except ValueError:
        raise InvalidOption("wrong_time_control", CLOCK_FORM) from None
    return f"{total:g}" + (plus and f"+{increment}")
