"""The engine mode: compiled modules, or the same sources interpreted (LUDARIUM_PURE=1)."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader

TYPE_CHECKING = False  # typing is not imported: every import of the package runs this file
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path

# A .py with a .pxd beside it is compiled, unless this line is at its head; see CMakeLists.txt.
NOT_COMPILED = "# not compiled"
MARKER_LINES = 5


class SourceFinder:
    """Finds the modules of this package in their `.py` files and ignores extension modules."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """Find a module of this package; None leaves it to the next finder."""
        if path is None or not name.startswith(f"{__package__}."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


class CythonFinder:
    """Finds a stand-in for the package `cython` where it is not installed.

    Only interpreted sources import it, for a few decorators; the compiler is not needed for that.
    """

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """Find the stand-in; None leaves other modules to the next finder."""
        if name != "cython":
            return None
        from importlib.util import spec_from_file_location  # noqa: PLC0415  see TYPE_CHECKING

        return spec_from_file_location(name, f"{__file__.rpartition('mode.')[0]}plain_cython.py")


def prepare() -> None:
    """Interpret the rest of the package if the environment asks for it."""
    if CythonFinder not in sys.meta_path:
        sys.meta_path.append(CythonFinder)  # at the end: an installed package comes first
    if os.environ.get("LUDARIUM_PURE", "0") not in {"", "0"} and SourceFinder not in sys.meta_path:
        # In front, because an editable install adds a finder before the standard ones.
        sys.meta_path.insert(0, SourceFinder)


def compiled() -> bool:
    """Whether the compiled engine runs."""
    file = import_module(f"{__package__}.core.position").__file__
    return file is not None and file.endswith(tuple(EXTENSION_SUFFIXES))


def stale() -> list[str]:
    """The modules of a compiled checkout that are older than their sources: run `make build`."""
    from pathlib import Path  # noqa: PLC0415  see TYPE_CHECKING

    package = Path(__file__).parent
    root = package.parent.parent
    # Installed files are written in any order, so their times count only in a checkout.
    if not (root / "CMakeLists.txt").is_file() or not compiled():
        return []
    return [
        ".".join(pxd.relative_to(package.parent).with_suffix("").parts)
        for pxd in sorted(package.rglob("*.pxd"))
        if outdated(pxd)
    ]


def outdated(pxd: Path) -> bool:
    """Whether the module of this .pxd needs compiling."""
    source = pxd.with_suffix(".py")
    if (
        not source.is_file()
        or NOT_COMPILED in source.read_text("utf-8").splitlines()[:MARKER_LINES]
    ):
        return False
    extension = pxd.with_suffix(EXTENSION_SUFFIXES[0])
    if not extension.is_file():
        return True
    return max(source.stat().st_mtime, pxd.stat().st_mtime) > extension.stat().st_mtime
