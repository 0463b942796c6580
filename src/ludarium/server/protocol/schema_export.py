"""Documents made from the messages: a JSON Schema, an AsyncAPI document, types for TypeScript."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from ludarium.server.http import schemas as told
from ludarium.server.protocol.codec import ClientMessage, ServerMessage

Schema = dict[str, Any]
ADDRESS = "/ws"
SIDES = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
# What the HTTP interface takes and tells; OpenAPI describes it, and TypeScript needs types too.
DOCUMENTS = (
    told.GameInfo,
    told.Health,
    told.Me,
    told.Checked,
    told.NewToken,
    told.ProgramToken,
    told.Found,
    told.Ranked,
    told.Looked,
    told.Demo,
    told.Replay,
    told.RulesPage,
    told.Look,
)
NOTE = "Made from server/messages.py by `make regenerate`; do not edit."
FILES = ("docs/schema/messages.json", "docs/schema/asyncapi.json", "web/src/protocol.ts")
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def documents() -> dict[str, str]:
    """Every document by the name of its file."""
    written = (_json(json_schema()), _json(asyncapi()), typescript())
    return dict(zip(FILES, written, strict=True))


def write(root: Path) -> None:
    """Write the documents into a checkout."""
    for name, text in documents().items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def json_schema() -> Schema:
    """The messages of both sides in JSON Schema."""
    sides, parts = _components("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": NOTE,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in SIDES],
        "$defs": {**sides, **parts},
    }


def asyncapi() -> Schema:
    """The websocket in AsyncAPI 3: what may be sent and what comes, seen from the server."""
    sides, parts = _components("#/components/schemas/{name}")
    messages = {
        ref["$ref"].rsplit("/", 1)[1]: {"payload": ref}
        for side in sides.values()
        for ref in side["anyOf"]
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Ludarium", "version": "1", "description": NOTE},
        "channels": {
            "socket": {
                "address": ADDRESS,
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
            }
        },
        "operations": {
            "hear": _operation("receive", sides["ClientMessage"]),
            "tell": _operation("send", sides["ServerMessage"]),
        },
        "components": {"messages": messages, "schemas": parts},
    }


def typescript() -> str:
    """The messages as TypeScript types; what has a default may be missing."""
    sides, parts = _components("{name}", DOCUMENTS)
    blocks = [f"// {NOTE}"]
    for side, schema in sides.items():
        blocks.append(f"export type {side} = {_type(schema)};")
    for name, schema in parts.items():
        fields = "".join(
            f"  {field}{'' if field in schema['required'] else '?'}: {_type(value)};\n"
            for field, value in schema["properties"].items()
        )
        blocks.append(f"{_comment(schema)}export interface {name} {{\n{fields}}}")
    return "\n\n".join(blocks) + "\n"


def _components(
    template: str, more: tuple[Any, ...] = ()
) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The two sides, and every struct that they or others are made of."""
    found, parts = msgspec.json.schema_components((*SIDES.values(), *more), ref_template=template)
    return (
        {name: _tidy(side) for name, side in zip(SIDES, found, strict=False)},
        {name: _tidy(parts[name]) for name in sorted(parts)},
    )


def _tidy(value: Any) -> Any:
    """A schema without the discriminators, which JSON Schema does not know."""
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if not isinstance(value, dict):
        return value
    tidy = {key: _tidy(item) for key, item in value.items() if key != "discriminator"}
    if isinstance(tidy.get("description"), str):
        tidy["description"] = inspect.cleandoc(tidy["description"])
    return tidy


def _operation(action: str, side: Schema) -> Schema:
    names = [ref["$ref"].rsplit("/", 1)[1] for ref in side["anyOf"]]
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{name}"} for name in names],
    }


def _type(schema: Schema) -> str:
    """A schema as a type of TypeScript; KeyError for a kind of schema that is not known here."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if not schema:
        return "unknown"
    kind = schema["type"]
    if kind == "null":
        return "null"
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        # Not Record<…>: that name is a message's own.
        return f"{{ [key: string]: {_type(values) if values else 'unknown'} }}"
    return PLAIN[kind]


def _comment(schema: Schema) -> str:
    lines = schema.get("description", "").splitlines()
    if len(lines) < 2:
        return f"/** {lines[0]} */\n" if lines else ""
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _json(value: Schema) -> str:
    return json.dumps(value, indent=2) + "\n"
