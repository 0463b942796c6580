/** Beginning again against bots or on one screen, at the same or another level. */

import { useSignal } from "@preact/signals";
import type { GameInfo, Restart } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { t } from "../strings";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { LevelChoice } from "./level";
import { showError } from "./toasts";

export type Level = NonNullable<Restart["level"]>;

/** The level of the bots in a room, or null if it has none. */
export function botLevel(room: Room): Level | null {
  return room.seats.find((holder) => holder.kind === "bot")?.level ?? null;
}

/** Whether the user may begin again: a local game of an own seat, or of bots that one hosts. */
export function mayRestart(session: RoomSession, room: Room): boolean {
  const host = room.host === session.connection.me.value?.member;
  return room.mode !== "online" && (room.yours.length > 0 || host);
}

export function restartGame(session: RoomSession, level: Level | null): void {
  session.send({ type: "restart", level }).catch(showError);
}

interface Props {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
  onClose(): void;
}

/** Ask for the level of the next game, and begin it. */
export function RestartDialog({ session, room, game, onClose }: Props) {
  const level = useSignal(room.yours.length > 0 ? botLevel(room) : null);
  return (
    <Dialog title={t.room.restartSure} onClose={onClose}>
      {level.value && (
        <LevelChoice
          game={game}
          level={level.value}
          onLevel={(picked) => {
            level.value = picked;
          }}
        />
      )}
      <div class="row end">
        <Button label={t.cancel} onClick={onClose} />
        <Button
          label={t.room.restart}
          icon="again"
          look="primary"
          onClick={() => {
            onClose();
            restartGame(session, level.value);
          }}
        />
      </div>
    </Dialog>
  );
}
