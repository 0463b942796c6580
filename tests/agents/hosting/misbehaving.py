"""Programs that misbehave, each with the verdict that it deserves; they play tic-tac-toe."""

from __future__ import annotations

from typing import NamedTuple

# What all of them begin with. `turns` ignores other messages, `answer` plays the first legal move.
PRELUDE = r"""
import json, os, signal, sys, time

def turns():
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "turn":
            yield message

def say(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]

def answer(message, **more):
    say(json.dumps({"type": "move", "move": message["legal_moves"][0], **more}) + "\n")

def fork(then):
    if os.fork() == 0:
        then()
        os._exit(0)

def sleep():
    time.sleep(1000)
"""


class Bad(NamedTuple):
    """A program, the code of its forfeit (`""` if it may play on), and what is told of it."""

    name: str
    verdict: str
    says: str
    body: str
    seconds: float = 60.0  # for a move; only a test of a silent program waits for them
    confined: str | None = None  # the code of its forfeit in a sandbox, if that is another


def late(name: str, says: str, body: str) -> Bad:
    """One that gives no valid answer, so that its time runs out.

    The time of a program that says something runs out soon after that (`cut_time_short`).
    """
    return Bad(name, "timeout", says, body) if says else Bad(name, "timeout", says, body, 0.5)


def illegal(name: str, move: str) -> Bad:
    """One whose answer is no legal move."""
    body = f'for turn in turns(): say(\'{{"type":"move","move":{move}}}\\n\')'
    return Bad(name, "illegal_move", move, body)


