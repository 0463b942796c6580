"""Settings as the lines of levels.toml and styles.toml, and files with these lines replaced."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

import msgspec

from ludarium.agents.levels import DIAL, Level
from ludarium.agents.style import StyleTerms

# The settings in the order of the file; the others follow.
FIRST_SETTINGS = ("kind", "alert", "attention", "depth", "nodes", "seconds", "noise")


def level_lines(levels: Mapping[str, Level], medium: int) -> dict[str, str]:
    """The lines of the levels between the ends, by name; `medium` is the number of that mark."""
    lines = {"medium": f'medium = "{medium}"'}
    return lines | {name: f"{name} = {inline_table(levels[name])}" for name in DIAL[1:-1]}


def style_lines(styles: Mapping[str, StyleTerms]) -> dict[str, str]:
    """The line of each style by its name."""
    return {name: f"{name} = {inline_table(terms)}" for name, terms in styles.items()}


def inline_table(settings: msgspec.Struct) -> str:
    """The settings that differ from their defaults, on one line."""
    given = msgspec.structs.asdict(settings)
    fields = msgspec.structs.fields(settings)
    order = [name for name in FIRST_SETTINGS if name in given]
    order += [field.name for field in fields if field.name not in order]
    defaults = {field.name: field.default for field in fields}
    words = [
        f"{name} = {written_value(given[name])}"
        for name in order
        if isinstance(settings, StyleTerms) or given[name] != defaults[name]
    ]
    return f"{{ {', '.join(words)} }}"


def written_value(value: object) -> str:
    """A value of a settings file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int):
        return f"{value:_}"
    return format(Decimal(repr(value)), "f")


def replace_lines(text: str, section: str, lines: Mapping[str, str]) -> str:
    """The text of a file in which the lines of a section are these; what is missing is added."""
    heading = f"[{section}]" if re.fullmatch(r"[\w-]+", section) else f'["{section}"]'
    found = text.split("\n")
    if heading not in found:
        return text.rstrip("\n") + "\n\n" + "\n".join([heading, *lines.values()]) + "\n"
    first = found.index(heading) + 1
    last = first
    while last < len(found) and re.match(r"[\w-]+ = ", found[last]):
        last += 1
    before = {line.partition(" = ")[0]: line for line in found[first:last]}
    added = {name: line for name, line in lines.items() if name not in before}
    return "\n".join([*found[:first], *(added | before | dict(lines)).values(), *found[last:]])
