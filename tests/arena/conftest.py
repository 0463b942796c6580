"""Settings of the arena's tests."""

from __future__ import annotations

import os

# Ray reads it when it is imported: on a busy machine its first node takes longer than 30 seconds.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "300")
