/** Open offers: accept, decline or withdraw them before they expire. */

import type { GameInfo, Standing } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { playerName } from "../seats";
import { t } from "../strings";
import { Button } from "./button";
import { useCountdown } from "./clock";
import { showError } from "./toasts";

interface Props {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
}

function Offer({ session, room, game, offer }: Props & { offer: Standing }) {
  const left = useCountdown(offer.until);
  const own = room.yours.includes(offer.seat);
  const agreed = offer.agreed.some((seat) => room.yours.includes(seat));
  const answerOffer = (accept: boolean) =>
    session.send({ type: "answer", offer: offer.offer, accept }).catch(showError);
  const words = own
    ? t.room.offered[offer.kind]
    : t.room.offers[offer.kind]?.(playerName(game, room.seats, offer.seat));
  return (
    <div class="offer" role="status">
      <p>
        {words} <span class="soft">{t.room.seconds(left)}</span>
      </p>
      <div class="row">
        {!own && room.yours.length > 0 && !agreed && (
          <Button label={t.room.accept} look="primary" onClick={() => answerOffer(true)} />
        )}
        {room.yours.length > 0 && (
          <Button
            label={own ? t.room.withdraw : t.room.decline}
            onClick={() => answerOffer(false)}
          />
        )}
      </div>
    </div>
  );
}

export function Offers(props: Props) {
  return (
    <>
      {props.room.offers.map((offer) => (
        <Offer key={offer.offer} {...props} offer={offer} />
      ))}
    </>
  );
}
