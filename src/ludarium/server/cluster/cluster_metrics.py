"""Cluster metrics: what Prometheus reads about a node of a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from ludarium.server.cluster.node import Node

CLUSTER_COUNTERS = {
    "forwarded": "Messages that were forwarded to the owner of their room.",
    "adopted_rooms": "Rooms whose owner was gone.",
    "lost_rooms": "Rooms that another node has now, or that were given up without the bus.",
    "link_resets": "Links to other nodes that ended, with the tabs that used them.",
    "bus_losses": "Losses of the connection to the bus.",
}
CLUSTER_GAUGES = {
    "nodes": "Nodes of the cluster, this one included.",
    "bus_away": "1 while the node cannot reach the bus.",
    "bus_lag_seconds": "The way of the last message to the bus and back.",
}


class ClusterMetrics(Collector):
    """Reads the node with every scrape."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def collect(self) -> Iterator[Metric]:
        """The figures of this moment."""
        node = self.node
        counts = {
            "forwarded": node.links.forwarded_count,
            "adopted_rooms": node.directory.adopted_count,
            "lost_rooms": node.lost_room_count,
            "link_resets": node.links.reset_count,
            "bus_losses": node.bus_loss_count,
        }
        for name, text in CLUSTER_COUNTERS.items():
            yield CounterMetricFamily(f"ludarium_{name}", text, value=counts[name])
        values = {
            "nodes": len(node.replication.others) + 1,
            "bus_away": not node.bus.connected,
            "bus_lag_seconds": node.bus_lag_s,
        }
        for name, text in CLUSTER_GAUGES.items():
            yield GaugeMetricFamily(f"ludarium_{name}", text, value=float(values[name]))
