"""Compiles a game file by Cython, as the games of the package are compiled."""

from __future__ import annotations

import ast
import importlib.util
import shlex
import shutil
import subprocess
import sys
import sysconfig
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
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.registry import games_of_module
from ludarium.core.symbol_import import explain_failed_import, import_interpreted
from ludarium.design.position_classes import NotTranslatable
from ludarium.design.rules_comparison import find_difference_apart
from ludarium.design.rules_translator import INCLUDED_FILE, TranslatedRules, translate_rules

CYTHON_DIRECTIVES = {
    "annotation_typing": False,  # C types come from the .pxd, as in the package
    "cdivision": True,
    "wraparound": True,  # rules without C types may index from the end
    "boundscheck": True,
}
# With C types of the author's own, the directives of the package.
TYPED_DIRECTIVES = {**CYTHON_DIRECTIVES, "wraparound": False, "boundscheck": False}
# With declared fields: C numbers are inferred from them, and behave as numbers of Python.
TRANSLATED_DIRECTIVES = {
    **CYTHON_DIRECTIVES,
    "cdivision": False,
    "infer_types": True,
    "overflowcheck": True,
}
OPTIMISATION_FLAG = "-O3"
COMPILE_LIMIT_S = 900
SHOWN_ERROR_LINES = 20
METHOD_DECLARATIONS = {
    "generate": "cpdef int generate(self, unsigned int[::1] out, int at) noexcept with gil",
    "play": "cpdef void play(self, unsigned int move) noexcept with gil",
    "undo": "cpdef void undo(self) noexcept with gil",
    "key": "cpdef unsigned long long key(self) noexcept with gil",
    "copy": "cpdef {name} copy(self)",
    "no_moves_verdict": "cpdef void no_moves_verdict(self) noexcept with gil",
}
FIELD_TYPES = {bool: "bint", int: "long long", list: "list", dict: "dict", str: "str"}


class NotCompiled(LudariumError):
    """A game file cannot be compiled."""


class CompiledRules(NamedTuple):
    """The compiled module. Its C types are `given`, `fields`, `derived` or `none`."""

    module: Path
    types: str
    declarations: str
    note: str = ""  # why C types that could be derived are not there


def compile_rules(file: Path) -> CompiledRules:
    """Compile a game file; it is loaded compiled from now on, until it changes."""
    if not file.is_file():
        raise NotCompiled("no_such_file", "There is no such file.")
    if not mode.compiled():
        message = "Ludarium itself runs interpreted here; compiled rules need the compiled engine."
        raise NotCompiled("engine_not_compiled", message)
    given = file.with_suffix(DECLARATIONS_SUFFIX)
    try:
        module = import_interpreted(file)
    except ImportError as error:
        message = explain_failed_import(error.__cause__ or error, file)
        raise NotCompiled("bad_rules", message) from error
    if not games_of_module(module):
        raise NotCompiled("no_game", f"{file.name} has no game.")
    text = import_from_homes(file.read_text("utf-8"))
    if given.is_file():
        return _compile_python(file, text, "given", given.read_text("utf-8"))
    notes = []
    try:
        translated = translate_rules(text, module)
        if translated is not None:
            return _compile_translated(file, translated)
        if declarations := derive_declarations(module):
            return _compile_python(file, text, "derived", declarations)
    except NotTranslatable as reason:
        notes.append(str(reason))
    except NotCompiled as refusal:
        if refusal.code not in ("bad_rules", "not_the_same"):
            raise
        notes.append(refusal.message)
    made = _compile_python(file, text, "none", "")
    return made._replace(note="\n".join(notes))


def _compile_python(file: Path, text: str, types: str, declarations: str) -> CompiledRules:
    texts = {file.name: text}
    if declarations:
        texts[file.with_suffix(DECLARATIONS_SUFFIX).name] = declarations
    directives = TYPED_DIRECTIVES if types == "given" else CYTHON_DIRECTIVES
    return CompiledRules(_compile_and_compare(file, texts, directives), types, declarations)


def _compile_translated(file: Path, rules: TranslatedRules) -> CompiledRules:
    texts = {f"{file.stem}.pyx": rules.source, INCLUDED_FILE: rules.included}
    module = _compile_and_compare(file, texts, TRANSLATED_DIRECTIVES)
    return CompiledRules(module, "fields", rules.declarations)


def _compile_and_compare(file: Path, texts: dict[str, str], directives: dict[str, bool]) -> Path:
    """Compile these texts, and keep the result only if it plays as the interpreted rules do."""
    module = _compile_texts(file, texts, directives)
    different = find_difference_apart(file)
    if different:
        module.unlink()
        raise NotCompiled("not_the_same", different)
    return module


def _compile_texts(file: Path, texts: dict[str, str], directives: dict[str, bool]) -> Path:
    """Compile the first of these texts, and put the result where the file's loader looks."""
    target = compiled_rules_path(file)
    with tempfile.TemporaryDirectory(prefix="ludarium-compile-") as folder:
        # A package of the module's name: Cython looks for the .pxd by the name of the module.
        package = Path(folder) / file_module_name(file)
        package.mkdir()
        (package / "__init__.py").touch()
        for name, text in texts.items():
            (package / name).write_text(text, "utf-8")
        made = _build_extension(package / next(iter(texts)), directives)
        target.parent.mkdir(exist_ok=True)
        for old in target.parent.glob(f"{file.stem}.*{''.join(target.suffixes[-1:])}"):
            old.unlink()
        shutil.copy(made, target)
    return target


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


def _build_extension(source: Path, directives: dict[str, bool]) -> Path:
    if importlib.util.find_spec("Cython") is None:
        raise NotCompiled("no_cython", 'Cython is missing: pip install "ludarium[compile]".')
    package_parent = Path(ludarium.__file__).parent.parent
    c_file = source.with_suffix(".c")
    command = [sys.executable, "-m", "cython", "-3", "--shared=ludarium._cython"]
    for name, value in directives.items():
        command += ["--directive", f"{name}={value}"]
    _run_step(
        [*command, "-I", str(package_parent), str(source), "-o", str(c_file)], "bad_rules", source
    )
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise NotCompiled("no_compiler", f"There is no C compiler ({compiler[0]}).")
    made = source.with_suffix(".so")
    flags = [
        OPTIMISATION_FLAG,
        "-DNDEBUG",
        "-fPIC",
        "-shared",
        "-w",
        f"-I{sysconfig.get_path('include')}",
    ]
    _run_step([*compiler, *flags, str(c_file), "-o", str(made)], "bad_rules", source)
    return made


def _run_step(command: list[str], code: str, source: Path) -> None:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=source.parent,
            check=False,
            timeout=COMPILE_LIMIT_S,
        )
    except subprocess.TimeoutExpired as error:
        raise NotCompiled("too_slow", f"It takes more than {COMPILE_LIMIT_S} s.") from error
    if done.returncode:
        told = (done.stdout + done.stderr).replace(f"{source.parent}/", "").splitlines()
        raise NotCompiled(code, "\n".join(["The rules do not compile.", *told[:SHOWN_ERROR_LINES]]))
