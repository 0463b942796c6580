"""Play three moves at a site; with the same file again, play on in the same room.

python scripts/play_site.py https://localhost game.json

The first run opens a room, the next ones find it with all moves that were acknowledged, whatever
happened to the server meanwhile. A connection that is lost or refused is tried again for a minute.
"""

from __future__ import annotations

import json
import ssl
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE_S = 60.0
PAUSE_S = 0.5  # between two tries
MOVES_COUNT = 3
# With a bot, so that an engine is tried too.
GAME_SETUP = {"game": "forge", "seats": [{"kind": "host"}, {"kind": "bot", "level": "easy"}]}

Kept = dict[str, Any]  # what the file holds: the cookie, the room and its ply


def main() -> None:
    """Play, and keep in the file where the game is."""
    url, file = sys.argv[1], Path(sys.argv[2])
    kept: Kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    wanted = kept.get("ply", 0) + MOVES_COUNT
    end = time.monotonic() + PATIENCE_S
    while kept.get("ply", 0) < wanted:
        try:
            play_moves(url, kept, wanted)
        except (OSError, WebSocketException, InvalidHandshake) as error:
            if time.monotonic() > end:
                sys.exit(f"The site cannot be played: {error}")
            time.sleep(PAUSE_S)
    file.write_text(json.dumps(kept), "utf-8")
    sys.stdout.write(f"room {kept['room']}: {kept['ply']} moves\n")


def play_moves(url: str, kept: Kept, wanted: int) -> None:
    """Play in one connection, up to the wanted ply; exits if an acknowledged move is missing."""
    with open_socket(url, kept) as link:
        if "room" in kept:
            send(link, {"type": "enter", "id": "enter", "room": kept["room"]})
        else:
            send(link, {"type": "create", "id": "create", "setup": GAME_SETUP})
        turn = hear(link, "turn")
        kept["room"] = turn["room"]
        if turn["ply"] < kept.get("ply", 0):
            sys.exit(f"Moves are lost: {turn['ply']} of {kept['ply']} are there.")
        while turn["ply"] < wanted:
            number, move = turn["ply"], turn["choices"][0]["move"]
            played = {"room": turn["room"], "ply": number, "move": move}
            send(link, {"type": "play", "id": f"play{number}", **played})
            turn = hear(link, "turn")
            kept["ply"] = turn["ply"]
        kept["ply"] = turn["ply"]


def open_socket(url: str, kept: Kept) -> ClientConnection:
    """Connect as the member of the cookie, or as a new one; certificates are not checked."""
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    link = connect(
        f"{'wss' if secure else 'ws'}://{parts.netloc}/ws",
        ssl=trusting if secure else None,
        origin=Origin(url),
        additional_headers={"Cookie": kept["cookie"]} if "cookie" in kept else {},
        open_timeout=PATIENCE_S,
    )
    given = link.response.headers.get("Set-Cookie") if link.response is not None else None
    if given:
        kept["cookie"] = given.partition(";")[0]
    return link


def send(link: ClientConnection, message: dict[str, Any]) -> None:
    """Send a message as JSON."""
    link.send(json.dumps(message))


def hear(link: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind; exits on a refusal."""
    while True:
        message: dict[str, Any] = json.loads(link.recv(timeout=PATIENCE_S))
        if message["type"] == "refusal":
            sys.exit(f"The site refuses: {message['code']}")
        if message["type"] == kind:
            return message


if __name__ == "__main__":
    main()
