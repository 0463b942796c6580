"""Imports a symbol of a Python file, written as `path/to/file.py:Symbol`."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ludarium.core.errors import LudariumError


def names_file_symbol(name: str) -> bool:
    """Whether a text names a symbol of a Python file."""
    return ".py:" in name


def load_symbol(name: str, refusal: type[LudariumError], broken: str) -> Any:
    """The symbol of a file; raises `refusal`, with the code `broken` if the import fails."""
    file, _, symbol = name.rpartition(":")
    path = Path(file).absolute()
    if not os.path.isfile(path):  # noqa: PTH113  false also for a name that no file can have
        raise refusal("no_such_file", "There is no such file.")
    try:
        return getattr(_import_file(path), symbol)
    except AttributeError as error:
        raise refusal("no_such_symbol", "The file has no such symbol.") from error
    except ImportError as error:
        reason = f"The file cannot be imported ({type(error.__cause__).__name__})."
        raise refusal(broken, reason) from error


def _import_file(path: Path) -> ModuleType:
    # The whole path, because two files may have the same name.
    name = "ludarium_file_" + re.sub(r"\W", "_", str(path.with_suffix("")))
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
