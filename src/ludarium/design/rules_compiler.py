"""Compiles a game file by Cython, as the games of the package are compiled."""

from __future__ import annotations

import ast
import os
import shutil
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import ludarium
from ludarium import mode
from ludarium.core.compiled_rules import (
    DECLARATIONS_SUFFIX,
    compiled_rules_path,
    file_module_name,
)
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.registry import games_of_module
from ludarium.core.symbol_import import explain_failed_import, import_interpreted
from ludarium.design.position_classes import NotTranslatable
from ludarium.design.rules_builder import (
    BUILT_PERCENT,
    CYTHON_DIRECTIVES,
    TRANSLATED_DIRECTIVES,
    TYPED_DIRECTIVES,
    CompileReport,
    NotCompiled,
    build_extension,
)
from ludarium.design.rules_comparison import find_difference_apart
from ludarium.design.rules_translator import INCLUDED_FILE, TranslatedRules, translate_rules

METHOD_DECLARATIONS = {
    "generate": "cpdef int generate(self, unsigned int[::1] out, int at) noexcept with gil",
    "play": "cpdef void play(self, unsigned int move) noexcept with gil",
    "undo": "cpdef void undo(self) noexcept with gil",
    "key": "cpdef unsigned long long key(self) noexcept with gil",
    "copy": "cpdef {name} copy(self)",
    "no_moves_verdict": "cpdef void no_moves_verdict(self) noexcept with gil",
}
FIELD_TYPES = {bool: "bint", int: "long long", list: "list", dict: "dict", str: "str"}


class CompiledRules(NamedTuple):
    """The compiled module. Its C types are `given`, `fields`, `derived` or `none`."""

    module: Path
    types: str
    declarations: str
    note: str = ""  # why C types that could be derived are not there


def compile_rules(file: Path, report: CompileReport = lambda doing, percent: None) -> CompiledRules:
    """Compile a game file; it is loaded compiled from now on, until it changes.

    An interrupt leaves the compiled form as it was. `report` is called several times a second.
    """
    if not file.is_file():
        raise NotCompiled("no_such_file", "There is no such file.")
    if not mode.compiled():
        message = "Ludarium itself runs interpreted here; compiled rules need the compiled engine."
        raise NotCompiled("engine_not_compiled", message)
    try:
        module = import_interpreted(file)
    except ImportError as error:
        message = explain_failed_import(error.__cause__ or error, file)
        raise NotCompiled("bad_rules", message) from error
    if not games_of_module(module):
        raise NotCompiled("no_game", f"{file.name} has no game.")
    return _RulesCompiler(file, module, report).compile()


