"""Promises of SECURITY.md about the source, and the tests that SECURITY.md names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "ludarium" / "server"
PROMISES = (ROOT / "SECURITY.md").read_text("utf-8")
STARTS_PROCESSES = re.compile(r"\b(subprocess|Popen|multiprocessing|os\.(exec|spawn|system|fork))")
RUNS_PROGRAMS = re.compile(r"agents\.hosting\.(process|program|in_process|supervisor|remote)")


def calls(function: str) -> Iterator[ast.Call]:
    """Every call of a function in the server's sources."""
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                yield node


def test_the_server_starts_no_processes_but_engines_and_the_picture_worker() -> None:
    sources = {file: file.read_text("utf-8") for file in SERVER.rglob("*.py")}
    assert {
        file.parent.name for file, text in sources.items() if STARTS_PROCESSES.search(text)
    } == {"engines", "pictures"}
    assert [file for file, text in sources.items() if RUNS_PROGRAMS.search(text)] == []


def test_database_errors_do_not_quote_the_texts_of_users() -> None:
    engines = list(calls("create_engine"))
    assert engines
    for call in engines:
        hidden = [word.value for word in call.keywords if word.arg == "hide_parameters"]
        assert [ast.literal_eval(value) for value in hidden] == [True]


def test_every_promise_of_security_names_a_test_that_exists() -> None:
    rows = re.findall(r"^\| .+ \| (`tests/.+) \|$", PROMISES, re.MULTILINE)
    assert len(rows) >= 20
    for row in rows:
        for name in re.findall(r"`([^`]+)`", row):
            assert (ROOT / name).exists(), name
