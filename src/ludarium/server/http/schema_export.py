"""Schema export: a JSON Schema, an AsyncAPI document and TypeScript types of all messages."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from ludarium.core.lesson import StepAnswer
from ludarium.server.http import analysis_schemas, learning_schemas, member_schemas, schemas
from ludarium.server.protocol import analysis_messages
from ludarium.server.protocol.codec import ClientMessage, ServerMessage

Schema = dict[str, Any]
WEBSOCKET_PATH = "/ws"
MESSAGE_SIDES = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage}
# Types of the HTTP API: OpenAPI describes them, and the web client needs TypeScript types too.
HTTP_TYPES = (
    schemas.GameInfo,
    schemas.Health,
    schemas.Me,
    schemas.Checked,
    schemas.NewToken,
    schemas.ProgramToken,
    schemas.Found,
    schemas.Ranked,
    schemas.Looked,
    schemas.Demo,
    schemas.Replay,
    schemas.RulesPage,
    schemas.Look,
    schemas.SetupQuery,
    schemas.SetupState,
    schemas.Show,
    member_schemas.MyGame,
    member_schemas.MySummary,
    member_schemas.PlayerProfile,
    member_schemas.IdentityKey,
    member_schemas.Deletion,
    analysis_schemas.AnalysisQuery,
    analysis_schemas.LevelMoveQuery,
    analysis_schemas.LevelMove,
    learning_schemas.LessonsPage,
    learning_schemas.LessonAnswer,
    StepAnswer,
    learning_schemas.PuzzleList,
    learning_schemas.PuzzleInfo,
    learning_schemas.PuzzleAnswer,
    learning_schemas.PuzzleReply,
    analysis_messages.AnalysisUpdate,
    analysis_messages.ReviewUpdate,
)
GENERATED_NOTE = "Made from server/protocol by `make regenerate`; do not edit."
SCHEMA_FILES = (
    "docs/reference/schema/messages.json",
    "docs/reference/schema/asyncapi.json",
    "web/src/protocol.ts",
)
TYPESCRIPT_TYPES = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
}


def schema_documents() -> dict[str, str]:
    """Every document by its file name."""
    written = (_json_text(json_schema()), _json_text(asyncapi_document()), typescript_types())
    return dict(zip(SCHEMA_FILES, written, strict=True))


def write_documents(root: Path) -> None:
    """Write the documents into a checkout."""
    for name, text in schema_documents().items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def json_schema() -> Schema:
    """The messages of both sides in JSON Schema."""
    sides, parts = _schema_components("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": GENERATED_NOTE,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in MESSAGE_SIDES],
        "$defs": {**sides, **parts},
    }


def asyncapi_document() -> Schema:
    """The WebSocket in AsyncAPI 3: messages in both directions, seen from the server."""
    sides, parts = _schema_components("#/components/schemas/{name}")
    messages = {
        ref["$ref"].rsplit("/", 1)[1]: {"payload": ref}
        for side in sides.values()
        for ref in side["anyOf"]
    }
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Ludarium", "version": "1", "description": GENERATED_NOTE},
        "channels": {
            "socket": {
                "address": WEBSOCKET_PATH,
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
            }
        },
        "operations": {
            "hear": _asyncapi_operation("receive", sides["ClientMessage"]),
            "tell": _asyncapi_operation("send", sides["ServerMessage"]),
        },
        "components": {"messages": messages, "schemas": parts},
    }


def typescript_types() -> str:
    """The messages as TypeScript types; fields with defaults are optional."""
    sides, parts = _schema_components("{name}", HTTP_TYPES)
    blocks = [f"// {GENERATED_NOTE}"]
    for side, schema in sides.items():
        blocks.append(f"export type {side} = {_typescript_type(schema)};")
    for name, schema in parts.items():
        fields = "".join(
            f"  {field}{'' if field in schema['required'] else '?'}: {_typescript_type(value)};\n"
            for field, value in schema["properties"].items()
        )
        blocks.append(f"{_typescript_comment(schema)}export interface {name} {{\n{fields}}}")
    return "\n\n".join(blocks) + "\n"


def _schema_components(
    template: str, more: tuple[Any, ...] = ()
) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The messages of both sides, and every struct inside them and inside `more`."""
    found, parts = msgspec.json.schema_components(
        (*MESSAGE_SIDES.values(), *more), ref_template=template
    )
    return (
        {name: _tidy_schema(side) for name, side in zip(MESSAGE_SIDES, found, strict=False)},
        {name: _tidy_schema(parts[name]) for name in sorted(parts)},
    )


def _tidy_schema(value: Any) -> Any:
    """A schema without discriminators, which JSON Schema does not define."""
    if isinstance(value, list):
        return [_tidy_schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    tidy = {key: _tidy_schema(item) for key, item in value.items() if key != "discriminator"}
    if isinstance(tidy.get("description"), str):
        tidy["description"] = inspect.cleandoc(tidy["description"])
    return tidy


def _asyncapi_operation(action: str, side: Schema) -> Schema:
    names = [ref["$ref"].rsplit("/", 1)[1] for ref in side["anyOf"]]
    return {
        "action": action,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{name}"} for name in names],
    }


def _typescript_type(schema: Schema) -> str:
    """A schema as a TypeScript type; KeyError for an unknown kind of schema."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_typescript_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if not schema:
        return "unknown"
    kind = schema["type"]
    if kind == "null":
        return "null"
    if kind == "array":
        item = _typescript_type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        # Not Record<…>: a struct has that name.
        return f"{{ [key: string]: {_typescript_type(values) if values else 'unknown'} }}"
    return TYPESCRIPT_TYPES[kind]


def _typescript_comment(schema: Schema) -> str:
    lines = schema.get("description", "").splitlines()
    if len(lines) < 2:
        return f"/** {lines[0]} */\n" if lines else ""
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _json_text(value: Schema) -> str:
    return json.dumps(value, indent=2) + "\n"
