"""Errors with stable codes that programs may rely on."""

from __future__ import annotations

COMMON_RULE_PREFIX = "G"


class LudariumError(Exception):
    """An error for the user: a stable code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class UnknownGame(LudariumError):
    """No game has that name, or its file or symbol cannot be loaded."""


class InvalidOption(LudariumError):
    """A ruleset, option or setup that the game does not have."""


class InvalidState(LudariumError):
    """A state that cannot be read, or that no game could reach."""


class InvalidRecord(LudariumError):
    """A game record that cannot be read or does not replay."""


class IllegalMove(LudariumError):
    """A move that cannot be played, with the number of the rule that forbids it."""

    def __init__(self, code: str, message: str, rule: str) -> None:
        super().__init__(code, message)
        self.rule = rule


def cite_rule(refusal: IllegalMove) -> str:
    """A refusal for people: with the rule, unless it is one of all games, which no page lists."""
    if refusal.rule.startswith(COMMON_RULE_PREFIX):
        return refusal.message
    return f"{refusal.message} (rule {refusal.rule})"
