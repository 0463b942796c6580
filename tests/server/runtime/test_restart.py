"""After kill -9 every room is back, nothing acknowledged is lost, and everybody returns."""

from __future__ import annotations

import signal

from tests.server.serving import Guest, Process, ask, move_of


def test_everything_goes_on_after_the_server_was_killed(database: str) -> None:
    with Process(database) as server, Guest(server.port) as ada, Guest(server.port) as ben:
        assert ada.ask("rename", name="Ada L.")["type"] == "done"
        assert ada.ask("post", text="Who plays Ludus?")["type"] == "done"
        alone = ada.create("forge", "host", "hard")
        assert ada.ask("play", **move_of(ada.turn()))["type"] == "done"
        room = ada.create("caldera", "host", "open", clock={"kind": "fischer", "seconds": 300})
        ben.enter(room)
        assert ben.ask("sit", room=room, seat=1)["type"] == "done"
        for mover in (ada, ben):
            assert mover.ask("play", **move_of(mover.turn(room)))["type"] == "done"
        move = move_of(ada.turn(room))
        first = ada.ask("play", **move)
        assert first["type"] == "done"
        ben.turn(room)

        server.kill()
        server.start()
        ada.come()
        ben.come()

        # The clocks stand still, until everybody is back.
        tail = ada.enter(room, last=first["number"])
        assert tail["type"] == "tail"
        assert tail["events"][0]["fact"]["type"] == "restarted"
        assert tail["view"]["ply"] == 3
        assert tail["view"]["clocks"]["running"] is None
        # A message that is sent again has the same answer, and no effect.
        ada.sent -= 2
        again = ada.ask("play", **move)
        assert (again["type"], again["id"], again["number"]) == (
            "done",
            first["id"],
            first["number"],
        )
        # Everybody has his seat, and the game goes on.
        snapshot = ben.enter(room)
        assert snapshot["view"]["ply"] == 3
        assert snapshot["yours"] == [1]
        assert ben.ask("play", **move_of(ben.turn(room)))["type"] == "done"
        assert ada.fact("moved")["fact"]["seat"] == 1
        # The bot has thought about its move.
        ada.enter(alone)
        assert ada.turn(alone)["ply"] > 1
        assert ask(server.port, f"/api/rooms/{alone}/record", Cookie=ada.cookie)[0] == 200
        # Names and the message board are there.
        assert ada.welcome["name"] == "Ada L."
        ada.say("follow", list="notices")
        board = ada.until(lambda m: m["type"] == "notices")
        lines = [(line["name"], line["text"]) for line in board["put"]]
        assert lines == [("Ada L.", "Who plays Ludus?")]

        # One that is told to stop says that it goes.
        assert server.kill(signal.SIGTERM) in {0, -signal.SIGTERM}
        assert ben.closed() in {1001, 1012}
