/** A small board that only shows: a demo that plays itself, or a scene that somebody gives. */

import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { demo } from "../games";
import { marks } from "../presenter";
import type { Event, Frame, GameInfo, Scene } from "../protocol";
import { themeOf } from "../seats";
import { dark, reducedMotion, settings } from "../settings";

const PAUSE = 900; // between two moves of a demo
const END = 4000; // before it begins again
const STILL = 0.6; // how far into the demo the picture is that does not move

interface Props {
  game: GameInfo;
  label: string;
  /** Scene and steps from elsewhere; without it the game's demo is played. */
  scene?: Scene | null;
  steps?: readonly Event[] | undefined;
}

function useBoard(game: GameInfo) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      theme: themeOf(game),
      seats: game.seat_names,
      interactive: false,
    });
    made.configure({ coordinates: false, sounds: false });
    board.current = made;
    const stop = [
      dark.subscribe((value) => made.configure({ dark: value })),
      reducedMotion.subscribe((value) => made.configure({ reducedMotion: value })),
    ];
    return () => {
      for (const each of stop) each();
      board.current = null;
      made.destroy();
    };
  }, [game.id]);
  return { host, board };
}

/** Show frames one after another for as long as the signal lives. */
async function perform(
  board: Board,
  frames: readonly Frame[],
  on: () => boolean,
  signal: AbortSignal,
) {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  while (!signal.aborted) {
    for (const frame of frames) {
      while (!on() && !signal.aborted) await wait(300);
      if (signal.aborted) return;
      const animate = (frame.steps?.length ?? 0) > 0;
      await board.show(frame.scene, {
        steps: frame.steps ?? [],
        animate,
        last: marks(frame.steps),
      });
      await wait(PAUSE);
    }
    await wait(END);
  }
}

export function Picture({ game, label, scene, steps }: Props) {
  const { host, board } = useBoard(game);
  const own = scene === undefined;

  useEffect(() => {
    if (!own || !host.current || !board.current) return;
    const abort = new AbortController();
    const shown = board.current;
    let visible = false;
    const observer = new IntersectionObserver((entries) => {
      visible = entries.some((entry) => entry.isIntersecting);
    });
    observer.observe(host.current);
    void demo(game.id)
      .then(({ frames }) => {
        const still = frames[Math.floor(frames.length * STILL)];
        if (abort.signal.aborted || !still) return;
        if (reducedMotion.value || settings.value.speed === 0)
          return shown.show(still.scene, { animate: false, last: marks(still.steps) });
        void shown.show(still.scene, { animate: false });
        return perform(shown, frames, () => visible && !document.hidden, abort.signal);
      })
      .catch(() => {});
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [game.id, own]);

  useEffect(() => {
    if (scene && board.current)
      void board.current.show(scene, {
        ...(steps ? { steps, animate: true } : { animate: false }),
        last: marks(steps),
      });
  }, [scene]);

  return <div ref={host} class="picture" role="img" aria-label={label} />;
}
