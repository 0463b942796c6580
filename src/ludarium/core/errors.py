"""Errors with stable codes that programs may rely on."""

from __future__ import annotations


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
