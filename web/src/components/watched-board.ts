/** The board of a page that only shows a game: it follows the settings and offers no moves. */

import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import type { GameInfo } from "../protocol";

export function useWatchedBoard(game: GameInfo) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, gameOptions(game));
    board.current = made;
    const stop = followSettings(made);
    return () => {
      stop();
      board.current = null;
      made.destroy();
    };
  }, [game.id]);
  return { host, board };
}
