/** Sounds of a room: whose turn it is, and how it ended. */

import { useEffect, useRef } from "preact/hooks";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { settings } from "../settings";
import { sounds } from "../sound";

const LONG_WAIT_MS = 2000; // ms of waiting after which a bot's move is rung in

/** Say by sound whose turn it is and how it ended. */
export function useRoomSounds(session: RoomSession, mine: boolean, room: Room): void {
  const since = useRef(performance.now());
  const before = useRef<{ mine: boolean; phase: Room["phase"] } | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = { mine, phase: room.phase };
    const waited = performance.now() - since.current;
    since.current = performance.now();
    if (!was || !settings.value.sounds) return;
    const outcome = session.presenter.shown.value?.outcome;
    if (room.phase === "finished" && was.phase === "playing" && outcome) {
      const won = outcome.winner !== null && room.yours.includes(outcome.winner);
      sounds.play(outcome.winner === null ? "draw" : won || !room.yours.length ? "win" : "lose");
    } else if (mine && !was.mine && room.mode !== "hotseat") {
      if (room.mode === "online" || document.hidden || waited > LONG_WAIT_MS) sounds.play("turn");
    }
  }, [mine, room.phase]);
}
