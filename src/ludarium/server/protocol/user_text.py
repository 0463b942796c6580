"""Texts of users: cleaned and limited in length before they are stored or sent."""

from __future__ import annotations

import unicodedata

from ludarium.server.protocol.errors import Refused

MAX_NAME_CHARS = 24
MAX_LABEL_CHARS = 48
MAX_LINE_CHARS = 280  # of chat and of the message board
# Combining marks on one letter; more would cover the lines above and below.
MAX_STACKED_MARKS = 4
# Other, control, surrogate, private; and the separators of lines and paragraphs.
INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
EMOJI_JOINER = "\u200d"  # joins emoji, and does not reorder text
# Ends of the Unicode names of characters that print as nothing, although they are no spaces.
BLANK_NAME_ENDINGS = ("FILLER", "PATTERN BLANK", "HALF BLANK", "FULL BLANK", "NULL NOTEHEAD")
VISIBLE_CATEGORIES = (
    "LNPS"  # letters, numbers, punctuation, symbols; not marks, which need one of these
)


def clean_text(text: str, most: int, least: int = 1) -> str:
    """The text in one line without invisible characters; Refused if it is too long or too short."""
    normal = unicodedata.normalize("NFC", text[: 8 * most])
    seen = "".join(" " if char.isspace() else char for char in normal)
    kept = " ".join("".join(_visible_characters(seen)).split())
    if len(kept) > most or len(text) > 8 * most:
        raise Refused("too_long", f"That is longer than {most} characters.")
    if sum(unicodedata.category(char)[0] in VISIBLE_CATEGORIES for char in kept) < least:
        raise Refused("empty", "There is nothing to read in that.")
    return kept


def _visible_characters(text: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if (category in INVISIBLE_CATEGORIES and char != EMOJI_JOINER) or _is_blank(char):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MAX_STACKED_MARKS:
            kept.append(char)
    return kept


def _is_blank(char: str) -> bool:
    return not char.isascii() and unicodedata.name(char, "").endswith(BLANK_NAME_ENDINGS)
