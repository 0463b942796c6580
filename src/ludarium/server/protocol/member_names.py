"""Names of members: visible, and unlike the names of bots, other guests and the site."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import msgspec
from confusable_homoglyphs import utils as unicode_data

from ludarium.agents.levels import LEVELS, MARKS, level_names
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import bot_holder
from ludarium.server.protocol.user_text import MAX_NAME_CHARS, clean_text

SITE_NAME = "Ludarium"  # no name may contain it
RESERVED_ROLES = (
    *("admin", "administrator", "moderator", "operator", "owner", "root", "staff", "support"),
    *("guest", "official", "server", "system"),
)
# The four digits of a guest's name as they look: Unicode takes 0 for an o and 1 for an l.
GUEST_SKELETON = re.compile(r"guest[0-9a-flo]{4}")
DIRECTION_MARK = "\u200e"  # surrounds letters of right-to-left scripts in the data


def guest_name(member: str) -> str:
    """The name of a member who has chosen none."""
    return f"Guest {member[1:5]}"


def checked_name(text: str, own: str = "") -> str:
    """The name in a text; Refused if it is invisible or looks like a reserved one.

    `own` is the generated name of a guest, which the guest may take again.
    """
    name = clean_text(text, MAX_NAME_CHARS)
    if name != own and is_reserved(name):
        raise Refused("name_reserved", "That name is reserved; choose another one.")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name looks like one that only the site assigns."""
    exact, first, within = _reserved_skeletons()
    return any(
        look in exact
        or look.startswith(first)
        or GUEST_SKELETON.fullmatch(look)
        or any(part in look for part in within)
        for look in name_skeletons(name)
    )


def name_skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name in its own case, in lower case and in upper case.

    An I looks like an l only as a capital, so one case does not stand for the others.
    """
    cases = (name, name.casefold(), name.upper())
    return frozenset(_letters_only(_text_skeleton(case).casefold()) for case in cases)


def _text_skeleton(text: str) -> str:
    """The text in prototypes: equal for texts that are confusable (Unicode's UTS 39)."""
    found = unicodedata.normalize("NFKD", text).translate(_confusable_prototypes())
    return unicodedata.normalize("NFKD", found)


def _letters_only(text: str) -> str:
    """Letters and digits alone: accents, spaces and signs do not make a name different."""
    return "".join(char for char in text if char.isalnum())


@cache
def _reserved_skeletons() -> tuple[frozenset[str], tuple[str, ...], frozenset[str]]:
    """The skeletons that a name may not equal, begin with, or contain."""
    exact = frozenset().union(*(name_skeletons(name) for name in (*MARKS, *RESERVED_ROLES)))
    bots = [bot_holder(name).name for level in LEVELS for name in level_names(level)]
    first = frozenset().union(*map(name_skeletons, bots))
    return exact, tuple(first), name_skeletons(SITE_NAME)


@cache
def _confusable_prototypes() -> dict[int, str]:
    """The prototype of each confusable character.

    The data has both directions: a character lists its one prototype, a prototype all characters.
    """
    file = Path(unicode_data.path("confusables.json"))
    alike: dict[str, list[dict[str, Any]]] = msgspec.json.decode(file.read_bytes())
    found: dict[int, str] = {}
    for text, others in alike.items():
        char, other = text.strip(DIRECTION_MARK), others[0]["c"]
        if len(char) == 1 and len(others) == 1:
            single = len(alike[other]) == 1 and len(other.strip(DIRECTION_MARK)) == 1
            found[ord(char)] = (
                min(char, other.strip(DIRECTION_MARK)) if single else other.strip(DIRECTION_MARK)
            )
    for letter in ascii_uppercase:
        # Unicode does not list small capitals as confusable, but people read them as letters.
        with suppress(KeyError):
            small = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter}")
            found[ord(small)] = letter.lower().translate(found)
    return found
