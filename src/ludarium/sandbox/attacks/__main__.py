"""Tries attacks, one after the other: `python attacks ground apart|together name...`."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from pathlib import Path

GROUPS = ("files", "network", "processes", "memory", "kernel")


def say(**fact: str) -> None:
    """One line of JSON, in one piece and at once: the next attack may be the last."""
    os.write(1, json.dumps(fact).encode() + b"\n")


def attempt(group: str, name: str, target: dict[str, object]) -> None:
    """Try one attack; whatever it raises, it did not succeed."""
    package = Path(__file__).parent.name
    ground = importlib.import_module(f"{package}.ground").Ground(**target)
    attack = getattr(importlib.import_module(f"{package}.{group}"), name)
    try:
        say(answer=str(attack(ground) or "done"))
    except Exception as error:  # noqa: BLE001  a refusal comes as many kinds of error
        say(refusal=f"{error.strerror}" if isinstance(error, OSError) else f"{error!r}")


def attacks() -> list[tuple[str, str]]:
    """All there are, by group."""
    package = Path(__file__).parent.name if __name__ == "__main__" else __package__
    found = []
    for group in GROUPS:
        module = importlib.import_module(f"{package}.{group}")
        for name, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and not name.startswith("_"):
                found.append((group, name))
    return found


def main() -> None:
    """Try the named ones; apart means each in a process of its own, where that is possible."""
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    target = json.loads(sys.argv[1])
    for written in sys.argv[3:]:
        group, name = written.split(".")
        say(began=written)
        child = os.fork() if sys.argv[2] == "apart" else 0
        if child:
            os.waitpid(child, 0)
            continue
        attempt(group, name, target)
        if sys.argv[2] == "apart":
            os._exit(0)


if __name__ == "__main__":
    main()
