"""The fuzzers see faults: a server with one that some input meets does not pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludarium.server.site import room_codes
from ludarium.server.site.message_board import MessageBoard
from tests.server.fuzzing import answer_every_message, answer_every_request, unlimited
from tests.server.serving import running


def test_a_message_that_breaks_its_handler_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    post = MessageBoard.post

    def broken(self: MessageBoard, member: Any, text: str, now: float, cause: str) -> Any:
        return post(self, member, text.encode("ascii").decode(), now, cause)

    monkeypatch.setattr(MessageBoard, "post", broken)
    with pytest.raises(UnicodeEncodeError):
        answer_every_message()


def test_a_message_without_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.server.site.site.Site._follow_list", lambda *_: [])
    with pytest.raises(AssertionError):
        answer_every_message()


def test_a_request_that_breaks_its_route_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from schemathesis.core.failures import FailureGroup  # here, as in tests.server.fuzzing

    read = room_codes.parse_code

    def broken(written: str) -> str:
        return read(written) if len(written) < 3 else written[len(written)]

    monkeypatch.setattr(room_codes, "parse_code", broken)
    with (
        running(unlimited(tmp_path)) as port,
        pytest.raises(FailureGroup, match="Server error"),
    ):
        answer_every_request(port)
