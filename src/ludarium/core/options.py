"""Options and rulesets: the settings of a game, chosen when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ludarium.core.errors import InvalidOption

Value = int | bool
STANDARD = "standard"


class Option(Struct, frozen=True):
    """A switch (bool), or a whole number between two bounds.

    `name` is its title in a form, `text` a sentence for players.
    """

    default: Value
    text: str
    low: int = 0
    high: int = 0
    name: str = ""


def ruleset_names(rulesets: Mapping[str, Mapping[str, Value]]) -> list[str]:
    """The names of all rulesets; every game has `standard`."""
    return list(dict.fromkeys([STANDARD, *rulesets]))


def resolve_options(
    options: Mapping[str, Option],
    rulesets: Mapping[str, Mapping[str, Value]],
    ruleset: str,
    given: Mapping[str, Any],
) -> dict[str, Value]:
    """The options of a ruleset, overridden by the given ones (rule G2)."""
    if ruleset != STANDARD and ruleset not in rulesets:
        known = ", ".join(ruleset_names(rulesets))
        raise InvalidOption("unknown_ruleset", f"There is no such ruleset; known are {known}.")
    values = {name: option.default for name, option in options.items()}
    values.update(rulesets.get(ruleset, {}))
    for name, value in given.items():
        if name not in options:
            known = ", ".join(options) or "none"
            raise InvalidOption("unknown_option", f"There is no such option; known are {known}.")
        values[name] = _check_value(name, options[name], value)
    return values


def _check_value(name: str, option: Option, value: Any) -> Value:
    if isinstance(option.default, bool):
        if not isinstance(value, bool):
            raise InvalidOption("wrong_option_type", f"Option {name} must be true or false.")
        return value
    if type(value) is not int:
        raise InvalidOption("wrong_option_type", f"Option {name} must be a whole number.")
    if not option.low <= value <= option.high:
        raise InvalidOption(
            "option_out_of_range", f"Option {name} must be from {option.low} to {option.high}."
        )
    return value
