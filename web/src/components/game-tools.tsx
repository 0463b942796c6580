/** The toolbar of a game: undo, hint, resign, share and more. */

import { useSignal } from "@preact/signals";
import type { GameInfo } from "../protocol";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { changeSettings, settings } from "../settings";
import { t } from "../strings";
import { Button } from "./button";
import { ConfirmDialog } from "./dialog";
import { Icon } from "./icons";
import { MuteButton } from "./mute-button";
import { mayRestart, RestartDialog } from "./restart";
import { showError } from "./toasts";

interface Props {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
  hinting: boolean;
  onHint(): void;
  onFlip(): void;
  onShare(): void;
  onHelp(): void;
  onPieces(): void;
  onFull(): void;
  onLeave(): void;
}

/** The seat that resigns; in hot-seat games the seat to move. */
function resigningSeat(room: Room): number | null {
  return room.mode === "hotseat" ? (room.view?.to_move ?? null) : null;
}

export function GameTools(props: Props) {
  const { session, room, hinting } = props;
  const ask = useSignal<"resign" | "abort" | "leave" | "restart" | null>(null);
  const playing = room.phase === "playing" && room.yours.length > 0;
  const local = room.mode !== "online";
  const rated = room.setup.rated ?? false;
  const canRestart = mayRestart(session, room);
  const early = room.played.length < 2;
  const mine = room.turn !== null;
  const last = room.played.at(-1)?.seat;
  // A step of the user's unfinished turn can always be undone.
  const within = mine && last === room.turn?.seat && last === room.view?.to_move;
  const people = room.seats.filter((each) => each.kind === "person").length > 1;
  const undoMove = () => session.send({ type: "undo" }).catch(showError);
  const makeOffer = (kind: "draw" | "takeback") =>
    session.send({ type: "offer", kind }).catch(showError);
  const questions = {
    resign: [
      t.room.resignSure,
      t.room.resign,
      () => {
        session.send({ type: "resign", seat: resigningSeat(room) }).catch(showError);
      },
    ],
    abort: [
      t.room.abortSure,
      t.room.abort,
      () => {
        session.send({ type: "abort" }).catch(showError);
      },
    ],
    leave: [t.room.leaveSure, t.room.leave, props.onLeave],
  } as const;
  const question = ask.value && ask.value !== "restart" && questions[ask.value];
  const closeQuestion = () => {
    ask.value = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div class="tools" role="group" aria-label={t.room.actions}>
      {playing && !rated && (local || within) && (
        <Button
          label={t.room.undo}
          icon="undo"
          look="quiet"
          disabled={room.played.length === 0 || !(within || (room.setup.takebacks ?? true))}
          onClick={undoMove}
        />
      )}
      {playing && !rated && local && (
        <Button
          label={t.room.hint}
          icon="hint"
          look="quiet"
          disabled={!mine || hinting}
          onClick={props.onHint}
        />
      )}
      {canRestart && !rated && room.phase === "playing" && (
        <Button
          label={t.room.restart}
          icon="again"
          look="quiet"
          onClick={() => {
            ask.value = "restart";
          }}
        />
      )}
      {playing && !local && !within && (room.setup.takebacks ?? true) && (
        <Button
          label={t.room.takeback}
          icon="undo"
          look="quiet"
          disabled={room.played.length === 0}
          onClick={() => makeOffer("takeback")}
        />
      )}
      {playing && people && room.mode !== "hotseat" && (
        <Button label={t.room.draw} icon="draw" look="quiet" onClick={() => makeOffer("draw")} />
      )}
      {playing && (
        <Button
          label={early ? t.room.abort : t.room.resign}
          icon="flag"
          look="quiet"
          onClick={() => {
            ask.value = early ? "abort" : "resign";
          }}
        />
      )}
      {room.phase !== "open" && (room.phase === "finished" || room.yours.length === 0) && (
        <a class="button quiet" href={`/analysis/${room.code}`}>
          <Icon name="hint" />
          <span>{t.analysis.analyse}</span>
        </a>
      )}
      {(props.game?.lessons ?? 0) > 0 && (
        <Button label={t.learn.pieces} icon="layers" look="quiet" onClick={props.onPieces} />
      )}
      <span class="tools-small">
        <Button label={t.room.share} icon="share" bare look="quiet" onClick={props.onShare} />
        <Button label={t.room.flip} icon="flip" bare look="quiet" onClick={props.onFlip} />
        <Button
          label={t.room.coordinates}
          icon="grid"
          bare
          look="quiet"
          aria-pressed={settings.value.coordinates}
          onClick={() => changeSettings({ coordinates: !settings.value.coordinates })}
        />
        <Button
          label={t.room.lens}
          icon="layers"
          bare
          look="quiet"
          aria-pressed={settings.value.lens}
          onClick={() => changeSettings({ lens: !settings.value.lens })}
        />
        <span class="tools-full">
          <MuteButton />
        </span>
        <Button label={t.room.full} icon="full" bare look="quiet" onClick={props.onFull} />
        <Button label={t.room.help} icon="help" bare look="quiet" onClick={props.onHelp} />
        <Button
          label={t.room.leave}
          icon="leave"
          bare
          look="quiet"
          onClick={() => {
            if (room.yours.length && room.phase !== "finished") ask.value = "leave";
            else props.onLeave();
          }}
        />
      </span>
      {question && (
        <ConfirmDialog
          title={question[0]}
          yes={question[1]}
          onYes={question[2]}
          onClose={closeQuestion}
        />
      )}
      {ask.value === "restart" && (
        <RestartDialog session={session} room={room} game={props.game} onClose={closeQuestion} />
      )}
    </div>
  );
}
