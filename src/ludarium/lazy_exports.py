"""Names that a package exports and imports on first use, because a bot must start fast."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # typing is not imported: every import of the package runs this file
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_attributes(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a package.

    `homes` has, for each module below the package, the names that it exports, with spaces between.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def get_attribute(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    def list_attributes() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return get_attribute, list_attributes
