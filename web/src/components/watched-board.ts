/** The board of a page that only shows a game: it follows the settings and offers no moves. */

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import type { GameInfo } from "../protocol";
import { themeOf } from "../seats";
import { boardLooks, reducedMotion, settings } from "../settings";

export function useWatchedBoard(game: GameInfo) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      theme: themeOf(game),
      seats: game.seat_names,
      pieces: game.pieces,
    });
    board.current = made;
    const stop = effect(() => {
      const { speed, coordinates, sounds, lens } = settings.value;
      const looks = { ...boardLooks.value, reducedMotion: reducedMotion.value };
      made.configure({ speed, coordinates, sounds, lens, ...looks });
    });
    return () => {
      stop();
      board.current = null;
      made.destroy();
    };
  }, [game.id]);
  return { host, board };
}
