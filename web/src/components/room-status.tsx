/** The status of a room: the player to move, a move that waits, a hint, the goal of the game. */

import { theConnection } from "../connection";
import type { Ending, GameInfo, Hinted } from "../protocol";
import type { Room } from "../room";
import { playerName } from "../seats";
import { t } from "../strings";
import { Button } from "./button";
import { resultHeadline } from "./result";
import { HintText } from "./room-info";

/** The text of the status line: the player to move. */
export function statusText(room: Room, game: GameInfo | undefined, toMove: number | null): string {
  if (room.phase === "open") return t.room.waiting;
  if (toMove === null || room.phase !== "playing") return "";
  if (room.yours.includes(toMove) && room.mode !== "hotseat") return t.room.yourTurn;
  return t.room.turnOf(playerName(game, room.seats, toMove));
}

/** The result in one line, for screen readers. */
function resultText(outcome: Ending, room: Room, game: GameInfo | undefined): string {
  return `${resultHeadline(outcome, room, game)}. ${game?.reasons[outcome.reason] ?? ""}`;
}

interface Props {
  room: Room;
  game: GameInfo | undefined;
  status: string;
  mine: boolean;
  outcome: Ending | null;
  /** The notation of a move that waits for the connection. */
  waiting: string | null;
  hinting: boolean;
  advice: Hinted | null;
  onStopSharing(): void;
}

export function RoomStatus(props: Props) {
  const { room, game, status, mine, outcome, waiting, hinting, advice, onStopSharing } = props;
  const host = room.host === theConnection().me.value?.member;
  const sharing = host && room.mode !== "online" && room.setup.public;
  return (
    <div class="status" role="status" data-mine={mine}>
      {status && <p>{status}</p>}
      {!status && outcome && <p class="unseen">{resultText(outcome, room, game)}</p>}
      {waiting && <p class="queued small">{t.room.moveWaits(waiting)}</p>}
      {room.setup.label && <p class="room-label small">{room.setup.label}</p>}
      {room.phase !== "finished" && game && <p class="goal small">{game.summary}</p>}
      {hinting && <p class="soft small">{t.room.hinting}</p>}
      {advice && <HintText found={advice} />}
      {sharing && (
        <p class="small broadcast">
          {t.room.broadcast(t.room.watchers(room.watchers))}
          <Button label={t.room.stopBroadcast} look="quiet" onClick={onStopSharing} />
        </p>
      )}
      {room.paused !== null && <p class="soft small">{t.room.paused}</p>}
    </div>
  );
}
