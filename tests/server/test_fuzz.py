"""Whatever a client sends is answered or not read: nothing else happens."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludarium.server import messages as m
from ludarium.server import schema
from ludarium.server.refused import Refused
from tests.server.house import House

DOCUMENT = schema.json_schema()
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
            return st.text(min_size=least, max_size=most) | WORDS
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
relaxed = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@relaxed
@given(st.lists(MESSAGES, max_size=6), st.sampled_from(["Ann", "Bob", "Cid"]))
def test_every_message_that_the_schema_allows_is_answered(sent: list[Any], name: str) -> None:
    house = House()
    code, *_ = house.online("forge", public=True)
    assert code == "H64MT"
    guest = house.guests.get(name.lower()) or house.come(name)
    for value in sent:
        message = m.read(msgspec.json.encode(value))
        batch = house.site.handle(guest.member, message, house.now)
        house.deliver(batch, guest.member)
        answers = [one.message for one in batch if one.to is m.To.SENDER]
        assert answers
        house.now += 0.5


@relaxed
@given(MESSAGES, st.data())
def test_a_message_with_a_wrong_or_unknown_field_is_not_read(
    value: Any, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from([*value, "unknown"]))
    wrong = {**value, name: [["wrong"]]}
    with pytest.raises(Refused):
        m.read(json.dumps(wrong))


@relaxed
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_message_is_not_read(frame: bytes) -> None:
    with pytest.raises(Refused):
        m.read(frame)


def nested(depth: int) -> str:
    """A move inside of which there is another, and so on."""
    deep = '{"a":' * depth + "0" + "}" * depth
    return f'{{"type":"play","id":"x","room":"H64MT","ply":0,"move":{deep}}}'


def test_a_deeply_nested_move_is_refused_by_the_rules_or_not_read() -> None:
    house = House()
    _, ann, _ = house.online("forge")
    answer = house.site.handle(ann.member, m.read(nested(200)), house.now)[-1].message
    assert isinstance(answer, m.Refusal)
    with pytest.raises(Refused):
        m.read(nested(5000))


@pytest.mark.parametrize("text", ["\\ud800", "\\udfff\\ud800"])
def test_half_of_a_character_is_not_read(text: str) -> None:
    with pytest.raises(Refused):
        m.read(f'{{"type":"say","id":"x","room":"H64MT","text":"hi {text}"}}')
