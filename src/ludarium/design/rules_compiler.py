"""Compiles a game file by Cython, as the games of the package are compiled."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import ludarium
from ludarium import mode
from ludarium.core.compiled_rules import (
    DECLARATIONS_SUFFIX,
    compiled_rules_path,
    file_module_name,
)
from ludarium.core.declared.position import DeclaredPosition
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame, Game
from ludarium.core.position import Position
from ludarium.core.symbol_import import import_interpreted

CYTHON_DIRECTIVES = {
    "annotation_typing": False,  # C types come from the .pxd, as in the package
    "cdivision": True,
    "wraparound": True,  # rules without C types may index from the end
    "boundscheck": True,
}
# With C types of the author's own, the directives of the package.
TYPED_DIRECTIVES = {**CYTHON_DIRECTIVES, "wraparound": False, "boundscheck": False}
SHOWN_ERROR_LINES = 12
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
    """The compiled module, and where its C types come from: `given`, `derived` or `none`."""

    module: Path
    types: str
    declarations: str


def compile_rules(file: Path) -> CompiledRules:
    """Compile a game file; it is loaded compiled from now on, until it changes."""
    if not file.is_file():
        raise NotCompiled("no_such_file", "There is no such file.")
    if not mode.compiled():
        message = "Ludarium itself runs interpreted here; compiled rules need the compiled engine."
        raise NotCompiled("engine_not_compiled", message)
    given = file.with_suffix(DECLARATIONS_SUFFIX)
    try:
        text = import_from_homes(file.read_text("utf-8"))
        declarations = given.read_text("utf-8") if given.is_file() else derive_declarations(file)
    except (SyntaxError, ImportError) as error:
        cause = error.__cause__ or error
        message = f"The file cannot be imported ({type(cause).__name__}: {cause})."
        raise NotCompiled("bad_rules", message) from error
    types = "given" if given.is_file() else "derived" if declarations else "none"
    target = compiled_rules_path(file)
    with tempfile.TemporaryDirectory(prefix="ludarium-compile-") as folder:
        # A package of the module's name: Cython looks for the .pxd by the name of the module.
        source = Path(folder) / file_module_name(file) / file.name
        source.parent.mkdir()
        (source.parent / "__init__.py").touch()
        source.write_text(text, "utf-8")
        if declarations:
            source.with_suffix(DECLARATIONS_SUFFIX).write_text(declarations, "utf-8")
        made = _build_extension(source, typed=types == "given")
        target.parent.mkdir(exist_ok=True)
        for old in target.parent.glob(f"{file.stem}.*{''.join(target.suffixes[-1:])}"):
            old.unlink()
        shutil.copy(made, target)
    return CompiledRules(target, types, declarations)


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


def derive_declarations(file: Path) -> str:
    """The .pxd of positions that are written without declared fields; empty if there is none.

    The C types follow from the attributes of a first position. A `DeclaredPosition` keeps its
    fields in Python, so it is compiled without C types.
    """
    module = import_interpreted(file)
    kinds = [
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__
    ]
    games = [kind for kind in kinds if issubclass(kind, Game) and not inspect.isabstract(kind)]
    starts = {type(position): position for position in map(_first_position, games)}
    blocks = [
        _declare_position(position)
        for kind, position in starts.items()
        if kind in kinds
        and kind.__bases__ == (Position,)
        and not issubclass(kind, DeclaredPosition)
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


def _build_extension(source: Path, typed: bool) -> Path:
    if importlib.util.find_spec("Cython") is None:
        raise NotCompiled("no_cython", 'Cython is missing: pip install "ludarium[compile]".')
    package_parent = Path(ludarium.__file__).parent.parent
    c_file = source.with_suffix(".c")
    command = [sys.executable, "-m", "cython", "-3", "--shared=ludarium._cython"]
    for name, value in (TYPED_DIRECTIVES if typed else CYTHON_DIRECTIVES).items():
        command += ["--directive", f"{name}={value}"]
    _run_step(
        [*command, "-I", str(package_parent), str(source), "-o", str(c_file)], "bad_rules", source
    )
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise NotCompiled("no_compiler", f"There is no C compiler ({compiler[0]}).")
    made = source.with_suffix(".so")
    flags = ["-O3", "-fPIC", "-shared", "-w", f"-I{sysconfig.get_path('include')}"]
    _run_step([*compiler, *flags, str(c_file), "-o", str(made)], "bad_rules", source)
    return made


def _run_step(command: list[str], code: str, source: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=source.parent, check=False)
    if done.returncode:
        told = (done.stdout + done.stderr).replace(f"{source.parent}/", "").splitlines()
        raise NotCompiled(code, "\n".join(["The rules do not compile.", *told[:SHOWN_ERROR_LINES]]))