MISBEHAVING = (
    # Programs that answer nothing, or not in time.
    late("silent", "", "for turn in turns(): sleep()"),
    late("never reads", "", "sleep()"),
    late("sleeps beyond its time", "", "for turn in turns(): time.sleep(60); answer(turn)"),
    late("stops itself", "", "for turn in turns(): os.kill(os.getpid(), signal.SIGSTOP)"),
    late(
        "half a line",
        '{"type": "move", "move": {"cell"',
        """for turn in turns(): say('{"type": "move", "move": {"cell"'); sleep()""",
    ),
    late(
        "byte by byte",
        '{"ty',
        """for turn in turns():
    say('{"type":"move",')
    for byte in b'"move":{"cell":0}}\\n':
        say(bytes([byte])); time.sleep(1)""",
    ),
    late(
        "answers before it is asked",
        "",
        """for cell in range(9): say('{"type":"move","move":{"cell":%d}}\\n' % cell)
for turn in turns(): sleep()""",
    ),
    late(
        "answers another turn",
        "of another turn",
        "for turn in turns(): answer(turn, ts_ms=turn['ts_ms'] - 1)",
    ),
    # Programs that write no JSON, or no message.
    late("broken JSON", "not JSON", """for turn in turns(): say('{"type":"move","move":}\\n')"""),
    late("NaN", "NaN", """for turn in turns(): say('{"type":"move","move":NaN}\\n')"""),
    late(
        "infinite number",
        "too large",
        """for turn in turns(): say('{"type":"move","move":1e999}\\n')""",
    ),
    late(
        "a key twice",
        "twice",
        """for turn in turns(): say('{"type":"move","move":{"cell":0},"move":{"cell":1}}\\n')""",
    ),
    late(
        "half a surrogate pair",
        "not JSON",
        r"""for turn in turns(): say('{"type":"move","move":{"cell":0},"x":"\\ud800"}\n')""",
    ),
    late("binary garbage", "not an object", "for turn in turns(): say(bytes(range(256)) + b'\\n')"),
    late("deep nesting", "not JSON", """for turn in turns(): say(b'{"a":' * 99999 + b'\\n')"""),
    late(
        "UTF-16",
        "not an object",
        """for turn in turns(): say('{"type":"move","move":{"cell":0}}\\n'.encode('utf-16'))""",
    ),
    late(
        "text before its answer",
        "not an object",
        "for turn in turns(): say('thinking… '); answer(turn)",
    ),
    late("a bare move", "not an object", "for turn in turns(): say('0\\n')"),
    late("no type", "no type", """for turn in turns(): say('{"move":{"cell":0}}\\n')"""),
    # Programs that answer with no legal move.
    illegal("off the board", '{"cell":9}'),
    illegal("true for 1", '{"cell":true}'),
    illegal("1.0 for 1", '{"cell":1.0}'),
    illegal("a number as a word", '{"cell":"1"}'),
    illegal("one key more", '{"cell":1,"sure":true}'),
    illegal("a move in a list", '[{"cell":1}]'),
    illegal("null", "null"),
    Bad(
        "a move message without a move",
        "illegal_move",
        '{"type":"move"}',
        """for turn in turns(): say('{"type":"move"}\\n')""",
    ),
    Bad(
        "the same move again",
        "illegal_move",
        '{"cell":0}',
        """for turn in turns(): say('{"type":"move","move":{"cell":0}}\\n')""",
    ),
    # Programs that write too much.
    Bad(
        "flood", "agent_error", "", "for turn in turns():\n    while True: say(b'flood\\n' * 9999)"
    ),
    Bad(
        "flood of infos",
        "agent_error",
        "",
        """for turn in turns():
    while True: say('{"type":"info","depth":1}\\n' * 999)""",
    ),
    Bad("huge line", "agent_error", "xxx", "for turn in turns(): say(b'x' * (1 << 21)); sleep()"),
    late(
        "stderr for ever",
        "",
        "for turn in turns():\n    while True: os.write(2, b'error\\n' * 999)",
    ),
    # Programs that give up or crash.
    Bad(
        "reports an error",
        "agent_error",
        "I am lost",
        """for turn in turns(): say('{"type":"error","error":"I am lost"}\\n')""",
    ),
    Bad("raises", "crash", "ZeroDivisionError", "for turn in turns(): 1 / 0"),
    Bad("exits with 0", "crash", "exit 0", "for turn in turns(): sys.exit(0)"),
    Bad("exits at once", "crash", "exit 3", "sys.exit(3)"),
    Bad(
        "dies in the middle of a move",
        "crash",
        "signal 9",
        "for turn in turns(): say('{\"type\":'); os.kill(os.getpid(), signal.SIGKILL)",
    ),
    Bad("closes its output", "crash", "output", "for turn in turns(): os.close(1); sleep()"),
    Bad(
        "closes its input",
        "crash",
        "input",
        "for turn in turns(): answer(turn); os.close(0); sleep()",
    ),
    Bad(
        "closes its input unread",
        "crash",
        "input",
        "answer(next(turns())); time.sleep(0.2); os.close(0); sleep()",
    ),
    Bad(
        "closes its input and says nothing",
        "crash",
        "input",
        "for turn in turns(): os.close(0); sleep()",
        3.0,
    ),
    Bad(
        "leaves its output to a child",
        "crash",
        "exit 0",
        "for turn in turns(): fork(sleep); sys.exit(0)",
        confined="crash",
    ),
    Bad(
        "memory bomb",
        "crash",
        "MemoryError",
        """import resource
try:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))
except ValueError:
    pass  # a sandbox has its own
for turn in turns():
    hoard = []
    while True: hoard.append(bytearray(1 << 24))""",
    ),
    Bad(
        "kills its parent",
        "crash",
        "",
        "for turn in turns(): os.kill(os.getppid(), signal.SIGKILL); sleep()",
    ),
    Bad(
        "fork bomb",
        "timeout",
        "",
        """for turn in turns():
    for number in range(5):
        if os.fork() == 0:
            os.setsid()
            for number in range(5): fork(sleep)
            sleep()
    sleep()""",
        1.0,
        confined="crash",
    ),
    # Unusual programs that play correctly.
    Bad(
        "stays when it should leave",
        "",
        "",
        """for number in (1, 2, 13, 15): signal.signal(number, signal.SIG_IGN)
for turn in turns(): answer(turn)
while True: time.sleep(1)""",
    ),
    Bad(
        "leaves a daemon behind",
        "",
        "",
        """def daemon():
    os.setsid()
    fork(lambda: os.execve('/bin/sleep', [os.environ['LUDARIUM_MARK'], '1000'], {}))
fork(daemon)
for turn in turns(): answer(turn)""",
        confined="crash",
    ),
    Bad("answers twice", "", "", "for turn in turns(): answer(turn); answer(turn, ts_ms=0)"),
    Bad(
        "talks a lot",
        "",
        "",
        "for turn in turns(): say(b'hm\\n' * 5000); os.write(2, b'hm\\n' * 5000); answer(turn)",
    ),
    Bad(
        "huge infos",
        "",
        "",
        """for turn in turns():
    say(json.dumps({"type": "info", "text": "x" * 99999}) + "\\n")
    answer(turn)""",
    ),
    Bad(
        "unknown messages",
        "",
        "",
        """for turn in turns(): say('{"type":"greeting"}\\n\\n{"type":7}\\n'); answer(turn)""",
    ),
    Bad(
        "CRLF",
        "",
        "",
        """for turn in turns():
    say(json.dumps({'type': 'move', 'move': turn['legal_moves'][0]}) + '\\r\\n')""",
    ),
    Bad(
        "byte order mark",
        "",
        "",
        "say(b'\\xef\\xbb\\xbf')\nfor turn in turns(): answer(turn)",
    ),
    Bad(
        "knows only turns and breaks down at all else",
        "",
        "",
        """for line in sys.stdin:
    say(json.dumps({"type": "move", "move": json.loads(line)["legal_moves"][0]}) + "\\n")""",
    ),
)
