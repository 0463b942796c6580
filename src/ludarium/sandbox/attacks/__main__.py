"""Tries attacks one by one: `python attacks target apart|together name...`."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from pathlib import Path

ATTACK_GROUPS = ("files", "network", "processes", "memory", "kernel")


def write_line(**fact: str) -> None:
    """Write one line of JSON, unbuffered, because the next attack may end the process."""
    os.write(1, json.dumps(fact).encode() + b"\n")


def try_attack(group: str, name: str, fields: dict[str, object]) -> None:
    """Try one attack. Any exception means that it failed."""
    package = Path(__file__).parent.name
    target = importlib.import_module(f"{package}.target").AttackTarget(**fields)
    attack = getattr(importlib.import_module(f"{package}.{group}"), name)
    try:
        write_line(answer=str(attack(target) or "done"))
    except Exception as error:  # noqa: BLE001  a refusal comes as many kinds of error
        write_line(refusal=f"{error.strerror}" if isinstance(error, OSError) else f"{error!r}")


def list_attacks() -> list[tuple[str, str]]:
    """All attacks, by group."""
    package = Path(__file__).parent.name if __name__ == "__main__" else __package__
    found = []
    for group in ATTACK_GROUPS:
        module = importlib.import_module(f"{package}.{group}")
        for name, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and not name.startswith("_"):
                found.append((group, name))
    return found


def main() -> None:
    """Try the named attacks; `apart` forks a process for each."""
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    fields = json.loads(sys.argv[1])
    for written in sys.argv[3:]:
        group, name = written.split(".")
        write_line(began=written)
        child = os.fork() if sys.argv[2] == "apart" else 0
        if child:
            os.waitpid(child, 0)
            continue
        try_attack(group, name, fields)
        if sys.argv[2] == "apart":
            os._exit(0)


if __name__ == "__main__":
    main()
