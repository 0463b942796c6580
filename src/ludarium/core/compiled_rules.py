"""Finds the compiled form of a game file, which is used only while the file is unchanged."""

from __future__ import annotations

import hashlib
import re
import sysconfig
from pathlib import Path

import ludarium

DECLARATIONS_SUFFIX = ".pxd"


def compiled_module_name(file: Path) -> str:
    """The name under which a file is compiled; its last part is the name of the file."""
    return f"{file_module_name(file)}.{file.stem}"


def file_module_name(file: Path) -> str:
    """The name of a file's module; the whole path, because two files may have the same name."""
    return "ludarium_file_" + re.sub(r"\W", "_", str(file.with_suffix("")))


def compiled_rules_path(file: Path) -> Path:
    """The compiled module of a file; a digest in its name keeps it fresh."""
    # The path too, because classes of the module are found by its name, which is made of the path;
    # and the version, because another one may make other keys.
    made_of = f"{ludarium.__version__}\n{file}\n"
    digest = hashlib.sha256(made_of.encode() + file.read_bytes())
    declarations = file.with_suffix(DECLARATIONS_SUFFIX)
    if declarations.is_file():
        digest.update(declarations.read_bytes())
    # The layout of the package's classes too: compiled code that was built for another one crashes.
    for contract in sorted(Path(__file__).parent.glob(f"*{DECLARATIONS_SUFFIX}")):
        digest.update(contract.read_bytes())
    suffix = sysconfig.get_config_var("EXT_SUFFIX") or ".so"
    return file.parent / "__pycache__" / f"{file.stem}.{digest.hexdigest()[:16]}{suffix}"
