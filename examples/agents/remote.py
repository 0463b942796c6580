"""A bot as a server: `python examples/agents/remote.py 8765 secret` waits for an arena."""

from __future__ import annotations

import sys

from randomly import Randomly

from ludarium.agents import service

if __name__ == "__main__":
    port, token = sys.argv[1:]
    with service(Randomly, "127.0.0.1", int(port), token) as server:
        print(f"ws://127.0.0.1:{server.socket.getsockname()[1]}/?token={token}", flush=True)
        server.serve_forever()
