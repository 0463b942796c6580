"""Any input of a client is answered or ignored, and has no other effect."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.errors import Refused
from tests.server.fuzzing import JSON, MESSAGES, answer_every_message, relaxed
from tests.server.house import House


def test_every_message_that_the_schema_allows_is_answered() -> None:
    answer_every_message()


@relaxed
@given(MESSAGES, st.data())
def test_a_message_with_a_wrong_or_unknown_field_is_not_read(
    value: Any, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from([*value, "unknown"]))
    wrong = {**value, name: [["wrong"]]}
    with pytest.raises(Refused):
        m.decode_message(json.dumps(wrong))


@relaxed
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_message_is_not_read(frame: bytes) -> None:
    assume(b'"type"' not in frame)  # hypothesis also draws from the texts in our sources
    with pytest.raises(Refused):
        m.decode_message(frame)


def nested(depth: int) -> str:
    """A move inside of which there is another, and so on."""
    deep = '{"a":' * depth + "0" + "}" * depth
    return f'{{"type":"play","id":"x","room":"H64MT","ply":0,"move":{deep}}}'


def test_a_deeply_nested_move_is_refused_by_the_rules_or_not_read() -> None:
    house = House()
    _, ann, _ = house.online("forge")
    answer = house.site.handle(ann.member, m.decode_message(nested(200)), house.now)[-1].message
    assert isinstance(answer, m.Refusal)
    with pytest.raises(Refused):
        m.decode_message(nested(5000))


@pytest.mark.parametrize("text", ["\\ud800", "\\udfff\\ud800"])
def test_half_of_a_character_is_not_read(text: str) -> None:
    with pytest.raises(Refused):
        m.decode_message(f'{{"type":"say","id":"x","room":"H64MT","text":"hi {text}"}}')
