/** Raised or marked cells as sprites, one per kind of cell. */

import type { Cell } from "../protocol";
import { type Box, cellBox, levelHeight, terraceInset } from "./layout";
import { type Sprite, type SpriteCache, stampSprite } from "./sprite";
import type { BoardState } from "./state";
import { drawCell, drawDome, drawTerrace, floorsOf } from "./terrain";

type Ctx = CanvasRenderingContext2D;

function blockSprite(
  sprites: SpriteCache,
  state: BoardState,
  key: string,
  floors: number,
  draw: (ctx: Ctx) => void,
): Sprite {
  const u = state.layout.unit;
  const up = levelHeight(floors + 1) * u + u * 0.3;
  return sprites.getSprite(key, u * 0.3, up, u * 1.6, u * 1.3 + up, draw);
}

/** Draw a cell without its dome; a fractional level is a terrace that rises. */
export function drawBlock(ctx: Ctx, sprites: SpriteCache, state: BoardState, cell: Cell): void {
  const box = cellBox(state.layout, cell.at);
  if (!box || (!cell.level && !cell.mark)) return;
  const { layout, paint } = state;
  const level = cell.level ?? 0;
  const whole = Math.floor(level);
  const key = `cell ${whole} ${cell.mark ?? ""} ${cell.seat ?? ""}`;
  const sprite = blockSprite(sprites, state, key, whole, (drawn) =>
    drawCell(drawn, layout, { ...cell, level: whole }, paint),
  );
  stampSprite(ctx, sprite, box.x, box.y);
  if (level > whole) drawRising(ctx, sprites, state, box, whole + 1, level - whole);
}

/** Draw a terrace that rises out of the one below it. */
function drawRising(
  ctx: Ctx,
  sprites: SpriteCache,
  state: BoardState,
  box: Box,
  floor: number,
  part: number,
): void {
  const { layout, paint } = state;
  const u = layout.unit;
  const down = (levelHeight(floor) - levelHeight(floor - 1)) * (1 - part) * u;
  const sprite = blockSprite(sprites, state, `terrace ${floor}`, floor, (drawn) =>
    drawTerrace(drawn, layout, floor, paint),
  );
  const bottom = box.y + box.h * (1 - terraceInset(floor)) - levelHeight(floor - 1) * u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x - u, bottom - 3 * u, 3 * u, 3 * u);
  ctx.clip();
  stampSprite(ctx, sprite, box.x, box.y + down);
  ctx.restore();
}

/** Draw the dome of a cell, over its marks. */
export function drawDomeTop(ctx: Ctx, sprites: SpriteCache, state: BoardState, cell: Cell): void {
  const box = cellBox(state.layout, cell.at);
  const { layout, paint } = state;
  const floors = floorsOf(cell);
  const sprite = blockSprite(sprites, state, `dome ${floors}`, floors, (drawn) =>
    drawDome(drawn, layout, floors, paint),
  );
  if (box) stampSprite(ctx, sprite, box.x, box.y);
}