class _RulesCompiler:
    """Compiles one file, with the best C types that it can have."""

    def __init__(self, file: Path, module: ModuleType, report: CompileReport) -> None:
        self.file = file
        self.module = module
        self.report = report
        self.text = import_from_homes(file.read_text("utf-8"))

    def compile(self) -> CompiledRules:
        given = self.file.with_suffix(DECLARATIONS_SUFFIX)
        if given.is_file():
            return self._compile_python("given", given.read_text("utf-8"))
        notes = []
        try:
            translated = translate_rules(self.text, self.module)
            if translated is not None:
                return self._compile_translated(translated)
            if declarations := derive_declarations(self.module):
                return self._compile_python("derived", declarations)
        except NotTranslatable as reason:
            notes.append(str(reason))
        except NotCompiled as refusal:
            if refusal.code not in ("bad_rules", "not_the_same"):
                raise
            notes.append(refusal.message)
        made = self._compile_python("none", "")
        return made._replace(note="\n".join(notes))

    def _compile_python(self, types: str, declarations: str) -> CompiledRules:
        texts = {self.file.name: self.text}
        if declarations:
            texts[self.file.with_suffix(DECLARATIONS_SUFFIX).name] = declarations
        directives = TYPED_DIRECTIVES if types == "given" else CYTHON_DIRECTIVES
        return CompiledRules(self._compile_texts(texts, directives), types, declarations)

    def _compile_translated(self, rules: TranslatedRules) -> CompiledRules:
        texts = {f"{self.file.stem}.pyx": rules.source, INCLUDED_FILE: rules.included}
        module = self._compile_texts(texts, TRANSLATED_DIRECTIVES)
        return CompiledRules(module, "fields", rules.declarations)

    def _compile_texts(self, texts: dict[str, str], directives: dict[str, bool]) -> Path:
        """Compile the first of these texts, and install it if it plays as the interpreted rules."""
        target = compiled_rules_path(self.file)
        with tempfile.TemporaryDirectory(prefix="ludarium-compile-") as folder:
            # A package of the module's name: Cython looks for the .pxd by the name of the module.
            package = Path(folder) / file_module_name(self.file)
            package.mkdir()
            (package / "__init__.py").touch()
            for name, text in texts.items():
                (package / name).write_text(text, "utf-8")
            made = build_extension(package / next(iter(texts)), directives, self.report)
            self.report("comparing random games", BUILT_PERCENT)
            different = find_difference_apart(self.file, made, self._report_comparison)
            if different:
                target.unlink(missing_ok=True)
                raise NotCompiled("not_the_same", different)
            _install_module(made, target, self.file.stem)
        return target

    def _report_comparison(self, done: int, total: int) -> None:
        percent = BUILT_PERCENT + (100 - BUILT_PERCENT) * done // max(total, 1)
        self.report(f"comparing random games, {done} of {total}", percent)


def _install_module(made: Path, target: Path, stem: str) -> None:
    """Put a compiled module where the file's loader looks, whole or not at all."""
    target.parent.mkdir(exist_ok=True)
    suffix = target.suffix
    # Beside the target, because only there it can be renamed; a later call removes what is left.
    handle, name = tempfile.mkstemp(suffix, f"{stem}.", target.parent)
    os.close(handle)
    shutil.copy(made, name)
    Path(name).replace(target)
    for old in target.parent.glob(f"{stem}.*{suffix}"):
        if old != target:
            old.unlink()


def import_from_homes(text: str) -> str:
    """The source with public names imported from their own modules, where their C types are.

    Every line keeps its number.
    """
    homes = {name: home for home, names in ludarium._HOMES.items() for name in names.split()}
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ImportFrom) or node.module != "ludarium":
            continue
        found: dict[str, list[str]] = {}
        for alias in node.names:
            home = f"ludarium.{homes[alias.name]}" if alias.name in homes else "ludarium"
            renamed = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            found.setdefault(home, []).append(renamed)
        parts = [f"from {home} import {', '.join(names)}" for home, names in found.items()]
        end = node.end_lineno or node.lineno
        lines[node.lineno - 1 : end] = ["; ".join(parts)] + [""] * (end - node.lineno)
    return "\n".join(lines)


def derive_declarations(module: ModuleType) -> str:
    """The .pxd of positions that are written without declared fields; empty if there is none.

    The C types follow from the attributes of a first position.
    """
    games = games_of_module(module).values()
    starts = {type(position): position for position in map(_first_position, games)}
    blocks = [
        _declare_position(position)
        for kind, position in starts.items()
        if kind.__module__ == module.__name__ and kind.__bases__ == (Position,)
    ]
    if not blocks:
        return ""
    return "from ludarium.core.position cimport Position\n\n" + "\n".join(blocks)


def _first_position(kind: type[AnyGame]) -> Position:
    position: Position = kind().new()
    return position


def _declare_position(position: Position) -> str:
    name = type(position).__name__
    lines = [f"cdef class {name}(Position):"]
    for field, value in vars(position).items():
        lines.append(f"    cdef public {_field_type(value)} {field}")
    for method, declaration in METHOD_DECLARATIONS.items():
        if method in vars(type(position)):
            lines.append(f"    {declaration.format(name=name)}")
    return "\n".join(lines) + "\n"


def _field_type(value: Any) -> str:
    return FIELD_TYPES.get(type(value), "object")
