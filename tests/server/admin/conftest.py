"""Nodes of these tests are as patient as those of the cluster's."""

from __future__ import annotations

from tests.server.cluster.conftest import patient_nodes

__all__ = ["patient_nodes"]
