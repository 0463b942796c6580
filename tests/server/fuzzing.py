"""Fuzzers: whatever the schema of messages or the document of the HTTP interface allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludarium.agents.levels import LEVEL_PATTERN
from ludarium.server.http import schema_export
from ludarium.server.protocol import codec as m
from ludarium.server.runtime.settings import Settings
from tests.server.house import House
from tests.server.serving import ask
from tests.soak import sweep_length

EXAMPLES = sweep_length(12, 300)  # of each operation; the same ones in every run
DOCUMENT = schema_export.json_schema()
PARTS: dict[str, Any] = DOCUMENT["$defs"]
WORDS = st.sampled_from(["H64MT", "forge", "pyramids", "standard", "a\u0301", "\ud7ff", "<b>"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def instances(part: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a part of the schema allows."""
    if "$ref" in part:
        return instances(PARTS[part["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in part:
        return st.one_of([instances(one) for one in part["anyOf"]])
    if "enum" in part:
        return st.sampled_from(part["enum"])
    low, high = part.get("minimum"), part.get("maximum")
    match part["type"]:
        case "string":
            most = part.get("maxLength", 60)
            least = part.get("minLength", 0)
            if part.get("pattern") == LEVEL_PATTERN:
                return st.from_regex(LEVEL_PATTERN, fullmatch=True)
            # The other pattern of the protocol leaves control characters out.
            plain = st.characters(exclude_categories=["Cs", "Cc"])
            letters = plain if "pattern" in part else st.characters(exclude_categories=["Cs"])
            return st.text(letters, min_size=least, max_size=most) | WORDS
        case "integer":
            return st.integers(low, high) | st.integers(low or 0, 3)
        case "number":
            return st.floats(low, high, allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            return st.lists(instances(part["items"]), min_size=part.get("minItems", 0), max_size=3)
    if "properties" not in part:
        values = part.get("additionalProperties")
        return st.dictionaries(st.text(), instances(values) if values else JSON, max_size=3)
    fields = {name: instances(value) for name, value in part["properties"].items()}
    required = {name: fields[name] for name in part["required"]}
    optional = {name: field for name, field in fields.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


MESSAGES = instances(PARTS["ClientMessage"])
relaxed = settings(
    max_examples=sweep_length(150, 3000), deadline=None, suppress_health_check=list(HealthCheck)
)


@relaxed
@given(st.lists(MESSAGES, max_size=6), st.sampled_from(["Ann", "Bob", "Cid"]))
def answer_every_message(sent: list[Any], name: str) -> None:
    """Send messages to a site with a game; an assertion or the site's own error if one fails."""
    house = House()
    code, *_ = house.online("forge", public=True)
    assert code == "H64MT"
    guest = house.guests.get(name.lower()) or house.come(name)
    for value in sent:
        message = m.decode_message(msgspec.json.encode(value))
        batch = house.site.handle(guest.member, message, house.now)
        house.deliver(batch, guest.member)
        answers = [one.message for one in batch if one.to is m.To.SENDER]
        assert answers
        house.now += 0.5


def unlimited(folder: Path) -> Settings:
    """Of a server that lets one address ask as often as a fuzzer does."""
    database = str(folder / "ludarium.db")
    return Settings(database=database, workers=1, questions=1_000_000, guesses=1_000_000)


def answer_every_request(port: int) -> set[int]:
    """Ask for everything in every way, and give the kinds of answers; a failure if one is a 5xx."""
    # Here, because every process of the tests imports this module and one of them fuzzes.
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok

    document = schemathesis.openapi.from_url(f"http://127.0.0.1:{port}/schema/openapi.json")
    document.config.generation.update(modes=list(schemathesis.GenerationMode))
    found = list(document.get_all_operations())
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    assert len(operations) == len(found) > 8
    cookie = ask(port, "/api/me")[2]["set-cookie"].partition(";")[0]
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
    return statuses
