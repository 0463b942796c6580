"""What a room answers to a message that it does not follow."""

from __future__ import annotations

from ludarium.core.errors import LudariumError


class Refused(LudariumError):
    """A message that changes nothing, with a code, a sentence, and the rule if there is one."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(code, message)
        self.rule = rule
