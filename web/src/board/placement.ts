/** Places a panel near a cell without covering anything that must stay visible. */

import { overlaps } from "./damage";
import type { Box } from "./layout";

export interface Size {
  w: number;
  h: number;
}

const PANEL_GAP_PX = 6; // between a panel and an obstacle
const STAGE_MARGIN_PX = 3; // between a panel and the edge of the stage

type Side = "above" | "below" | "left" | "right";
const SIDES: readonly Side[] = ["above", "below", "left", "right"];

/**
 * The nearest free place beside a box, above it rather than below, below rather than at a side;
 * null if there is none within `furthest` pixels.
 */
export function placePanel(
  size: Size,
  beside: Box,
  obstacles: readonly Box[],
  stage: Size,
  furthest: number,
): Box | null {
  let nearest: Box | null = null;
  let least = furthest;
  for (const side of SIDES) {
    const start = moveBeside(centrePanel(size, beside, stage), beside, side);
    const panel = clearObstacles(start, obstacles, side);
    const way = Math.abs(panel.x - start.x) + Math.abs(panel.y - start.y);
    if (!fitsStage(panel, stage) || (nearest ? way >= least : way > least)) continue;
    nearest = panel;
    least = way;
  }
  return nearest;
}

/** Centre a panel on a box, inside the margins of the stage. */
function centrePanel({ w, h }: Size, beside: Box, stage: Size): Box {
  const within = (at: number, most: number) =>
    Math.max(STAGE_MARGIN_PX, Math.min(most - STAGE_MARGIN_PX, at));
  const x = within(beside.x + beside.w / 2 - w / 2, stage.w - w);
  const y = within(beside.y + beside.h / 2 - h / 2, stage.h - h);
  return { x, y, w, h };
}

function moveBeside(panel: Box, box: Box, side: Side): Box {
  if (side === "above") return { ...panel, y: box.y - panel.h - PANEL_GAP_PX };
  if (side === "below") return { ...panel, y: box.y + box.h + PANEL_GAP_PX };
  if (side === "left") return { ...panel, x: box.x - panel.w - PANEL_GAP_PX };
  return { ...panel, x: box.x + box.w + PANEL_GAP_PX };
}

/** Move a panel in one direction until it covers nothing; every step passes one obstacle. */
function clearObstacles(start: Box, obstacles: readonly Box[], side: Side): Box {
  let panel = start;
  for (;;) {
    const hit = obstacles.find((obstacle) => overlaps(panel, obstacle));
    if (!hit) return panel;
    panel = moveBeside(panel, hit, side);
  }
}

function fitsStage({ x, y, w, h }: Box, stage: Size): boolean {
  return x >= 0 && y >= 0 && x + w <= stage.w && y + h <= stage.h;
}
