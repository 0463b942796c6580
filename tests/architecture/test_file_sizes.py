"""No source file is longer than 400 lines, but generated ones."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAX_LINES = 400
SOURCES = ("*.py", "*.pxd", "*.pxi", "*.h", "*.ts", "*.tsx", "*.css", "*.mjs", "*.cjs", "*.sh")
GENERATED = {"web/src/protocol.ts"}  # from the schemas of the messages


def source_files() -> list[str]:
    """The source files of the repository; without Git, of its folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *SOURCES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    folders = ("src", "tests", "bench", "examples", "scripts", "web/src", "web/tests")
    files = (file for folder in folders for kind in SOURCES for file in (ROOT / folder).rglob(kind))
    return [str(file.relative_to(ROOT)) for file in files]


def test_no_file_is_longer_than_400_lines() -> None:
    files = source_files()
    assert len(files) > 500
    lengths = {name: len((ROOT / name).read_text("utf-8").splitlines()) for name in files}
    assert {
        name: length
        for name, length in lengths.items()
        if length > MAX_LINES and name not in GENERATED
    } == {}


def test_every_exception_is_a_long_file() -> None:
    for name in GENERATED:
        assert len((ROOT / name).read_text("utf-8").splitlines()) > MAX_LINES
