"""The error behind every refusal of a message."""

from __future__ import annotations

from ludarium.core.errors import LudariumError


class Refused(LudariumError):
    """A message is refused, with a code, a sentence, and the rule if there is one."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(code, message)
        self.rule = rule
