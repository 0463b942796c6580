/** The celebration of a win: sparks in the winner's colours rise over the board. */

import { useEffect, useRef } from "preact/hooks";
import type { Ending, GameInfo } from "../protocol";
import type { Room } from "../room";
import { seatColour } from "../seats";
import { reducedMotion } from "../settings";

const SPARKS = 110;
const BURST_MS = 2600;
const GOLD = ["#ffd76a", "#ffb23f", "#fff3c9"];

interface Spark {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  size: number;
  spin: number;
  colour: string;
}

/** The sparks of two fountains, one from each lower corner; lengths are shares of the stage. */
function makeSparks(colours: readonly string[]): Spark[] {
  return Array.from({ length: SPARKS }, (_, i) => {
    const side = i % 2 ? 1 : -1;
    const angle = 0.5 + Math.random() * 0.75;
    const speed = 0.9 + Math.random() * 0.9;
    return {
      x: 0.5 + side * 0.42,
      y: 1.02,
      speedX: -side * Math.cos(angle) * speed * 0.7,
      speedY: -Math.sin(angle) * speed * 1.35,
      size: 4 + Math.random() * 6,
      spin: Math.random() * 14 - 7,
      colour: colours[i % colours.length] as string,
    };
  });
}

function drawSparks(ctx: CanvasRenderingContext2D, sparks: readonly Spark[], seconds: number) {
  const { width, height } = ctx.canvas;
  const density = Math.min(3, devicePixelRatio || 1);
  ctx.clearRect(0, 0, width, height);
  ctx.globalAlpha = Math.min(1, (BURST_MS / 1000 - seconds) * 1.6);
  for (const { x, y, speedX, speedY, size, spin, colour } of sparks) {
    ctx.save();
    ctx.translate(
      (x + speedX * seconds) * width,
      (y + speedY * seconds + 0.62 * seconds * seconds) * height,
    );
    ctx.rotate(spin * seconds);
    ctx.fillStyle = colour;
    ctx.fillRect(
      (-size / 2) * density,
      (-size / 3) * density,
      size * density,
      size * 0.6 * density,
    );
    ctx.restore();
  }
}

/** Whether the user has a reason to celebrate: an own win, or any win at a shared screen. */
function isCelebrated(room: Room, outcome: Ending | null): boolean {
  if (room.phase !== "finished" || outcome === null || outcome.winner === null) return false;
  return room.yours.includes(outcome.winner);
}

interface Props {
  room: Room;
  game: GameInfo | undefined;
  outcome: Ending | null;
}

/** Runs once, when a game ends while the page shows it. */
export function Celebration({ room, game, outcome }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const played = useRef(false);
  const won = isCelebrated(room, outcome);
  if (room.phase === "playing") played.current = true;
  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!won || !played.current || !ctx || reducedMotion.value) return;
    played.current = false;
    const density = Math.min(3, devicePixelRatio || 1);
    ctx.canvas.width = ctx.canvas.clientWidth * density;
    ctx.canvas.height = ctx.canvas.clientHeight * density;
    const sparks = makeSparks([...GOLD, seatColour(game, outcome?.winner ?? 0)]);
    const start = performance.now();
    const clear = () => ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    let frame = requestAnimationFrame(function step(now: number) {
      drawSparks(ctx, sparks, (now - start) / 1000);
      if (now - start < BURST_MS) frame = requestAnimationFrame(step);
      else clear();
    });
    return () => {
      cancelAnimationFrame(frame);
      clear();
    };
  }, [won]);
  return (
    <div class="celebration" aria-hidden="true" data-won={won}>
      <canvas ref={canvas} />
    </div>
  );
}
