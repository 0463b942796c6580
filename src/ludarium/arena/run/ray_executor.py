"""Runs jobs on Ray, on this machine or on a cluster. Ray is an extra."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ludarium.arena.run.executor import (
    JOBS_AHEAD,
    POLL_S,
    WORKER_ATTEMPTS,
    deadly_job,
    failed_job,
)
from ludarium.arena.run.process_executor import PendingJob
from ludarium.core.extras import require_packages


class RayExecutor:
    """Runs jobs on Ray's workers; the jobs of a dead worker or node are run again."""

    def __init__(self, workers: int = 0, address: str = "", job_cores: int = 1) -> None:
        require_packages("ray")
        import ray  # noqa: PLC0415  large, and seldom there

        self.ray = ray
        self.ours = not ray.is_initialized()
        if self.ours:
            ray.init(
                include_dashboard=False,
                log_to_driver=False,
                **_cluster(workers * job_cores, address),
            )
        available = int(ray.cluster_resources().get("CPU", 1))
        self.job_cores = max(min(job_cores, available), 1)
        self.capacity = JOBS_AHEAD * max(available // self.job_cores, 1)
        self.pending: dict[Any, PendingJob] = {}

    @property
    def running(self) -> int:
        """How many jobs are submitted and not yet collected."""
        return len(self.pending)

    def submit(self, task: Callable[[Any], Any], job: Any) -> None:
        """Give a job to any worker."""
        self._send_job(PendingJob(task, job))

    def collect(self) -> list[tuple[Any, Any]]:
        """All finished jobs with their results, after waiting POLL_S if none has finished."""
        self.ray.wait(list(self.pending), num_returns=1, timeout=POLL_S)
        ready, _ = self.ray.wait(list(self.pending), num_returns=len(self.pending), timeout=0)
        return [finished for reference in ready for finished in self._receive_result(reference)]

    def abort_jobs(self) -> None:
        """Forget running jobs: they end by themselves, or with this process.

        Cancelling is not safe: Ray ends this process if a cancelled job finishes just then.
        """
        self.pending = {}

    def close(self) -> None:
        """Forget running jobs. A cluster that ran before stays up."""
        self.abort_jobs()
        if self.ours:
            self.ray.shutdown()

    def _send_job(self, pending: PendingJob) -> None:
        # Lost jobs are run again here: by itself Ray would let a deadly one end many workers.
        remote = self.ray.remote(num_cpus=self.job_cores, max_retries=0)(pending.task)
        self.pending[remote.remote(pending.job)] = pending

    def _receive_result(self, reference: Any) -> list[tuple[Any, Any]]:
        pending = self.pending.pop(reference)
        try:
            return [(pending.job, self.ray.get(reference))]
        except self.ray.exceptions.RayTaskError as error:
            raise failed_job(pending.job, str(error.cause)) from error
        except self.ray.exceptions.RayError as error:
            pending.workers_lost += 1
            if pending.workers_lost >= WORKER_ATTEMPTS:
                raise deadly_job(pending.job) from error
            self._send_job(pending)
            return []


def _cluster(cores: int, address: str) -> dict[str, Any]:
    """The arguments for the cluster; a running cluster has its own size."""
    if address:
        return {"address": address}
    return {"num_cpus": cores} if cores and "RAY_ADDRESS" not in os.environ else {}
