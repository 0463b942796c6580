/** Paints one frame of the board, from back to front. */

import type { Token } from "../protocol";
import { drawBlock, drawDomeTop } from "./blocks";
import { cellReach, overlaps } from "./damage";
import { drawDrawings } from "./drawings";
import { drawEffect } from "./effects";
import { drawFan } from "./fan";
import { drawPlate } from "./floating-grid";
import { GroundLayer } from "./ground-layer";
import { cellSpot, parseCell, spotOwner } from "./hotspots";
import { drawCount, drawGauge, drawGroups, drawLevel, drawSlot } from "./labels";
import { type Box, cellBox, type PlacedGrid, topBox } from "./layout";
import { drawMagnifier } from "./magnifier";
import { drawCursor, drawMarks, drawRoute, marksOf } from "./marks";
import { type Foot, footInSlot, footOnCell } from "./piece-position";
import { drawPiece } from "./pieces";
import { drawEffectBadges, drawPreview, placementCell, previewedSteps } from "./preview";
import { type Sprite, SpriteCache, stampSprite } from "./sprite";
import { groupStacks } from "./stack";
import { type BoardState, queuedPath } from "./state";
import { floorsOf } from "./terrain";
import type { AnimationFrame, ShownToken } from "./timeline";
import { type Slot, traySlots } from "./tray-slots";

type Ctx = CanvasRenderingContext2D;

/** Sprites are drawn ahead for this long at a time, less than a frame of a slow machine. */
const FAINT_ALPHA = 0.55; // of a piece where a move would put it, or will when it is played
const PREPARE_SLICE_MS = 5;

