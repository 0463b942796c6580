/** A room whose game has not started. */

import type { GameInfo } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { seatName } from "../seats";
import { t } from "../strings";
import { Button } from "./button";
import { InviteLink } from "./invite-link";
import { showError } from "./toasts";

interface WaitingProps {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
}

/** Shows the invite link to a seated player, and the free seats to a guest. */
export function WaitingRoom({ session, room, game }: WaitingProps) {
  const empty = room.seats.flatMap((holder, seat) => (holder.kind === "nobody" ? [seat] : []));
  const free = empty.filter((seat) => room.setup.seats[seat]?.kind !== "agent");
  const waitsForProgram = free.length < empty.length;
  const guest = room.yours.length === 0 && free.length > 0;
  const host = room.seats.find((holder) => holder.member === room.host)?.name;
  const takeSeat = (seat: number) => session.send({ type: "sit", seat }).catch(showError);
  return (
    <section class="waiting" aria-labelledby="waiting">
      <h2 id="waiting">{guest ? t.room.invited(game?.title ?? "") : t.room.waiting}</h2>
      {guest && <p>{t.room.invitedBy(host)}</p>}
      {!guest && free.length > 0 && <p>{t.room.waitingNote}</p>}
      {room.setup.rated && <p>{t.room.ratedNote}</p>}
      {guest ? (
        <div class="row center">
          {free.map((seat) => (
            <Button
              key={seat}
              label={t.room.sit(seatName(game, seat))}
              look="primary"
              onClick={() => takeSeat(seat)}
            />
          ))}
          <a class="button" href={`/rules/${room.setup.game}`}>
            {t.rules}
          </a>
        </div>
      ) : (
        <>
          {waitsForProgram && (
            <p>
              {t.programs.waits} <a href="/programs">{t.programs.yours}</a>
            </p>
          )}
          <InviteLink code={room.code} />
        </>
      )}
    </section>
  );
}
