"""A siege of the sandbox: every attack is tried from inside, and each gets a verdict."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from ludarium.sandbox import attacks
from ludarium.sandbox.attacks.__main__ import attacks as known
from ludarium.sandbox.attacks.ground import Ground
from ludarium.sandbox.confinement import PYTHON, Bounds, Machine, Wrapped
from ludarium.sandbox.policy import SandboxMissing, probe, wrap

PROGRAM = Path(attacks.__file__).with_name("__main__.py")
BURNING = "kernel.burn_the_processor"  # needs a limit that the others would reach together
LONGEST = 120  # seconds for one process of attacks, on however busy a machine


class Verdict(NamedTuple):
    """How one attack went."""

    group: str
    name: str
    succeeded: bool
    detail: str


def besiege(policy: str = "auto", machine: Machine | None = None, user: int = 0) -> list[Verdict]:
    """Try all attacks behind a policy, as another user if one is given (which root may do)."""
    machine = machine or probe()
    names = [f"{group}.{name}" for group, name in known()]
    names.remove(BURNING)
    with _ground(machine.python, user) as ground:
        # Side by side they would get in each other's way where they succeed.
        words = [json.dumps(ground._asdict()), "apart" if policy == "off" else "together"]
        command = [*_command(machine), *words]

        def attack(some: list[str], bounds: Bounds) -> list[Verdict]:
            return _all(some, lambda left: wrap([*command, *left], policy, bounds, machine), user)

        verdicts = attack(names, Bounds())
        # Without a sandbox nothing would stop it, as everybody knows.
        return verdicts if policy == "off" else verdicts + attack([BURNING], Bounds(seconds=1))


def layers(machine: Machine) -> list[str]:
    """What holds the attacking program on a machine, in words."""
    return wrap(_command(machine), "auto", machine=machine).layers


def _command(machine: Machine) -> list[str]:
    return [machine.python, "-I", "-S", str(PROGRAM)]


def _all(names: list[str], wrapping: Callable[[list[str]], Wrapped], user: int) -> list[Verdict]:
    """Try attacks in one process, and in another one whenever it died."""
    verdicts: list[Verdict] = []
    while len(verdicts) < len(names):
        verdicts += _one_process(wrapping(names[len(verdicts) :]), user)
    return verdicts


def _one_process(wrapped: Wrapped, user: int) -> list[Verdict]:
    process = subprocess.Popen(
        wrapped.command,
        env=wrapped.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        user=user or None,
        group=user or None,
        extra_groups=[] if user else None,
    )
    try:
        output, errors = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    verdicts = _read(output)
    if not verdicts:
        raise SandboxMissing(
            "sandbox_broken",
            f"The sandbox does not start: {errors.decode(errors='replace')[-300:]}",
        )
    return verdicts


def _read(output: bytes) -> list[Verdict]:
    """Verdicts from what the attacking program said; an attack without an answer was its last."""
    verdicts: list[Verdict] = []
    for line in output.splitlines():
        fact = json.loads(line)
        if began := fact.get("began"):
            group, name = began.split(".")
            verdicts.append(Verdict(group, name, False, "killed"))
        elif answer := fact.get("answer"):
            verdicts[-1] = verdicts[-1]._replace(succeeded=True, detail=answer)
        else:
            verdicts[-1] = verdicts[-1]._replace(detail=fact["refusal"])
    return verdicts


def _things() -> list[str]:
    """Names in the home that lead to nothing which an agent needs."""
    needed = str(Path(PYTHON)) + str(PROGRAM)
    names = [path.name for path in Path.home().iterdir()]
    return [name for name in names if f"/{name}/" not in needed][:20]


@contextmanager
def _ground(python: str, user: int) -> Iterator[Ground]:
    """Something to aim at, which is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ludarium-siege-")))
        folder.chmod(0o777)  # the attacker may be another user
        secret, loose, link = folder / "secret", folder / "loose", folder / "link"
        secret.write_text("secret")
        loose.write_text("a text that is longer than what overwrites it")
        loose.chmod(0o666)
        link.symlink_to(secret)
        if user:
            os.chown(loose, user, user)
            os.lchown(link, user, user)
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        by_path = stack.enter_context(socket.socket(socket.AF_UNIX))
        by_path.bind(str(folder / "socket"))
        by_path.listen()
        (folder / "socket").chmod(0o666)
        by_name = stack.enter_context(socket.socket(socket.AF_UNIX))
        by_name.bind(f"\0{folder.name}")
        by_name.listen()
        victim = subprocess.Popen(
            [python, "-I", "-S", "-c", "input()"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            user=user or None,
            group=user or None,
            extra_groups=[] if user else None,
        )
        stack.enter_context(victim)
        stack.callback(victim.kill)
        yield Ground(
            folder=str(folder),
            secret=str(secret),
            loose=str(loose),
            link=str(link),
            home=str(Path.home()),
            things=_things(),
            victim=victim.pid,
            port=port.getsockname()[1],
            socket=str(folder / "socket"),
            abstract=folder.name,
        )
