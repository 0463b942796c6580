/** Short effects: eruptions, strikes, beams, dust and captures. */

import { beamCorners, drawBeam } from "./beam";
import { cellBox, type Layout, levelHeight } from "./layout";
import { type Sprite, type SpriteCache, stampSprite } from "./sprite";
import type { Paint } from "./theme";
import type { Effect } from "./timeline";

type Ctx = CanvasRenderingContext2D;

/** A pseudo-random number that is equal in every frame, so that the effect moves smoothly. */
function pseudoRandom(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

function hashText(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 9973;
  return sum;
}

/** The drawing context of the effects. */
export interface EffectScene {
  ctx: Ctx;
  layout: Layout;
  paint: Paint;
  sprites: SpriteCache;
  level: (at: string) => number;
}

export function drawEffect(scene: EffectScene, effect: Effect): void {
  const { ctx, layout, paint, level } = scene;
  const box = cellBox(layout, effect.at);
  if (!box) return;
  const u = layout.unit;
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2 - levelHeight(level(effect.at)) * u;
  if (effect.kind === "erupt") drawEruption(scene, x, y, u, effect);
  else if (effect.kind === "strike") drawStrike(ctx, layout, effect, x, y, level);
  else if (effect.kind === "beam")
    drawBeam(ctx, beamCorners(layout, effect, level), u, effect.part);
  else if (effect.kind === "raise") drawDust(ctx, x, y + box.h * 0.3, u, effect, paint);
  else if (effect.kind === "capture") drawBurst(ctx, x, y, u, effect);
}

const LAVA = ["#fff0a0", "#ffab34", "#f4571c"];

/** Draw a flash, a shock wave, and flying lumps of lava. */
function drawEruption(
  scene: EffectScene,
  x: number,
  y: number,
  u: number,
  { at, part }: Effect,
): void {
  const { ctx } = scene;
  const fade = 1 - part;
  const seed = hashText(at);
  ctx.save();
  const wave = u * (0.35 + Math.min(1, part * 1.6));
  ctx.globalAlpha = fade * fade * 0.8;
  ctx.strokeStyle = "#ffb347";
  ctx.lineWidth = Math.max(0.5, u * 0.1 * fade);
  ctx.beginPath();
  ctx.ellipse(x, y, wave, wave * 0.86, 0, 0, 7);
  ctx.stroke();
  const flash = Math.max(0, 1 - part * 2.2);
  if (flash > 0) {
    ctx.globalAlpha = flash;
    stampSprite(ctx, flashSprite(scene.sprites, u), x, y);
  }
  ctx.globalAlpha = Math.min(1, fade * 1.6);
  for (let i = 0; i < 22; i++) {
    const turn = pseudoRandom(seed + i) * 2 * Math.PI;
    const speed = 0.4 + pseudoRandom(seed + i * 3.7) * 1.1;
    const up = 1.4 + pseudoRandom(seed + i * 7.3) * 1.6;
    const px = x + Math.cos(turn) * speed * part * u;
    const py = y + Math.sin(turn) * speed * part * u * 0.6 - (up * part - 2.6 * part * part) * u;
    stampSprite(ctx, lavaSprite(scene.sprites, u, i % 3, part > 0.6 ? 0 : i % 4), px, py);
  }
  ctx.restore();
}

function flashSprite(sprites: SpriteCache, u: number): Sprite {
  const r = u * 1.15;
  return sprites.getSprite("flash", r, r, 2 * r, 2 * r, (ctx) => {
    const light = ctx.createRadialGradient(0, 0, 0, 0, 0, r);
    light.addColorStop(0, "rgba(255,248,214,1)");
    light.addColorStop(0.3, "rgba(255,190,80,0.9)");
    light.addColorStop(0.6, "rgba(255,110,20,0.45)");
    light.addColorStop(1, "rgba(255,80,0,0)");
    ctx.fillStyle = light;
    ctx.fillRect(-r, -r, 2 * r, 2 * r);
  });
}

function lavaSprite(sprites: SpriteCache, u: number, heat: number, size: number): Sprite {
  const r = u * (0.035 + 0.016 * size);
  const box = r * 2;
  return sprites.getSprite(`lump ${heat} ${size}`, box, box, 2 * box, 2 * box, (ctx) => {
    ctx.shadowColor = "#ff6a1a";
    ctx.shadowBlur = r;
    ctx.fillStyle = LAVA[heat] as string;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 7);
    ctx.fill();
  });
}

/** Draw a bolt from the attacker to its target. */
function drawStrike(
  ctx: Ctx,
  layout: Layout,
  effect: Effect,
  x: number,
  y: number,
  level: (at: string) => number,
): void {
  const box = cellBox(layout, effect.to);
  if (!box) return;
  const u = layout.unit;
  const tx = box.x + box.w / 2;
  const ty = box.y + box.h / 2 - levelHeight(level(effect.to)) * u;
  const head = Math.min(1, effect.part * 2.2);
  const tail = Math.max(0, effect.part * 2 - 1);
  const fade = 1 - tail;
  ctx.save();
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const [width, colour] of [
    [0.34, "rgba(255,140,30,0.4)"],
    [0.15, "#ffcf6b"],
    [0.06, "#ffffff"],
  ] as const) {
    ctx.globalAlpha = fade;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * u;
    ctx.beginPath();
    for (let i = 0; i <= 8; i++) {
      const k = tail + ((head - tail) * i) / 8;
      const sway =
        i % 8 === 0 ? 0 : (pseudoRandom(i * 5.1 + Math.floor(effect.part * 9)) - 0.5) * 0.24 * u;
      ctx.lineTo(
        x + (tx - x) * k - ((ty - y) * sway) / (2 * u),
        y + (ty - y) * k + ((tx - x) * sway) / (2 * u) + sway * 0.4,
      );
    }
    ctx.stroke();
  }
  ctx.restore();
}

function drawDust(ctx: Ctx, x: number, y: number, u: number, effect: Effect, paint: Paint): void {
  const { part, at } = effect;
  const seed = hashText(at);
  ctx.save();
  ctx.fillStyle = paint.dark ? "rgba(200,210,235,0.5)" : "rgba(150,115,75,0.5)";
  ctx.globalAlpha = 1 - part;
  for (let i = 0; i < 9; i++) {
    const side = (i / 8) * 2 - 1;
    const px = x + side * u * (0.42 + 0.16 * part);
    const py = y - pseudoRandom(seed + i) * u * 0.22 * part;
    ctx.beginPath();
    ctx.arc(px, py, u * (0.025 + 0.05 * part * pseudoRandom(seed + i * 2)), 0, 7);
    ctx.fill();
  }
  ctx.restore();
}

/** Draw a ring of sparks where a piece was captured. */
function drawBurst(ctx: Ctx, x: number, y: number, u: number, { part }: Effect): void {
  const reach = Math.min(1, part * 1.7);
  ctx.save();
  ctx.globalAlpha = (1 - part) ** 1.4;
  ctx.strokeStyle = "#ff7a4d";
  ctx.lineWidth = Math.max(1, u * 0.05 * (1 - part));
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const turn = (i / 10) * 2 * Math.PI;
    const from = u * (0.2 + 0.3 * reach);
    const to = u * (0.3 + 0.42 * reach);
    ctx.moveTo(x + Math.cos(turn) * from, y + Math.sin(turn) * from * 0.9);
    ctx.lineTo(x + Math.cos(turn) * to, y + Math.sin(turn) * to * 0.9);
  }
  ctx.stroke();
  ctx.restore();
}
