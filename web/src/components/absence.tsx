/** The notice of a player who is disconnected, and the claims on the game. */

import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { t } from "../strings";
import { Button } from "./button";
import { useCountdown } from "./clock";
import { showError } from "./toasts";

interface Props {
  session: RoomSession;
  room: Room;
  seat: number;
}

function AbsenceNotice({ session, room, seat, until }: Props & { until: number }) {
  const left = useCountdown(until);
  const playing = room.yours.length > 0 && room.phase === "playing";
  const claimSeat = (want: "win" | "bot") =>
    session.send({ type: "claim", seat, want }).catch(showError);
  return (
    <div class="offer gone" role="status">
      <p>
        {t.room.away(room.seats[seat]?.name ?? "")}.{" "}
        {playing && (left > 0 ? t.room.awayFor(left) : t.room.awayNow)}
      </p>
      {playing && left === 0 && (
        <div class="row">
          <Button label={t.room.claimWin} look="primary" onClick={() => claimSeat("win")} />
          <Button label={t.room.claimBot} onClick={() => claimSeat("bot")} />
        </div>
      )}
    </div>
  );
}

/** A notice for every absent player but the user. */
export function AbsenceNotices({ session, room }: Omit<Props, "seat">) {
  return (
    <>
      {room.seats.map((holder, seat) => {
        const until = holder.member ? room.away[holder.member] : undefined;
        if (until === undefined || room.yours.includes(seat)) return null;
        return <AbsenceNotice key={seat} session={session} room={room} seat={seat} until={until} />;
      })}
    </>
  );
}
