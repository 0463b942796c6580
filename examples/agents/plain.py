"""A bot with the standard library alone: it answers each turn with the first legal move."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"type": "move", "move": message["legal_moves"][0]}
        print(json.dumps(answer), flush=True)
