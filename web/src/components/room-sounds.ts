/** Sounds of a room: the user's turn, and the result. */

import { useEffect, useRef } from "preact/hooks";
import type { Ending } from "../protocol";
import type { Room } from "../room";
import { settings } from "../settings";
import { sounds } from "../sound";

const LONG_WAIT_MS = 2000; // a bot's move after a longer wait plays the turn sound

/** Play a sound when it is the user's turn and when the board shows the end of the game. */
export function useRoomSounds(mine: boolean, room: Room, outcome: Ending | null): void {
  const since = useRef(performance.now());
  const before = useRef<{ mine: boolean; over: boolean } | null>(null);
  // The board shows a bot's last move a moment after the room has ended.
  const over = room.phase === "finished" && outcome !== null;
  useEffect(() => {
    const was = before.current;
    before.current = { mine, over };
    const waited = performance.now() - since.current;
    since.current = performance.now();
    if (!was || !settings.value.sounds) return;
    if (over && !was.over) {
      const won = outcome.winner !== null && room.yours.includes(outcome.winner);
      sounds.play(outcome.winner === null ? "draw" : won || !room.yours.length ? "win" : "lose");
    } else if (mine && !was.mine && room.mode !== "hotseat") {
      if (room.mode === "online" || document.hidden || waited > LONG_WAIT_MS) sounds.play("turn");
    }
  }, [mine, over]);
}
