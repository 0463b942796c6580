"""Logs: one structured line for each event, with ids of requests and rooms, without users' text."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
NO_IDS: Mapping[str, str] = MappingProxyType({})
# At level debug these print what clients send and what is stored.
QUOTING_LOGGERS = (
    *("asyncio", "h11", "sqlalchemy", "uvicorn", "websockets"),
    "ludarium.server.transport.websocket",  # `websockets` gets this one for its frames
)


# The ids of the message or request that is handled: one variable, because it is set for every
# message: that takes 0.3 µs, and structlog's own variables take 4.
log_ids: ContextVar[Mapping[str, str]] = ContextVar("log_ids", default=NO_IDS)


def configure_logs(form: LogFormat, level: LogLevel, stream: TextIO | None = None) -> None:
    """Write every log line of the process to a stream, by default stderr, as text or as JSON."""
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    before: list[Processor] = [
        add_ids,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        drop_values,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        keep_exc_info=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in QUOTING_LOGGERS:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


def add_ids(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Add the ids of what is handled now."""
    return {**log_ids.get(), **event}


def drop_values(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep where an exception was raised and its class; its text may quote a user."""
    record: logging.LogRecord | None = event.get("_record")
    raised = record.exc_info if record is not None else None
    if raised and raised[1] is not None:
        event["exception"] = traceback_text(raised[1])
    if record is not None:
        record.exc_info = record.exc_text = None
        if record.name == "asyncio":  # its later lines hold representations of objects
            event["event"] = str(event["event"]).partition("\n")[0]
    event.pop("exc_info", None)
    return event


def traceback_text(error: BaseException) -> str:
    """The traceback of an exception and of its causes, without their messages."""
    lines = ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__)]
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
    cause = error.__cause__ or error.__context__
    before = f"{traceback_text(cause)}\n\n" if cause is not None else ""
    return before + "".join(lines)
