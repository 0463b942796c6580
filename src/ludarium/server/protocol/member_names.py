"""Names of members: readable, and none that looks like a bot's, another guest's or the site's."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any, get_args

import msgspec
from confusable_homoglyphs import utils as unicode_data

from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import bot_holder
from ludarium.server.protocol.room_setup import Level
from ludarium.server.protocol.user_text import MAX_NAME_CHARS, clean_text

SITE_NAME = "Ludarium"  # no name may hold it
RESERVED_ROLES = (
    *("admin", "administrator", "moderator", "operator", "owner", "root", "staff", "support"),
    *("guest", "official", "server", "system"),
)
# The four digits of a guest's name as they look: Unicode takes 0 for an o and 1 for an l.
GUEST_SKELETON = re.compile(r"guest[0-9a-flo]{4}")
DIRECTION_MARK = "\u200e"  # stands around letters of right-to-left scripts in the data


def guest_name(member: str) -> str:
    """What a member is called that has chosen no name."""
    return f"Guest {member[1:5]}"


def checked_name(text: str, own: str = "") -> str:
    """The name that a text is; Refused if it cannot be read, or looks like a reserved one.

    `own` is the name that a guest was given, and may go back to.
    """
    name = clean_text(text, MAX_NAME_CHARS)
    if name != own and is_reserved(name):
        raise Refused("name_reserved", "That name is reserved; choose another one.")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name looks like one that only the site itself gives."""
    exact, first, within = _reserved_skeletons()
    return any(
        look in exact
        or look.startswith(first)
        or GUEST_SKELETON.fullmatch(look)
        or any(part in look for part in within)
        for look in name_skeletons(name)
    )


def name_skeletons(name: str) -> frozenset[str]:
    """What a name looks like, in its own case, in small letters and in capitals.

    An I is taken for an l only as a capital, so that one case does not stand for the others.
    """
    cases = (name, name.casefold(), name.upper())
    return frozenset(_letters_only(_text_skeleton(case).casefold()) for case in cases)


def _text_skeleton(text: str) -> str:
    """The text in prototypes: equal for texts that are confusable (Unicode's UTS 39)."""
    found = unicodedata.normalize("NFKD", text).translate(_confusable_prototypes())
    return unicodedata.normalize("NFKD", found)


def _letters_only(text: str) -> str:
    """Letters and digits alone: no accent, space or sign keeps two names apart."""
    return "".join(char for char in text if char.isalnum())


@cache
def _reserved_skeletons() -> tuple[frozenset[str], tuple[str, ...], frozenset[str]]:
    """What no name may look like, begin like, or hold."""
    levels: tuple[Level, ...] = get_args(Level)
    exact = frozenset().union(*(name_skeletons(name) for name in (*levels, *RESERVED_ROLES)))
    first = frozenset().union(*(name_skeletons(bot_holder(level).name) for level in levels))
    return exact, tuple(first), name_skeletons(SITE_NAME)


@cache
def _confusable_prototypes() -> dict[int, str]:
    """The prototype of each confusable character.

    The data lists both directions: a character has its prototype alone, a prototype all its own.
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
        # Unicode does not call them confusable, but they are read as what their names say.
        with suppress(KeyError):
            small = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter}")
            found[ord(small)] = letter.lower().translate(found)
    return found
