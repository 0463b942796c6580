"""Imports a symbol of a Python file, written as `path/to/file.py:Symbol`."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ludarium import mode
from ludarium.core.compiled_rules import (
    compiled_module_name,
    compiled_rules_path,
    file_module_name,
)
from ludarium.core.error_place import find_error_place
from ludarium.core.errors import LudariumError


def names_file_symbol(name: str) -> bool:
    """Whether a text names a symbol of a Python file."""
    return ".py:" in name


def load_symbol(name: str, refusal: type[LudariumError], broken: str) -> Any:
    """The symbol of a file; raises `refusal`, with the code `broken` if the import fails."""
    file, _, symbol = name.rpartition(":")
    try:
        return getattr(load_file(file, refusal, broken), symbol)
    except AttributeError as error:
        raise refusal("no_such_symbol", f"The file has no {symbol}.") from error


def load_file(name: str, refusal: type[LudariumError], broken: str) -> ModuleType:
    """The module of a file; raises `refusal`, with the code `broken` if the import fails."""
    path = Path(name).absolute()
    if not os.path.isfile(path):  # noqa: PTH113  false also for a name that no file can have
        raise refusal("no_such_file", f"There is no file {path.name}.")
    try:
        return _import_file(path)
    except ImportError as error:
        raise refusal(broken, explain_failed_import(error.__cause__ or error, path)) from error


def explain_failed_import(cause: BaseException, path: Path) -> str:
    """Why a file cannot be imported, in words, with the place of the error."""
    reason = f"The file cannot be imported. {find_error_place(cause, path.parent)}."
    missing = (getattr(cause, "name", None) or "").partition(".")[0]
    if isinstance(cause, ModuleNotFoundError) and (path.parent / f"{missing}.py").is_file():
        reason += f" {missing}.py lies beside it: put their folder into PYTHONPATH."
    return reason


def import_interpreted(path: Path) -> ModuleType:
    """Import a file without its compiled form; ImportError if that fails."""
    return _execute_module(file_module_name(path), path)


def import_compiled(path: Path, compiled: Path) -> ModuleType:
    """Import the compiled form of a file, wherever it lies; ImportError if that fails."""
    module = _execute_module(compiled_module_name(path), compiled)
    module.__file__ = str(path)  # texts such as rules.md lie beside the source
    return module


def _import_file(path: Path) -> ModuleType:
    compiled = compiled_rules_path(path)
    if compiled.is_file() and mode.compiled():
        return import_compiled(path, compiled)
    return _execute_module(file_module_name(path), path)


def _execute_module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickle look the module up by name
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise ImportError(name) from error
    return module
