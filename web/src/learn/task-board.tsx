/** A board on which a task is solved. */

import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import type { GameInfo } from "../protocol";
import type { PositionPlayer } from "./position-player";

interface Props {
  player: PositionPlayer;
  game: GameInfo;
  /** The seat that the user plays; the board is turned for the second one. */
  seat: number;
  label: string;
  onMove(notation: string): void;
}

export function TaskBoard({ player, game, seat, label, onMove }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    if (!host.current) return;
    const board = new Board(host.current, {
      ...gameOptions(game),
      yours: [seat],
      onMove: (choice) => latest.current(choice.notation),
      onTry: (path) => void player.explainPath(path),
    });
    board.configure({ flipped: seat === 1 });
    const stop = followSettings(board);
    player.attachBoard(board);
    return () => {
      stop();
      player.attachBoard(null);
      board.destroy();
    };
  }, [player, seat]);
  return (
    <section class="task-stage" aria-label={label}>
      <div ref={host} class="task-board" />
    </section>
  );
}
