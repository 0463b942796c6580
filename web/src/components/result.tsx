/** The result of a game, shown over the board until it is closed. */

import { useSignal } from "@preact/signals";
import type { Ending, GameInfo } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { playerName } from "../seats";
import { t } from "../strings";
import { Button } from "./button";
import { showError } from "./toasts";

/** The result from the view of the user. */
export function resultHeadline(outcome: Ending, room: Room, game: GameInfo | undefined): string {
  if (outcome.reason === "aborted") return t.room.noResult;
  if (outcome.winner === null) return t.room.drawn;
  if (room.mode === "hotseat" || room.yours.length === 0)
    return t.room.wins(playerName(game, room.seats, outcome.winner));
  return room.yours.includes(outcome.winner) ? t.room.won : t.room.lost;
}

interface Props {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
  outcome: Ending;
}

export function GameResult({ session, room, game, outcome }: Props) {
  const away = useSignal(false);
  if (away.value) return null;
  const mine = outcome.winner !== null && room.yours.includes(outcome.winner);
  return (
    <section class="result" aria-labelledby="outcome" data-won={mine}>
      <Button
        label={t.close}
        icon="close"
        bare
        look="quiet"
        onClick={() => {
          away.value = true;
        }}
      />
      <h2 id="outcome">{resultHeadline(outcome, room, game)}</h2>
      <p>{game?.reasons[outcome.reason] ?? outcome.reason}</p>
      <div class="row center">
        {room.yours.length > 0 && (
          <Button
            label={t.room.rematch}
            icon="again"
            look="primary"
            onClick={() => session.send({ type: "offer", kind: "rematch" }).catch(showError)}
          />
        )}
        <a class="button" href={`/new/${room.setup.game}`}>
          {t.room.newGame}
        </a>
        <a class="button" href={`/replay/${room.code}`}>
          {t.room.watchReplay}
        </a>
      </div>
    </section>
  );
}
