/** Sounds of a room: the user's turn, and the result. */

import { useEffect, useRef } from "preact/hooks";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { settings } from "../settings";
import { sounds } from "../sound";

const LONG_WAIT_MS = 2000; // a bot's move after a longer wait plays the turn sound

/** Play a sound when it is the user's turn and when the game ends. */
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
