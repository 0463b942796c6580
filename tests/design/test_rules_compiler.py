"""Rules of a file are compiled, with C types that are given or derived."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium import load, mode, perft
from ludarium.core.compiled_rules import compiled_rules_path
from ludarium.core.symbol_import import import_interpreted
from ludarium.design import rules_builder
from ludarium.design.rules_builder import NotCompiled
from ludarium.design.rules_comparison import find_difference, find_difference_apart
from ludarium.design.rules_compiler import (
    compile_rules,
    derive_declarations,
    import_from_homes,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
FULL = EXAMPLES / "tictactoe" / "full_contract.py"
PERFT_5 = 15_120
TAKE_BACK = """def take_back(self, cell):
        self.board[cell] = None
        self.total -= cell + 1

"""
CHECK = "import sys, ludarium; g = ludarium.load(sys.argv[1]); print(ludarium.check_game(g, 2))"


def test_c_types_are_derived_from_the_first_position() -> None:
    lines = derive_declarations(import_interpreted(FULL)).splitlines()
    assert "cdef class TicTacToePosition(Position):" in lines
    assert "    cdef public list board" in lines
    assert "    cpdef void undo(self) noexcept with gil" in lines


def test_names_are_imported_from_their_modules_on_the_same_line() -> None:
    text = "from ludarium import (\n    Grid,\n    Position as P,\n)\nimport os\n"
    assert import_from_homes(text).split("\n") == [
        "from ludarium.core.scene import Grid; from ludarium.core.position import Position as P",
        *("", "", "", "import os", ""),
    ]


def test_a_missing_file_and_one_without_a_game_are_not_compiled(tmp_path: Path) -> None:
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(Path("missing.py"))
    assert refusal.value.code == "no_such_file"
    file = tmp_path / "plain.py"
    file.write_text("VALUE = 1\n", "utf-8")
    if not mode.compiled():
        refuse_without_engine(file)
        return
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(file)
    assert refusal.value.code == "no_game"


def test_a_file_is_loaded_compiled_until_it_changes(tmp_path: Path) -> None:
    file = Path(shutil.copy(FULL, tmp_path))
    if not mode.compiled():
        refuse_without_engine(file)
        return
    made = compile_rules(file)
    assert made.types == "derived"
    assert made.module == compiled_rules_path(file)
    # In a process of its own, because this one has the file's module already.
    done = subprocess.run(
        [sys.executable, "-c", CHECK, f"{file}:TicTacToe"],
        capture_output=True,
        text=True,
        env=os.environ | {"LUDARIUM_PURE": "0"},
        check=True,
    )
    assert int(done.stdout) > 10
    game = load(f"{file}:TicTacToe")
    assert perft(game.new(), 5) == PERFT_5
    assert type(game).__module__.endswith(".full_contract")
    assert not hasattr(game.new(), "__dict__")  # a C class, with the fields of the .pxd
    assert "Three marks" in game.rules()
    file.write_text(file.read_text("utf-8") + "# edited\n", "utf-8")
    assert not type(load(f"{file}:TicTacToe")).__module__.endswith(".full_contract")


@pytest.mark.parametrize("source", ["def f():\n    return (\n", "1 / 0\n"])
def test_a_broken_file_is_not_compiled(tmp_path: Path, source: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source, "utf-8")
    if not mode.compiled():
        refuse_without_engine(file)
        return
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(file)
    assert refusal.value.code == "bad_rules"


def refuse_without_engine(file: Path) -> None:
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(file)
    assert refusal.value.code == "engine_not_compiled"


def test_rules_that_do_not_compile_are_shown_without_a_path(tmp_path: Path) -> None:
    file = Path(shutil.copy(FULL, tmp_path))
    file.with_suffix(".pxd").write_text("cdef nonsense x\n", "utf-8")
    if not mode.compiled():
        refuse_without_engine(file)
        return
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(file)
    assert refusal.value.code == "bad_rules"
    assert str(tmp_path) not in refusal.value.message


def test_a_pxd_beside_the_file_gives_the_c_types(tmp_path: Path) -> None:
    file = Path(shutil.copy(FULL, tmp_path))
    file.with_suffix(".pxd").write_text(derive_declarations(import_interpreted(file)), "utf-8")
    if not mode.compiled():
        refuse_without_engine(file)
        return
    assert compile_rules(file).types == "given"
    assert perft(load(f"{file}:TicTacToe").new(), 5) == PERFT_5


def test_c_types_that_change_the_game_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = FULL.read_text("utf-8")
    for old, new in (
        ("= []\n", "= []\n        self.total = 250\n"),
        ("self.past.append(move)\n", "self.past.append(move)\n        self.total += move + 1\n"),
        ("self.board[self.past.pop()] = None", "self.take_back(self.past.pop())"),
        (
            "def key(self) -> int:\n",
            f"{TAKE_BACK}    def key(self) -> int:\n        return self.total\n",
        ),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "narrow.py"
    file.write_text(text, "utf-8")
    module = import_interpreted(file)
    assert find_difference(module, module) == ""
    types = derive_declarations(module).replace("long long total", "char total")
    assert "char total" in types
    file.with_suffix(".pxd").write_text(types, "utf-8")
    if not mode.compiled():
        refuse_without_engine(file)
        return
    monkeypatch.setattr(rules_builder, "OPTIMISATION_FLAG", "-O0")
    with pytest.raises(NotCompiled) as refusal:
        compile_rules(file)
    assert refusal.value.code == "not_the_same"
    assert refusal.value.message.startswith("TicTacToe is another game when compiled: seed 0, ")
    assert "after" in refusal.value.message or "first" in refusal.value.message
    assert not compiled_rules_path(file).exists()


def test_rules_that_end_the_process_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "crash.py"
    file.write_text("import os\n\nos.kill(os.getpid(), 11)\n", "utf-8")
    assert "end the process (SIGSEGV)" in find_difference_apart(file, compiled_rules_path(file))
    file.write_text("1 / 0\n", "utf-8")
    assert find_difference_apart(file, compiled_rules_path(file)).startswith(
        "The compiled rules fail. ImportError"
    )


@pytest.mark.parametrize("doing", ["translating", "C compiler", "comparing"])
def test_an_interrupt_leaves_the_compiled_form_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, doing: str
) -> None:
    if not mode.compiled():
        return
    monkeypatch.setattr(rules_builder, "OPTIMISATION_FLAG", "-O0")
    file = Path(shutil.copy(FULL, tmp_path))
    target = compiled_rules_path(file)
    target.parent.mkdir()
    target.write_bytes(b"an earlier one")
    seen = []

    def interrupt(now: str, percent: int) -> None:
        seen.append((percent, now))
        if now.startswith(doing):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_rules(file, interrupt)
    assert seen == sorted(seen, key=lambda told: told[0])
    assert [file.name for file in target.parent.iterdir()] == [target.name]
    assert target.read_bytes() == b"an earlier one"
