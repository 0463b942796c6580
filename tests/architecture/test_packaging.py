"""pyproject.toml, the lock file and the built packages agree."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import ludarium
from ludarium.cli import COMMAND_EXTRAS
from ludarium.core.extras import EXTRA_OF_PACKAGE

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
DOCS_PAGE = ROOT / "src" / "ludarium" / "docs" / "index.html"
EXTRAS = PROJECT["project"]["optional-dependencies"]
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
        + [package for extra in EXTRAS.values() for package in extra]
    )
    locked = {name(line) for line in LOCK.splitlines() if "==" in line}
    assert {name(requirement) for requirement in required} - {"ludarium", "torch"} <= locked


def test_an_extra_installs_what_the_message_about_it_promises() -> None:
    for package, extra in EXTRA_OF_PACKAGE.items():
        assert package.lower().replace("_", "-") in {name(found) for found in EXTRAS[extra]}
    light = {name(requirement) for requirement in PROJECT["project"]["dependencies"]}
    assert not light & {package.lower().replace("_", "-") for package in EXTRA_OF_PACKAGE}
    for extra in COMMAND_EXTRAS.values():
        assert extra in EXTRAS


@pytest.mark.parametrize("pure", ["", "1"])
def test_the_light_core_plays_and_searches_without_any_extra(pure: str) -> None:
    script = """
import sys
from ludarium.core.extras import EXTRA_OF_PACKAGE

from ludarium.mode import CythonFinder

sys.modules.update(dict.fromkeys(EXTRA_OF_PACKAGE))  # None: an import fails
sys.meta_path.insert(0, CythonFinder)  # before the installed one
from ludarium.cli import main
sys.argv[0] = "ludarium"
main()
"""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script, *arguments],
            env={**os.environ, "LUDARIUM_PURE": pure},
            capture_output=True,
            text=True,
            check=False,
        )

    assert "23" in run("perft", "caldera", "--depth", "1").stdout
    solved = run("solve", "forge", "--ruleset", "as_written", "--nodes", "100")
    assert solved.returncode == 0, solved.stderr
    match = ("match", "forge", "easy", "easy", "--games", "2")
    for command in (("serve",), match, ("tune", "forge"), ("train", "forge")):
        refused = run(*command)
        assert refused.returncode == 2
        assert f"ludarium[{COMMAND_EXTRAS.get(command[0], command[0])}]" in refused.stderr
        assert "Traceback" not in refused.stderr
    refused = run("llm-bench", "forge", "--command", "no-such-command", "--out", os.devnull)
    assert refused.stderr.splitlines()[-1].startswith("error (model_unreachable)")


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
    # The site is built by `make docs`; a tree without it gives a wheel without it.
    assert ("ludarium/docs/index.html" in names) == DOCS_PAGE.is_file()


def installed_bytes(package: str) -> int:
    """The size of an installed package, with its byte code."""
    files = importlib.metadata.files(package) or []
    paths = [Path(str(file.locate())) for file in files]
    return sum(path.stat().st_size for path in paths if path.is_file())


def test_the_light_core_is_small() -> None:
    wanted = [name(requirement) for requirement in PROJECT["project"]["dependencies"]]
    found: set[str] = set()
    while wanted:
        package = wanted.pop()
        if package in found:
            continue
        found.add(package)
        lines = importlib.metadata.requires(package) or []
        wanted += [name(line) for line in lines if "extra ==" not in line and usable(line)]
    own = sum(file.stat().st_size for file in (ROOT / "src").rglob("*") if file.is_file())
    assert own + sum(map(installed_bytes, found)) < 40_000_000


def usable(requirement: str) -> bool:
    """Whether a requirement is meant for this machine: its package is here."""
    try:
        importlib.metadata.distribution(name(requirement))
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
