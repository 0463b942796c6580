"""Rules with declared fields are compiled with C types, and play as before."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from ludarium import load, mode, perft
from ludarium.core.symbol_import import import_interpreted
from ludarium.design import rules_compiler
from ludarium.design.rules_comparison import find_difference
from ludarium.design.rules_compiler import NotCompiled, compile_rules, import_from_homes
from ludarium.design.rules_translator import TranslatedRules, translate_rules

CROSSFIRE = Path(__file__).parents[2] / "examples" / "crossfire" / "crossfire.py"
HOARD = Path(__file__).with_name("hoard.py")


@pytest.fixture(autouse=True)
def compile_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_compiler, "OPTIMISATION_FLAG", "-O0")


def translate_file(file: Path) -> TranslatedRules | None:
    return translate_rules(import_from_homes(file.read_text("utf-8")), import_interpreted(file))


@pytest.mark.parametrize("file", [CROSSFIRE, HOARD], ids=["crossfire", "hoard"])
def test_a_translated_line_keeps_its_number(file: Path) -> None:
    translated = translate_file(file)
    assert translated is not None
    lines = translated.source.split("\n")
    for number, line in enumerate(file.read_text("utf-8").split("\n")):
        if line.lstrip().startswith(("def ", "class ", "yield ", "for ", "if ")):
            assert lines[number].split()[0] == line.split()[0]


def test_fields_become_c_attributes() -> None:
    translated = translate_file(HOARD)
    assert translated is not None
    assert translated.declarations.split("\n")[1:] == [
        "    cdef public object _past",
        "    cdef public list board",
        "    cdef public list wild",
        "    cdef public bint skipped",
        "    cdef public long long mood",
        "    cdef public list low",
        "    cdef public object trail",
        "",
    ]


def test_a_position_of_a_position_is_not_translated(tmp_path: Path) -> None:
    file = tmp_path / "heir.py"
    heir = "\n\nclass HeirPosition(HoardPosition):\n    more = flag_field()\n"
    file.write_text(HOARD.read_text("utf-8") + heir, "utf-8")
    assert translate_file(file) is None


@pytest.mark.parametrize(
    ("file", "name", "depth"), [(CROSSFIRE, "Crossfire", 2), (HOARD, "Hoard", 3)]
)
def test_compiled_and_interpreted_rules_are_the_same_game(
    tmp_path: Path, file: Path, name: str, depth: int
) -> None:
    copied = Path(shutil.copy(file, tmp_path))
    if not mode.compiled():
        with pytest.raises(NotCompiled) as refusal:
            compile_rules(copied)
        assert refusal.value.code == "engine_not_compiled"
        return
    made = compile_rules(copied)
    assert (made.types, made.note) == ("fields", "")
    compiled, interpreted = load(f"{copied}:{name}"), getattr(import_interpreted(file), name)()
    assert type(compiled.new()).__mro__[1].__name__.startswith("FieldsOf")
    assert perft(compiled.new(), depth) == perft(interpreted.new(), depth)
    rng = random.Random(5)
    position = interpreted.new()
    for _ in range(30):
        state = interpreted.state_to_json(position)
        twin = compiled.state_from_json(state)
        assert compiled.state_to_json(twin) == state
        assert interpreted.state_from_json(compiled.state_to_json(twin)).key() == twin.key()
        assert twin.key() == position.key() == twin.copy().key()
        assert compiled.moves(twin) == interpreted.moves(position)
        if not compiled.moves(twin):
            return
        interpreted.advance(position, rng.choice(interpreted.moves(position)))


def test_a_game_that_differs_when_compiled_is_found(tmp_path: Path) -> None:
    text = HOARD.read_text("utf-8")
    changed = tmp_path / "changed.py"
    changed.write_text(text.replace("(1, 2, 3, 2, -5", "(1, 2, 3, 2, -1"), "utf-8")
    same: ModuleType = import_interpreted(HOARD)
    assert find_difference(same, same) == ""
    different = find_difference(same, import_interpreted(changed))
    assert different.startswith("Hoard is another game when compiled: seed ")


def test_rules_that_cannot_be_translated_are_compiled_without_types(tmp_path: Path) -> None:
    text = HOARD.read_text("utf-8").replace("around", "cdef")  # a word of Cython alone
    file = tmp_path / "words.py"
    file.write_text(text, "utf-8")
    if not mode.compiled():
        return
    made = compile_rules(file)
    assert made.types == "none"
    assert "words.pyx" in made.note
    assert perft(load(f"{file}:Hoard").new(), 2) == perft(load(f"{HOARD}:Hoard").new(), 2)
