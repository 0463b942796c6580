"""Nodes in tests are patient: on a loaded machine a slow one is not a lost one."""

from __future__ import annotations

import pytest

from ludarium.server.cluster import link, replication
from ludarium.server.storage import room_leases


@pytest.fixture(autouse=True)
def patient_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_leases, "NODE_TERM_S", 600.0)
    monkeypatch.setattr(link, "MAX_SILENT_TICKS", 10_000)
    monkeypatch.setattr(replication, "MAX_SILENT_UPDATES", 10_000)
