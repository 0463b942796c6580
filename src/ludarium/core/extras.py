"""Packages that only some uses of Ludarium need, and the extras that install them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from ludarium.core.errors import LudariumError

# The extra that installs a package, for every package that the core does without.
EXTRA_OF_PACKAGE = {
    "alembic": "server",
    "confusable_homoglyphs": "server",
    "Cython": "compile",
    "gymnasium": "gymnasium",
    "litestar": "server",
    "matplotlib": "plots",
    "mcp": "mcp",
    "networkx": "arena",
    "numpy": "batch",
    "openskill": "server",
    "pettingzoo": "pettingzoo",
    "platformdirs": "server",
    "prometheus_client": "server",
    "psycopg": "server",
    "ray": "ray",
    "scipy": "arena",
    "sqlalchemy": "server",
    "structlog": "server",
    "torch": "train",
    "uvicorn": "server",
    "uvloop": "server",
}


class MissingExtra(LudariumError):
    """A use of Ludarium needs a package that is installed only with an extra."""

    def __init__(self, packages: Iterable[str], extra: str) -> None:
        names = list(packages)
        verb = "is" if len(names) == 1 else "are"
        what = f"{', '.join(names)} {verb} missing"
        super().__init__("missing_extra", f"{what}: pip install 'ludarium[{extra}]'.")


def require_packages(*packages: str, extra: str = "") -> None:
    """Raise MissingExtra, before long work begins, unless all packages are installed."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise MissingExtra(missing, extra or EXTRA_OF_PACKAGE[missing[0]])


def require_extra(extra: str) -> None:
    """Raise MissingExtra unless all packages of an extra are installed."""
    packages = (package for package, home in EXTRA_OF_PACKAGE.items() if home == extra)
    require_packages(*packages)
