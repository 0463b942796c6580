/** The result of a game, beside the board. */

import { useSignal } from "@preact/signals";
import type { Ending, GameInfo } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { playerName } from "../seats";
import { t } from "../strings";
import { Button } from "./button";
import { LevelSelect } from "./level";
import { botLevel, mayRestart, restartGame } from "./restart";
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
  const level = useSignal(botLevel(room));
  const mine = outcome.winner !== null && room.yours.includes(outcome.winner);
  return (
    <section class="result" aria-labelledby="outcome" data-won={mine}>
      <h2 id="outcome">{resultHeadline(outcome, room, game)}</h2>
      <p>{game?.reasons[outcome.reason] ?? outcome.reason}</p>
      <div class="row">
        {(room.yours.length > 0 || mayRestart(session, room)) && (
          <Button
            label={t.room.rematch}
            icon="again"
            look="primary"
            onClick={() =>
              room.mode === "online"
                ? session.send({ type: "offer", kind: "rematch" }).catch(showError)
                : restartGame(session, room.yours.length > 0 ? level.value : null)
            }
          />
        )}
        {room.yours.length > 0 && room.mode !== "online" && level.value && (
          <LevelSelect
            game={game}
            level={level.value}
            onLevel={(picked) => {
              level.value = picked;
            }}
          />
        )}
        <a class="button" href={`/new/${room.setup.game}`}>
          {t.room.newGame}
        </a>
        <a class="button" href={`/analysis/${room.code}?review`}>
          {t.analysis.review}
        </a>
        <a class="button" href={`/replay/${room.code}`}>
          {t.room.watchReplay}
        </a>
        <a class="button" href={`/replay/${room.code}?ply=9999&share`}>
          {t.share.open}
        </a>
      </div>
    </section>
  );
}
