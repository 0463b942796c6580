/** A small board without input: shows a demo of the game, or a given scene. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import { loadDemo } from "../games";
import { lastMoveSpots } from "../presenter";
import type { Event, Frame, GameInfo, Scene } from "../protocol";
import { reducedMotion, settings } from "../settings";

const DEMO_DELAY_MS = 4000; // demos start after this, so that the page can be read first
const MOVE_PAUSE_MS = 700; // pause after a move of a demo
const DEMO_END_MS = 4000; // pause before a demo starts again
const STILL_SHARE = 0.6; // share of the demo at which its still picture is taken
const PRELOAD_MARGIN = "300px"; // boards this close to the viewport are drawn

interface Props {
  game: GameInfo;
  label: string;
  /** A scene to show; without it the game's demo is played. */
  scene?: Scene | null;
  steps?: readonly Event[] | undefined;
}

const waitMs = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** Resolves on the first input, or after a delay. */
const demosMayStart = Promise.race([
  waitMs(DEMO_DELAY_MS),
  new Promise<void>((done) => {
    for (const sign of ["pointermove", "pointerdown", "scroll", "keydown"])
      addEventListener(sign, () => done(), { once: true, passive: true });
  }),
]);

// One demo moves at a time, because that is calmer and a slow machine keeps up.
let lastDemoStep: Promise<unknown> = demosMayStart;

function runInTurn(act: () => Promise<unknown>): Promise<unknown> {
  lastDemoStep = lastDemoStep.then(act, act);
  return lastDemoStep;
}

/** Resolves when the browser is idle; browsers without idle callbacks use a timeout. */
function whenIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => done(), { timeout: 500 });
    else setTimeout(done, 30);
  });
}

// Boards are created one after another, so that none blocks the page for long.
let lastSlot: Promise<unknown> = Promise.resolve();

function nextIdleSlot(): Promise<unknown> {
  lastSlot = lastSlot.then(whenIdle);
  return lastSlot;
}

/** Create a board. Its code is a chunk of its own, so that text does not wait for it. */
async function createBoard(host: HTMLElement, game: GameInfo): Promise<[Board, () => void]> {
  const { Board } = await import("../board");
  await nextIdleSlot();
  const board = new Board(host, { ...gameOptions(game), interactive: false });
  board.configure({ coordinates: false, sounds: false });
  const stop = followSettings(board, []);
  const destroyBoard = () => {
    stop();
    board.destroy();
  };
  return [board, destroyBoard];
}

/** Show frames one after another until the signal aborts. */
async function playFrames(
  board: Board,
  frames: readonly Frame[],
  on: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const first = Math.floor(frames.length * STILL_SHARE);
  for (let at = first; !signal.aborted; at = (at + 1) % frames.length) {
    const frame = frames[at];
    while (!on() && !signal.aborted) await waitMs(300);
    if (!frame || signal.aborted) return;
    const animate = at !== 0 && at !== first;
    const how = { steps: frame.steps ?? [], animate, last: lastMoveSpots(frame.steps) };
    await runInTurn(async () => signal.aborted || board.showScene(frame.scene, how));
    await waitMs(at === frames.length - 1 ? DEMO_END_MS : MOVE_PAUSE_MS);
  }
}

/** Play the game's demo while it is visible. */
async function playDemo(board: Board, host: HTMLElement, game: GameInfo, signal: AbortSignal) {
  const { frames } = await loadDemo(game.id);
  const still = frames[Math.floor(frames.length * STILL_SHARE)];
  await nextIdleSlot();
  if (!still || signal.aborted) return;
  await board.showScene(still.scene, { animate: false, last: lastMoveSpots(still.steps) });
  if (reducedMotion.value || settings.value.speed === 0) return;
  let visible = false;
  const observer = new IntersectionObserver((entries) => {
    visible = entries.some((entry) => entry.isIntersecting);
  });
  observer.observe(host);
  await demosMayStart;
  await playFrames(board, frames, () => visible && !document.hidden, signal);
  observer.disconnect();
}

function showScene(board: Board | null, scene: Scene, steps: readonly Event[] | undefined): void {
  void board?.showScene(scene, {
    ...(steps ? { steps, animate: true } : {}),
    last: lastMoveSpots(steps),
  });
}

/** Call `act` once when the element comes near the viewport. */
function whenNear(host: HTMLElement, signal: AbortSignal, act: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: PRELOAD_MARGIN },
  );
  observer.observe(host);
  signal.addEventListener("abort", () => observer.disconnect());
}

export function BoardPicture({ game, label, scene, steps }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const latest = useRef({ scene, steps });
  latest.current = { scene, steps };

  useEffect(() => {
    const at = host.current;
    if (!at) return;
    const abort = new AbortController();
    whenNear(at, abort.signal, async () => {
      const [made, end] = await createBoard(at, game);
      if (abort.signal.aborted) return end();
      abort.signal.addEventListener("abort", end);
      board.current = made;
      const given = latest.current.scene;
      if (given) showScene(made, given, undefined);
      else if (given === undefined) playDemo(made, at, game, abort.signal).catch(() => {});
    });
    return () => {
      board.current = null;
      abort.abort();
    };
  }, [game.id]);

  useEffect(() => {
    if (scene) showScene(board.current, scene, steps);
  }, [scene]);

  return <div ref={host} class="picture" role="img" aria-label={label} />;
}
