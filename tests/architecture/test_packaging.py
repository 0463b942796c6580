"""pyproject.toml, the lock file and the built packages agree."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import ludarium

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
NAME = re.compile(r"[\w.-]+")


def name(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found, requirement
    return found[0].lower().replace("_", "-")


def test_the_package_and_the_project_have_one_version() -> None:
    assert ludarium.__version__ == PROJECT["project"]["version"]


def test_everything_required_is_locked() -> None:
    required = (
        PROJECT["build-system"]["requires"]
        + PROJECT["project"]["dependencies"]
        + PROJECT["dependency-groups"]["dev"]
    )
    locked = {name(line) for line in LOCK.splitlines() if "==" in line}
    assert {name(requirement) for requirement in required} <= locked


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"://|--index|--extra-index|--find-links|@ ", LOCK)


def test_everything_locked_has_hashes() -> None:
    blocks = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)


def test_a_wheel_brings_the_web_client(tmp_path: Path) -> None:
    # Not compiled: that takes minutes, and says nothing about the client.
    build = (
        "from scikit_build_core.build import build_wheel;"
        f"build_wheel({str(tmp_path)!r}, {{'wheel.cmake': 'false'}})"
    )
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    page = zipfile.ZipFile(wheel).read("ludarium/client/index.html").decode()
    scripts = re.findall(r'<script[^>]* src="/(assets/[^"]+\.js)"', page)
    assert len(scripts) == 2
    assert {f"ludarium/client/{script}" for script in scripts} < names, "make client"
    # The script that only opens the connection is too small to be packed.
    (large,) = (script for script in scripts if "/index-" in script)
    assert {f"ludarium/client/{large}{ending}" for ending in (".br", ".gz")} < names
    assert not [name for name in names if "node_modules" in name or name.endswith(".map")]
    assert "ludarium/games/forge/demo.json" in names
