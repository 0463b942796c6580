"""Whatever is asked over HTTP, as its document says or not, the server never fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from ludarium.server.settings import Settings
from tests.server.serving import ask, running

EXAMPLES = 12  # of each operation; the same ones in every run


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("openapi") / "ludarium.db"
    with running(Settings(database=str(database), workers=1)) as port:
        yield port


def test_no_request_that_the_document_allows_or_forbids_makes_the_server_fail(port: int) -> None:
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{port}/schema/openapi.json")
    schema.config.generation.update(modes=list(schemathesis.GenerationMode))
    found: list[Any] = list(schema.get_all_operations())
    operations = [one.ok() for one in found]
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
    assert len(operations) > 8
    statuses: set[int] = set()

    for operation in operations:

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy())
        def asked(case: Any) -> None:
            response = case.call(headers={"Cookie": cookie})
            statuses.add(response.status_code)
            case.validate_response(response, checks=[not_a_server_error])

        asked()
    assert {200, 400, 404} <= statuses
    assert ask(port, "/api/health")[0] == 200