export class Painter {
  private ctx: Ctx;
  private sprites = new SpriteCache(1);
  private ground: GroundLayer;
  private offscreen: Ctx | null = null;
  private density = 1;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.ctx = canvas.getContext("2d") as Ctx;
    this.ground = new GroundLayer(canvas, 1);
  }

  /** Drop all cached drawings, because the size or the colours changed. */
  reset(width: number, height: number): void {
    this.density = Math.min(3, globalThis.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.density);
    this.canvas.height = Math.round(height * this.density);
    this.sprites = new SpriteCache(this.density);
    this.ground.destroy();
    this.ground = new GroundLayer(this.canvas, this.density);
  }

  /** Draw sprites ahead for one slice of time; true when the frame has all its sprites. */
  prepare(state: BoardState, picture: AnimationFrame): boolean {
    const until = performance.now() + PREPARE_SLICE_MS;
    if (!this.ground.cached) {
      this.ground.cache(state);
      return false;
    }
    const { ctx } = this;
    this.offscreen ??= offscreenContext();
    this.ctx = this.offscreen;
    this.sprites.setDeadline(until);
    this.draw(state, picture);
    const { incomplete } = this.sprites;
    this.sprites.setDeadline(Number.POSITIVE_INFINITY);
    this.ctx = ctx;
    return !incomplete;
  }

  /** Stop the timer of the ground layer. */
  destroy(): void {
    this.ground.destroy();
  }

  /** Draw a whole frame, or only a part of the canvas. */
  draw(state: BoardState, picture: AnimationFrame, part: Box | null = null): void {
    const { ctx } = this;
    ctx.save();
    this.ground.draw(ctx, state, part);
    const level = (at: string) => picture.cells.get(at)?.level ?? 0;
    const visible = (box: Box) => part === null || overlaps(box, part);
    const lying = this.slotsOf(state, picture);
    const scenery = { picture, level, marks: marksOf(state), lying, visible };
    for (const placed of state.layout.grids) this.drawGrid(state, placed, scenery);
    this.drawLying(state, scenery);
    drawRoute(ctx, state, level);
    if (!state.drag) drawEffectBadges(ctx, state, level);
    drawPreview(ctx, state, previewedSteps(state), level);
    for (const shown of picture.tokens) if (shown.part < 1) this.drawMoving(state, shown, scenery);
    for (const effect of picture.effects)
      drawEffect(
        { ctx, layout: state.layout, paint: state.paint, level, sprites: this.sprites },
        effect,
      );
    drawDrawings(ctx, state, level);
    this.drawFocus(state, level);
    this.drawDrag(state, picture);
    ctx.restore();
    if (state.finger) drawMagnifier(ctx, this.density, state.finger);
  }

  private drawGrid(state: BoardState, placed: PlacedGrid, scenery: Scenery): void {
    const { grid } = placed;
    const { layout } = state;
    if (placed.floating && layout.hovering) this.drawHovering(state, placed);
    const resting = scenery.picture.tokens.filter((shown) => shown.part >= 1);
    const shown = new Map(resting.map((s) => [s.token.id, s]));
    const piles = groupStacks(
      resting.map((s) => s.token).filter((t) => spotOwner(t.at) === grid.id),
    );
    for (let i = 0; i < grid.rows; i++) {
      const row = layout.flipped ? grid.rows - 1 - i : i;
      for (let col = 0; col < grid.cols; col++) {
        const at = cellSpot(grid.id, row, col);
        const box = cellBox(layout, at);
        if (!box || !scenery.visible(cellReach(layout, box))) continue;
        const cell = scenery.picture.cells.get(at);
        if (cell) drawBlock(this.ctx, this.sprites, state, cell);
        const top = piles.get(at)?.at(-1);
        const standing = top && this.isLifted(state, top) ? undefined : top;
        drawMarks(this.ctx, state, scenery.marks, at, floorsOf(cell), standing);
        if (cell?.mark === "dome") drawDomeTop(this.ctx, this.sprites, state, cell);
        if (cell?.level && cell.mark !== "dome" && state.settings.lens)
          drawLevel(this.ctx, state, at, cell.level);
      }
      for (let col = 0; col < grid.cols; col++)
        this.drawPile(state, piles.get(cellSpot(grid.id, row, col)) ?? [], shown, scenery);
    }
    for (const pile of piles.values()) if (pile.length > 1) drawGauge(this.ctx, state, pile);
  }

  /** Draw a translucent plate, so that the grid below stays visible. */
  private drawHovering(state: BoardState, placed: PlacedGrid): void {
    const { layout, paint } = state;
    const { x, y, w, h } = placed;
    const u = layout.unit;
    const sprite = this.sprites.getSprite("plate", u, u, w + 2 * u, h + 2 * u, (ctx) =>
      drawPlate(ctx, layout, { ...placed, x: 0, y: 0 }, undefined, paint, false),
    );
    this.ctx.globalAlpha = 0.62;
    stampSprite(this.ctx, sprite, x, y);
    this.ctx.globalAlpha = 1;
  }

  private drawPile(
    state: BoardState,
    pile: Token[],
    shown: Map<string, ShownToken>,
    scenery: Scenery,
  ): void {
    const box = cellBox(state.layout, pile[0]?.at ?? "");
    if (!box || !scenery.visible(cellReach(state.layout, box))) return;
    for (const token of pile) {
      const seen = shown.get(token.id);
      if (!seen) continue;
      const foot = this.footAt(state, token, token.at, token.layer ?? 0, scenery, pile.length);
      if (!foot) continue;
      const lifted = this.isLifted(state, token);
      const up = seen.hop * state.layout.unit;
      this.drawToken(
        state,
        token,
        { ...foot, y: foot.y - up },
        lifted ? 0.3 : seen.alpha,
        seen.scale,
      );
    }
  }

  /** Whether the piece is dragged or already moved on by clicks: a faint copy stays behind. */
  private isLifted(state: BoardState, token: Token): boolean {
    const way = state.pending?.path ?? state.prefix;
    if (state.drag?.from === token.at) return isTopmost(state, token);
    return (
      way.length > 1 &&
      way[0] === token.at &&
      parseCell(way[1] as string) !== null &&
      isTopmost(state, token)
    );
  }

  private drawMoving(state: BoardState, shown: ShownToken, scenery: Scenery): void {
    const { token, from, part } = shown;
    const start = this.footAt(state, token, from.at, from.layer, scenery);
    const end = this.footAt(state, token, token.at, token.layer ?? 0, scenery);
    if (!start || !end) return;
    const between = (a: number, b: number) => a + (b - a) * part;
    const u = between(start.u, end.u);
    const foot = {
      x: between(start.x, end.x),
      y: between(start.y, end.y) - shown.hop * state.layout.unit,
      u,
    };
    this.drawToken(state, token, foot, shown.alpha, shown.scale);
  }

  private drawToken(
    state: BoardState,
    token: Token,
    foot: Foot,
    opacity: number,
    scale: number,
  ): void {
    this.ctx.globalAlpha = Math.max(0, Math.min(1, opacity));
    const exact = scale === 1 && state.drag === null;
    const u = exact ? foot.u : state.layout.unit;
    stampSprite(this.ctx, this.pieceSprite(state, token, u), foot.x, foot.y, (foot.u / u) * scale);
    this.ctx.globalAlpha = 1;
  }

  private pieceSprite(state: BoardState, token: Token, u: number): Sprite {
    const size = Math.round(u * 2) / 2;
    const { flipped } = state.layout;
    const signs = `${token.facing ?? ""} ${token.badge ?? ""} ${token.facing ? flipped : ""}`;
    const look = `${token.glyph} ${token.tint ?? ""} ${token.seat ?? ""} ${token.text}`;
    return this.sprites.getSprite(
      `${look} ${signs} ${size}`,
      u * 0.65,
      u * 0.95,
      u * 1.3,
      u * 1.45,
      (ctx) => drawPiece(ctx, token, state.paint, size, flipped),
    );
  }

  /** The foot of a piece on a cell or in a tray. */
  private footAt(
    state: BoardState,
    token: Token,
    at: string,
    layer: number,
    scenery: Scenery,
    pile?: number,
  ): Foot | null {
    const slot =
      scenery.lying.find((s) => s.tokens.includes(token) && s.spots.includes(at)) ??
      scenery.lying.find((s) => s.spots.includes(at));
    if (slot) return footInSlot(slot, token);
    return footOnCell(state.layout, token, at, scenery.level(at), layer, pile);
  }

  /** The slots of all trays, with the tokens that end there. */
  private slotsOf(state: BoardState, picture: AnimationFrame): Slot[] {
    const tokens = picture.tokens.map((shown) => shown.token);
    return state.layout.trays.flatMap((tray) => traySlots(state.layout, tray, tokens));
  }

  private drawLying(state: BoardState, scenery: Scenery): void {
    const { marks, picture } = scenery;
    drawGroups(this.ctx, state, scenery.lying);
    const flying = new Set(picture.tokens.flatMap((s) => (s.part < 1 ? [s.token.id] : [])));
    for (const whole of scenery.lying.filter(scenery.visible)) {
      const slot = { ...whole, tokens: whole.tokens.filter((token) => !flying.has(token.id)) };
      const [token] = slot.tokens;
      if (!token) continue;
      const next = slot.spots.some((at) => marks.next.has(at));
      const chosen = slot.spots.some((at) => marks.chosen.has(at));
      const hot = slot.spots.some((at) => at === state.hover || at === state.cursor);
      if (next || chosen) drawSlot(this.ctx, state, slot, chosen, hot);
      this.drawToken(state, token, footInSlot(slot, token), 1, 1);
      if (slot.tokens.length > 1) drawCount(this.ctx, state, slot);
    }
  }

  private drawFocus(state: BoardState, level: (at: string) => number): void {
    if (!state.cursor) return;
    const box = cellBox(state.layout, state.cursor);
    if (box) drawCursor(this.ctx, state, topBox(state.layout, box, level(state.cursor)));
  }

  /** Draw the dragged piece, or one that clicks have moved on or the next one would place. */
  private drawDrag(state: BoardState, picture: AnimationFrame): void {
    const { drag, layout } = state;
    const queued = state.pending ? [] : queuedPath(state);
    const way = state.pending?.path ?? (queued.length ? queued : state.prefix);
    const from = drag?.from ?? way[0];
    const token = picture.tokens
      .map((s) => s.token)
      .findLast((t) => t.at === from && isTopmost(state, t));
    if (!token || !from) return;
    const u = layout.unit;
    if (drag) {
      const foot = { x: drag.x, y: drag.y + u * 0.2, u };
      this.drawToken(state, token, foot, 0.95, 1.14);
      return;
    }
    const reached = way.slice(1).find((at) => parseCell(at)) ?? placementCell(state);
    if (way.some((at, i) => i > 0 && at.startsWith("!")) || !reached) return;
    const level = (at: string) => picture.cells.get(at)?.level ?? 0;
    const scenery = { picture, level, marks: marksOf(state), lying: [], visible: () => true };
    const foot = this.footAt(state, token, reached, 0, scenery);
    const settled = way.length > 1 && !queued.length;
    if (foot) this.drawToken(state, token, foot, settled ? 0.9 : FAINT_ALPHA, 1);
  }

  /** Draw a stack side by side, for the tooltip. */
  drawStackFan(state: BoardState, pile: readonly Token[]): HTMLCanvasElement {
    return drawFan(state, pile, this.density, (ctx, token, x, y, u) =>
      stampSprite(ctx, this.pieceSprite(state, token, u), x, y),
    );
  }
}

/** A canvas of one pixel: drawing a frame on it fills the sprite cache. */
function offscreenContext(): Ctx {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  return canvas.getContext("2d") as Ctx;
}

interface Scenery {
  picture: AnimationFrame;
  level: (at: string) => number;
  marks: ReturnType<typeof marksOf>;
  lying: Slot[];
  visible: (box: Box) => boolean;
}

function isTopmost(state: BoardState, token: Token): boolean {
  return !(state.scene.tokens ?? []).some(
    (t) => t.at === token.at && (t.layer ?? 0) > (token.layer ?? 0),
  );
}
