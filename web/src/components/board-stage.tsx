/** The board of a room: shows the presenter's views and offers the legal moves. */

import { computed, effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board, type MoveChoice } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import type { GameInfo } from "../protocol";
import type { RoomSession } from "../room-session";

interface Props {
  session: RoomSession;
  game: GameInfo;
  flipped: () => boolean;
  onBoard(board: Board | null): void;
  onMove(choice: MoveChoice): void;
  onTry(path: string[]): void;
}

const NO_CHOICES: readonly MoveChoice[] = [];

/** The legal moves of the position that the board shows. */
export function playableChoices(session: RoomSession): readonly MoveChoice[] {
  const turn = session.room.value?.turn;
  const { shown, past } = session.presenter;
  if (!turn || past.value !== null || shown.value?.ply !== turn.ply) return NO_CHOICES;
  return turn.choices;
}

/** Whether the user plays one seat of a running game and waits for another player. */
function mayPremove(session: RoomSession): boolean {
  const room = session.room.value;
  const past = session.presenter.past.value;
  return room?.phase === "playing" && room.yours.length === 1 && !room.turn && past === null;
}

export function BoardStage({ session, game, flipped, onBoard, onMove, onTry }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ onMove, onTry, flipped });
  latest.current = { onMove, onTry, flipped };
  useEffect(() => {
    if (!host.current) return;
    const board = new Board(host.current, {
      ...gameOptions(game),
      yours: session.room.value?.yours ?? [],
      onMove: (choice) => latest.current.onMove(choice),
      onTry: (path) => latest.current.onTry(path),
    });
    // A message that leaves the turn as it is must not offer the choices of a sent move again.
    const choices = computed(() => playableChoices(session));
    const stop = [
      followSettings(board),
      effect(() => {
        board.configure({
          premove: mayPremove(session),
          flipped: latest.current.flipped(),
          yours: session.room.value?.yours ?? [],
        });
      }),
      effect(() => board.offerChoices(choices.value)),
    ];
    session.presenter.attachBoard(board);
    onBoard(board);
    return () => {
      for (const each of stop) each();
      session.presenter.attachBoard(null);
      onBoard(null);
      board.destroy();
    };
  }, [session, game.id]);
  const scene = session.presenter.shown.value?.scene;
  const tall = (scene?.grids.length ?? 0) > 1 || (scene?.trays?.length ?? 0) > 0;
  return <div ref={host} class="board" data-tall={tall} />;
}
