"""Attacks on the sandbox: none succeeds from inside, and most succeed without it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludarium.cli import make_application
from ludarium.sandbox import attack_run
from ludarium.sandbox.attack_run import AttackVerdict, run_attacks
from ludarium.sandbox.attacks.__main__ import list_attacks as known
from ludarium.sandbox.command_files import is_open_to_all
from ludarium.sandbox.confinement import LAUNCHER_PYTHON, MachineAbilities, WrappedCommand
from ludarium.sandbox.policy import SYSTEM_PYTHON, SandboxMissing, probe_machine

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux alone")

STRANGER = 1_999_999_999  # an unprivileged user without an account


def stranger_s_python() -> str | None:
    """A Python that any user may run."""
    for python in (LAUNCHER_PYTHON, SYSTEM_PYTHON):
        if Path(python).exists() and is_open_to_all(os.path.realpath(python), parents=True):
            return python
    return None


def machines() -> list[tuple[str, MachineAbilities, int]]:
    """This machine in all ways that it can hold a program, and the user who starts it."""
    machine = probe_machine()
    plain = machine._replace(bubblewrap=None, own_root=False)
    found = [("all that there is", machine, 0)]
    if machine.own_root and machine.bubblewrap:
        found.append(("a root of our own", machine._replace(bubblewrap=None), 0))
    python = stranger_s_python()
    if machine.root and python:
        user = plain._replace(root=False, python=python)
        found.append(("root without namespaces", plain._replace(python=python), 0))
        found.append(("a user", user, STRANGER))
        found.append(("a user on an older kernel", user._replace(landlock=1), STRANGER))
        if machine.bubblewrap:
            inside = user._replace(bubblewrap=machine.bubblewrap, landlock=0)
            found.append(("a user with bubblewrap, without Landlock", inside, STRANGER))
    return found


def succeeded(verdicts: list[AttackVerdict]) -> list[str]:
    return [f"{verdict.name}: {verdict.detail}" for verdict in verdicts if verdict.succeeded]


def test_there_are_at_least_forty_attacks_on_everything() -> None:
    attacks = known()
    assert len(attacks) == len(set(attacks)) >= 40
    assert {group for group, _ in attacks} == {"files", "network", "processes", "memory", "kernel"}


@pytest.mark.parametrize(
    ("machine", "user"), [pytest.param(*case, id=name) for name, *case in machines()]
)
def test_no_attack_succeeds(machine: MachineAbilities, user: int) -> None:
    verdicts = run_attacks("required", machine, user)
    assert len(verdicts) == len(known())
    assert succeeded(verdicts) == []


def test_without_a_sandbox_most_attacks_succeed() -> None:
    verdicts = run_attacks("off")
    assert len(succeeded(verdicts)) > len(verdicts) / 2


def test_an_attack_run_finds_what_a_missing_layer_lets_through() -> None:
    filtered = probe_machine()._replace(bubblewrap=None, own_root=False, landlock=0)
    names = {verdict.name for verdict in run_attacks("auto", filtered) if verdict.succeeded}
    assert "read_a_stranger_s_file" in names
    assert "fork" not in names


def test_a_sandbox_that_does_not_start_is_no_good_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        attack_run, "wrap_command", lambda *_: WrappedCommand(["/bin/false"], {}, [])
    )
    with pytest.raises(SandboxMissing) as raised:
        run_attacks()
    assert raised.value.code == "sandbox_broken"


def test_the_command_tells_every_attack_and_ends_well() -> None:
    done = CliRunner().invoke(make_application(), ["sandbox-check"], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    assert f"{len(known())} attacks, 0 succeeded." in done.output


def test_the_command_ends_with_1_if_an_attack_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = [
        AttackVerdict("files", "read_the_users", True, "root"),
        AttackVerdict("files", "x", False, ""),
    ]
    monkeypatch.setattr(attack_run, "run_attacks", lambda **_: verdicts)
    done = CliRunner().invoke(make_application(), ["sandbox-check"], env={"COLUMNS": "200"})
    assert done.exit_code == 1
    assert "SUCCEEDED" in done.output
