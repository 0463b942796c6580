"""The examples of docs/server-protocol.md are real messages of a site."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.server.protocol import codec as m
from ludarium.server.protocol.events import AnyFact
from tests.server.house import BLITZ, Guest, House

DOCUMENT = Path(__file__).parents[3] / "docs" / "reference" / "server-protocol.md"
TEXT = DOCUMENT.read_text("utf-8")
EXAMPLES = re.findall(r"```text\n(.*?)```", TEXT, flags=re.DOTALL)


class Scene:
    """The people of one example, and how much each has heard of what was sent to it."""

    def __init__(self) -> None:
        self.house = House()
        self.guests: dict[str, Guest] = {}
        self.heard: dict[str, int] = {}
        self.known: dict[str, int] = {}  # the last event that a lost connection brought

    def guest(self, name: str) -> Guest:
        """The guest of this name, who connects at the first use."""
        if name not in self.guests:
            self.guests[name] = self.house.come(name)
            self.heard[name] = 0
        return self.guests[name]

    def line(self, line: str) -> None:
        """One line of an example."""
        spoken = re.fullmatch(r"(Ann|Bob|Cid) ([<>]) (.*)", line)
        if spoken is None:
            self.meanwhile(line)
        elif spoken[2] == ">":
            self.send(self.guest(spoken[1]), spoken[3])
        else:
            self.expect(spoken[1], json.loads(spoken[3]))

    def send(self, guest: Guest, written: str) -> None:
        """A client's message."""
        message = m.message_decoder.decode(written)
        house = self.house
        house.deliver(house.site.handle(guest.member, message, house.now), guest.member)

    def expect(self, name: str, wanted: Any) -> None:
        """Check that the next message to a guest is like this one."""
        told = self.guest(name).told
        assert self.heard[name] < len(told), f"{name} was told nothing more"
        found = msgspec.json.decode(msgspec.json.encode(told[self.heard[name]]))
        assert like(found, wanted), f"{name} was told {json.dumps(found)}"
        self.heard[name] += 1

    def meanwhile(self, line: str) -> None:
        """What happens between messages."""
        house = self.house
        if line.startswith("Ann + Bob play forge in H64MT"):
            timed = {"clock": BLITZ} if line.endswith(", 60 s and 2 s a turn") else {}
            code, *both = house.online("forge", **timed)
            assert code == "H64MT"
            for guest in both:
                self.guests[guest.member.name] = guest
                self.heard[guest.member.name] = len(guest.told)
        elif lost := re.fullmatch(r"(\w+)'s connection is lost", line):
            self.known[lost[1]] = self.guests[lost[1]].known["H64MT"]
            house.go(self.guests.pop(lost[1]))
        elif back := re.fullmatch(r"(\w+) connects again", line):
            self.guest(back[1]).known["H64MT"] = self.known[back[1]]
        elif passing := re.fullmatch(r"(\d+) seconds? pass(es)?", line):
            house.wait(float(passing[1]))
        else:
            assert line == "the server is killed and started again"
            self.known = {name: guest.known["H64MT"] for name, guest in self.guests.items()}
            house.restart()
            self.guests.clear()


def like(found: Any, wanted: Any) -> bool:
    """Whether a message has everything that the example shows of it."""
    if wanted == "…":
        return True
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and like(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(like, found, wanted))
    return bool(found == wanted)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_happen_as_they_are_written(example: str) -> None:
    scene = Scene()
    for line in example.splitlines():
        scene.line(line)


def test_an_example_that_is_wrong_is_found() -> None:
    scene = Scene()
    scene.line('Ann < {"type":"welcome","member":"ann"}')
    with pytest.raises(AssertionError):
        scene.line('Ann < {"type":"welcome"}')
    scene.line('Ann > {"type":"ping","id":"1"}')
    with pytest.raises(AssertionError):
        scene.line('Ann < {"type":"pong","id":"2"}')


def test_every_refusal_has_its_place_in_the_document() -> None:
    folder = Path(m.__file__).parents[1]
    source = "".join(file.read_text("utf-8") for file in folder.rglob("*.py"))
    codes = set(re.findall(r'Refused\(\s*"(\w+)"', source))
    assert len(codes) > 25
    assert codes - set(re.findall(r"`(\w+)`", TEXT)) == set()


def test_every_message_of_a_client_is_told_of_in_the_document() -> None:
    tags = {kind.__struct_config__.tag for kind in m.ClientMessage.__args__}
    unsaid = {tag for tag in tags if f"`{tag}`" not in TEXT and f'"type":"{tag}"' not in TEXT}
    assert unsaid <= {"rename", "unfollow"}
    assert len(AnyFact.__args__) == len({kind.__struct_config__.tag for kind in AnyFact.__args__})
