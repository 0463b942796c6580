"""Requests that the OpenAPI document allows or forbids never make the server fail."""

from __future__ import annotations

from pathlib import Path

from tests.server.fuzzing import answer_every_request, unlimited
from tests.server.serving import ask, running


def test_no_request_that_the_document_allows_or_forbids_makes_the_server_fail(
    tmp_path: Path,
) -> None:
    with running(unlimited(tmp_path)) as port:
        assert {200, 400, 404} <= answer_every_request(port)
        assert ask(port, "/api/health")[0] == 200
