"""A short run of the fuzzer: the server answers no 5xx, raises nothing and keeps its memory."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from ludarium.loadtest.fuzz_attack import draw
from ludarium.loadtest.fuzz_run import FuzzPlan, FuzzRun, LoggedServer

SHORT = FuzzPlan(20_000, seed=1, late_s=60.0)  # a loaded machine may be late by itself


@pytest.fixture
def run(tmp_path: Path) -> FuzzRun:
    return FuzzRun(SHORT, LoggedServer(tmp_path))


def test_a_short_run_finds_no_fault(run: FuzzRun) -> None:
    try:
        asyncio.run(run.run(lambda: None))
        faults = run.find_faults()
        assert run.server.process is not None
        group = os.getpgid(run.server.process.pid)
    finally:
        run.server.stop()
    assert faults == [], [*run.tally.samples, *run.server.tracebacks()]
    assert run.tally.sent >= SHORT.size
    assert run.tally.statuses["101"] > 0
    assert run.tally.statuses["400"] > 0
    assert run.probe.pongs.total > 0
    assert group != os.getpgrp(), "an interrupt in the terminal would reach the server"


def test_the_same_seed_sends_the_same_bytes() -> None:
    one, same, other = (
        [draw(Random(f"{seed} {n}")) for n in range(50)] for seed in ("a", "a", "b")
    )
    assert one == same != other


def test_faults_are_told(run: FuzzRun) -> None:
    run.server.log.write_text("Traceback (most recent call last):\n ValueError\n")
    run.probe.lost = 1
    run.memory_after = 2**30
    run.probe.pongs.record(61.0)
    told = " ".join(run.find_faults())
    for word in ("tracebacks", "lost", "waited 61000 ms", "memory grew by 1024 MiB", "ended"):
        assert word in told
