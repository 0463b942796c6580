"""Installs the built wheel into empty environments and uses it: `make try-wheel`.

The light core first (its size, its commands), then the server, whose pages are asked for.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
MAX_CORE_BYTES = 40_000_000
START_S = 120.0  # the server must answer by then
PAGES = ("/", "/docs/", "/docs/rules/caldera/", "/api/games")
HELD = ("ludarium/client/index.html", "ludarium/docs/index.html")


def main() -> None:
    """Try the newest sdist and wheel; the first fault ends with a message."""
    wheel = max(DIST.glob("ludarium-*.whl"), key=lambda file: file.stat().st_mtime)
    source = max(DIST.glob("ludarium-*.tar.gz"), key=lambda file: file.stat().st_mtime)
    in_wheel = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(source) as packed:
        in_source = {name.partition("/src/")[2] for name in packed.getnames()}
    for held in HELD:
        require(held in in_wheel, f"{wheel.name} holds {held}")
        require(held in in_source, f"{source.name} holds {held}")
    require(any(name.endswith((".so", ".pyd")) for name in in_wheel), f"{wheel.name} is compiled")
    with tempfile.TemporaryDirectory() as folder:
        try_core(Path(folder) / "core", wheel)
        try_server(Path(folder) / "server", wheel)


def try_core(folder: Path, wheel: Path) -> None:
    """Install the core alone: small, and its commands work."""
    python = make_environment(folder, str(wheel))
    found = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    require(sum(found) < MAX_CORE_BYTES, f"the core takes {sum(found) / 1e6:.1f} MB")
    told = run([python, "-m", "ludarium", "games"], folder)
    require("skysummit" in told, "ludarium games lists the games")
    counted = run([python, "-m", "ludarium", "perft", "caldera", "--depth", "3"], folder)
    require(bool(re.search(r"\d", counted)), "ludarium perft counts")


def try_server(folder: Path, wheel: Path) -> None:
    """Install the server: it serves the client, the documentation and the interface."""
    python = make_environment(folder, f"{wheel}[server]")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [python, "-m", "ludarium", "serve", "--port", str(port), "--workers", "1"]
    server = subprocess.Popen([*command, "--database", str(folder / "games.db")], cwd=folder)
    try:
        for page in PAGES:
            status, size = ask_page(f"http://127.0.0.1:{port}{page}")
            require(status == 200 and size > 0, f"{page} is served, {size} bytes")
    finally:
        server.terminate()
        server.wait(START_S)


def ask_page(address: str) -> tuple[int, int]:
    """The status and the size of a page; waits until the server has started."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            with urllib.request.urlopen(address, timeout=START_S) as answer:
                return answer.status, len(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, 0
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def make_environment(folder: Path, package: str) -> str:
    """An empty environment with the package; its Python."""
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], ROOT)
    python = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    run([uv, "pip", "install", "--quiet", "--python", python, package], ROOT)
    return python


def run(command: list[str], folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def require(held: bool, claim: str) -> None:
    """Print a claim that holds; end with one that does not."""
    if not held:
        sys.exit(f"FAILED: {claim}")
    sys.stdout.write(f"ok: {claim}\n")


if __name__ == "__main__":
    main()
