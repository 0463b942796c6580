"""The files in deploy/ are read by the programs that they are for.

`make test-deploy` and `make test-containers` start them.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("systemd/*"))
SCRIPTS = [DEPLOY / "install.sh", *sorted(ROOT.glob("scripts/*.sh"))]


def program(name: str, package: str) -> str:
    """Where a program of Debian is; it is installed if it can be."""
    found = subprocess.run(
        [ROOT / "scripts" / "debian_program.sh", name, package],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return found.stdout.strip()


def run_program(*command: str | Path) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    copies = []
    for unit in UNITS:
        # The installed program and user are not here; everything else is checked.
        text = unit.read_text("utf-8").replace("/opt/ludarium/current/bin/ludarium", "/bin/true")
        text = re.sub(r"(?m)^(User|Group)=.*\n", "", text)
        copies.append(tmp_path / unit.name.replace("@.", "@8001."))
        copies[-1].write_text(text, "utf-8")
    found = run_program(program("systemd-analyze", "systemd"), "verify", "--man=no", *copies)
    assert not [line for line in found.splitlines() if "ludarium" in line], found


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"])
def test_units_run_without_rights(unit: Path) -> None:
    text = unit.read_text("utf-8")
    for line in ("User=ludarium", "NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077"):
        assert line in text.splitlines()


def test_a_node_differs_from_a_server_by_its_port_and_the_bus() -> None:
    server, node = (
        DEPLOY.joinpath("systemd", name).read_text("utf-8").splitlines()
        for name in ("ludarium.service", "ludarium-node@.service")
    )
    changed = {line.partition("=")[0] for line in set(server) ^ set(node) if line[:1] != "#"}
    assert changed == {"Description", "After", "ExecStart"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_shell_understands_the_scripts(script: Path) -> None:
    run_program("sh", "-n", script)


def test_compose_describes_a_whole_site() -> None:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "container/compose.yaml").read_text("utf-8"))
    services = found["services"]
    assert set(services) == {"node1", "node2", "database", "bus", "proxy"}
    for name, service in services.items():
        assert service["restart"] == "always", name
        assert set(service["networks"]) <= set(found["networks"]), name
        assert set(service.get("depends_on", ())) <= set(services), name
        for mounted in service.get("volumes", ()):
            source = mounted.partition(":")[0]
            named = source in found["volumes"]
            assert named or (DEPLOY / "container" / source).is_file(), mounted
    ports = [name for name, service in services.items() if "ports" in service]
    assert ports == ["proxy"]
    subnet = found["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert f"--proxy={subnet}" in services["node1"]["command"]


def test_the_container_is_built_in_stages_and_runs_without_rights() -> None:
    text = (DEPLOY / "container/Containerfile").read_text("utf-8")
    assert len(re.findall(r"(?m)^FROM ", text)) == 2
    last = text.rpartition("\nFROM ")[2]
    assert re.search(r"(?m)^USER 10001$", last)
    assert "HEALTHCHECK" in last
    assert 'CMD ["serve"' in last
