"""Rules with declared fields are compiled with C types, and play as before."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from ludarium import load, mode, perft
from ludarium.core.symbol_import import import_interpreted
from ludarium.design import rules_builder
from ludarium.design.position_classes import NotTranslatable
from ludarium.design.rules_builder import NotCompiled
from ludarium.design.rules_comparison import find_difference, list_settings
from ludarium.design.rules_compiler import compile_rules, import_from_homes
from ludarium.design.rules_translator import TranslatedRules, translate_rules

CROSSFIRE = Path(__file__).parents[2] / "examples" / "crossfire" / "crossfire.py"
HOARD = Path(__file__).with_name("hoard.py")


@pytest.fixture(autouse=True)
def compile_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_builder, "OPTIMISATION_FLAG", "-O0")


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


HEIRS = """

class QuickPosition(HoardPosition):
    def worth_of(self, cell: int) -> int:
        return super().worth_of(cell) + WORTH[cell] - self.low[1 - self.to_move]


class Quick(Hoard):
    id = "quick"
    rulesets = {"short": {"limit": 3}}
    options = {"limit": Option(9, "How rich is rich.", 1, 9)}


class Loud:
    def find_end(self) -> None:
        super().find_end()
        if self.mood and self.noise[0] > 3:
            self.win(self.to_move, "loud")


class LoudPosition(Loud, QuickPosition):
    noise = number_field(0, 99, start=[0, 0])
    reasons = {**QuickPosition.reasons, "loud": "A seat is too loud."}

    def put_stone(self, cell: int, mood: int = 0) -> None:
        super().put_stone(cell, mood)
        self.noise[self.to_move] += 1 + self.noise[1 - self.to_move] * mood


class LoudHoard(DeclaredGame[LoudPosition]):
    id = "loud"
    title = "Loud"
    summary = "Be quiet."
    move_shape = MOVES
"""


def write_heirs(folder: Path, more: str = "") -> Path:
    file = folder / "heirs.py"
    text = HOARD.read_text("utf-8").replace("    MoveKind,\n", "    MoveKind,\n    Option,\n", 1)
    file.write_text(text + HEIRS + more, "utf-8")
    return file


def test_a_position_of_a_position_has_the_c_class_of_its_base_and_of_its_new_fields(
    tmp_path: Path,
) -> None:
    file = write_heirs(tmp_path)
    translated = translate_file(file)
    assert translated is not None
    heads = [line for line in translated.declarations.split("\n") if line.startswith("cdef")]
    assert heads == [
        "cdef class FieldsOfHoardPosition(Position):",
        "cdef class FieldsOfLoudPosition(FieldsOfHoardPosition):",
    ]
    if not mode.compiled():
        return
    made = compile_rules(file)
    assert (made.types, made.note) == ("fields", "")
    loud = load(f"{file}:LoudHoard")
    assert "FieldsOfLoudPosition" in [kind.__name__ for kind in type(loud.new()).__mro__]
    interpreted = import_interpreted(file).LoudHoard()
    assert perft(loud.new(), 3) == perft(interpreted.new(), 3)


@pytest.mark.parametrize(
    ("heir", "reason"),
    [
        ("low = number_field(-9, 9)", "declares the field low of its base again"),
        (
            "heard = flag_field()\n\n\nclass LastPosition(HeirPosition):\n    last = flag_field()",
            "adds fields to HeirPosition, which has a key of its own",
        ),
    ],
)
def test_a_position_that_gets_no_c_types_says_why(tmp_path: Path, heir: str, reason: str) -> None:
    own_key = "    def key(self):\n        return 1\n\n    "
    file = write_heirs(tmp_path, f"\n\nclass HeirPosition(HoardPosition):\n{own_key}{heir}\n")
    with pytest.raises(NotTranslatable, match=reason):
        translate_file(file)


def test_a_position_of_another_file_gets_no_c_types(tmp_path: Path) -> None:
    file = tmp_path / "guest.py"
    module = "tests.design.hoard"
    file.write_text(
        f"from {module} import HoardPosition\n\n\nclass Guest(HoardPosition):\n    pass\n", "utf-8"
    )
    with pytest.raises(NotTranslatable, match="HoardPosition, a base of Guest, is of another file"):
        translate_file(file)


def test_every_ruleset_number_of_seats_and_option_is_compared(tmp_path: Path) -> None:
    module = import_interpreted(write_heirs(tmp_path))
    assert list(map(str, list_settings(module.Quick))) == ["", "ruleset short", "limit=1"]
    assert list(map(str, list_settings(type(load("pyramids")))))[:2] == ["", "3 seats"]


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
