"""Runs every attack inside the sandbox and reports a verdict for each."""

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
from ludarium.sandbox.attacks.__main__ import list_attacks as known
from ludarium.sandbox.attacks.target import AttackTarget
from ludarium.sandbox.confinement import (
    LAUNCHER_PYTHON,
    MachineAbilities,
    ResourceBounds,
    WrappedCommand,
)
from ludarium.sandbox.policy import SandboxMissing, probe_machine, wrap_command

ATTACK_PROGRAM = Path(attacks.__file__).with_name("__main__.py")
CPU_ATTACK = (
    "kernel.burn_the_processor"  # needs a lower limit of CPU time than the other attacks together
)
ATTACK_TIMEOUT_S = 120  # for one process of attacks, generous for a loaded machine


class AttackVerdict(NamedTuple):
    """The result of one attack."""

    group: str
    name: str
    succeeded: bool
    detail: str


def run_attacks(
    policy: str = "auto", machine: MachineAbilities | None = None, user: int = 0
) -> list[AttackVerdict]:
    """Try all attacks with a policy, as another user if one is given (needs root)."""
    machine = machine or probe_machine()
    names = [f"{group}.{name}" for group, name in known()]
    names.remove(CPU_ATTACK)
    with _attack_target(machine.python, user) as ground:
        # Successful attacks in one process would disturb each other.
        words = [json.dumps(ground._asdict()), "apart" if policy == "off" else "together"]
        command = [*_attack_command(machine), *words]

        def attack(some: list[str], bounds: ResourceBounds) -> list[AttackVerdict]:
            return _attack_until_done(
                some, lambda left: wrap_command([*command, *left], policy, bounds, machine), user
            )

        verdicts = attack(names, ResourceBounds())
        # Without a sandbox nothing limits the CPU time.
        return (
            verdicts
            if policy == "off"
            else verdicts + attack([CPU_ATTACK], ResourceBounds(seconds=1))
        )


def describe_layers(machine: MachineAbilities) -> list[str]:
    """The layers around the attacking program, in words."""
    return wrap_command(_attack_command(machine), "auto", machine=machine).layers


def _attack_command(machine: MachineAbilities) -> list[str]:
    return [machine.python, "-I", "-S", str(ATTACK_PROGRAM)]


def _attack_until_done(
    names: list[str], wrapping: Callable[[list[str]], WrappedCommand], user: int
) -> list[AttackVerdict]:
    """Try attacks in one process, and continue in a new one whenever it was killed."""
    verdicts: list[AttackVerdict] = []
    while len(verdicts) < len(names):
        verdicts += _attack_in_process(wrapping(names[len(verdicts) :]), user)
    return verdicts


def _attack_in_process(wrapped: WrappedCommand, user: int) -> list[AttackVerdict]:
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
        output, errors = process.communicate(timeout=ATTACK_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    verdicts = _read_verdicts(output)
    if not verdicts:
        raise SandboxMissing(
            "sandbox_broken",
            f"The sandbox does not start: {errors.decode(errors='replace')[-300:]}",
        )
    return verdicts


def _read_verdicts(output: bytes) -> list[AttackVerdict]:
    """Parse the output of the attacking program. An attack without an answer killed it."""
    verdicts: list[AttackVerdict] = []
    for line in output.splitlines():
        fact = json.loads(line)
        if began := fact.get("began"):
            group, name = began.split(".")
            verdicts.append(AttackVerdict(group, name, False, "killed"))
        elif answer := fact.get("answer"):
            verdicts[-1] = verdicts[-1]._replace(succeeded=True, detail=answer)
        else:
            verdicts[-1] = verdicts[-1]._replace(detail=fact["refusal"])
    return verdicts


def _private_names() -> list[str]:
    """Names in the home folder that no agent needs."""
    needed = str(Path(LAUNCHER_PYTHON)) + str(ATTACK_PROGRAM)
    names = [path.name for path in Path.home().iterdir()]
    return [name for name in names if f"/{name}/" not in needed][:20]


@contextmanager
def _attack_target(python: str, user: int) -> Iterator[AttackTarget]:
    """Files, sockets and a process to attack, removed afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ludarium-attacks-")))
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
        yield AttackTarget(
            folder=str(folder),
            secret=str(secret),
            loose=str(loose),
            link=str(link),
            home=str(Path.home()),
            things=_private_names(),
            victim=victim.pid,
            port=port.getsockname()[1],
            socket=str(folder / "socket"),
            abstract=folder.name,
        )
