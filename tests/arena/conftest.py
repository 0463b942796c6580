"""Settings of the arena's tests."""

from __future__ import annotations

import os

# Ray reads it when it is imported: on a busy machine the parts of a node need longer than it waits.
os.environ.setdefault("RAY_agent_register_timeout_ms", "600000")
