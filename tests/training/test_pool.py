"""Workers end with the command that started them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = """
import os, time
from ludarium.training.pool import open_pool

if __name__ == "__main__":
    with open_pool(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 600).result()
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends orphans by itself")
def test_workers_do_not_outlive_a_killed_command(tmp_path: Path) -> None:
    script = tmp_path / "command.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as command:
        assert command.stdout is not None
        worker = int(command.stdout.readline())
        assert alive(worker)
        command.kill()
    deadline = time.monotonic() + 60
    while alive(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(worker)
