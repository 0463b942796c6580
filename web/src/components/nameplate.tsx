/** The nameplate of a seat: player, activity, clock. */

import type { GameInfo } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { playerName, seatColour, seatName } from "../seats";
import { t } from "../strings";
import { Clock } from "./clock";
import { Icon } from "./icons";

interface Props {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
  seat: number;
}

function PlayerActivity({ room, seat, toMove }: { room: Room; seat: number; toMove: boolean }) {
  const holder = room.seats[seat];
  if (!toMove) return null;
  if (room.busy?.seat === seat) return <span class="doing">{t.room.queued(room.busy.place)}</span>;
  if (holder?.kind === "person") return null;
  return (
    <span class="doing thinking">
      {t.room.thinking}
      <i />
      <i />
      <i />
    </span>
  );
}

export function Nameplate({ session, room, game, seat }: Props) {
  const holder = room.seats[seat];
  const view = session.presenter.shown.value;
  const toMove = room.phase === "playing" && view?.to_move === seat;
  const mine = room.yours.includes(seat);
  const name = playerName(game, room.seats, seat);
  const empty = holder?.kind === "nobody";
  const bot = holder !== undefined && holder.kind !== "person" && !empty;
  // Two bots of one level are told apart by their seats, and still have their level.
  const seatText = name !== seatName(game, seat) || empty ? seatName(game, seat) : "";
  const won = view?.outcome?.winner === seat && room.phase === "finished";
  return (
    <div class="plate" data-turn={toMove} data-won={won} data-empty={empty}>
      <span
        class="chip"
        style={{ background: seatColour(game, seat) }}
        data-seat={seat}
        aria-hidden="true"
      />
      <div class="plate-words">
        <p class="plate-name">
          {empty ? t.room.empty : name}
          {bot && <Icon name="bot" />}
          {mine && room.mode !== "hotseat" && <span class="tag">{t.you}</span>}
        </p>
        <p class="plate-seat">
          {seatText || (bot && holder.name)}
          <PlayerActivity room={room} seat={seat} toMove={toMove} />
        </p>
      </div>
      {view?.clocks && <Clock clocks={view.clocks} seat={seat} />}
    </div>
  );
}
