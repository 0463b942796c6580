/** The tooltip of a cell: the name of its piece, or its stack side by side. */

import type { Token } from "../protocol";
import { nextTargets } from "./click-path";
import { unionBox } from "./damage";
import { describeToken } from "./descriptions";
import { hotspotBox } from "./hit-test";
import { type Box, cellBox } from "./layout";
import { placePanel, type Size } from "./placement";
import { effectsOf } from "./preview";
import { groupStacks, stackSpacing } from "./stack";
import { type BoardState, clickTargets, openChoices } from "./state";
import type { Slot } from "./tray-slots";

const PIECE_OVERHANG = 0.3; // height of a piece above the back of its cell, in cells
const MAX_DISTANCE_CELLS = 2; // a tooltip further away would not show its piece

export class Tooltip {
  readonly root = document.createElement("div");

  constructor(private readonly drawFan: (pile: readonly Token[]) => HTMLCanvasElement) {
    this.root.className = "board-tooltip";
    // Screen readers read the cells, which describe their pieces.
    this.root.setAttribute("aria-hidden", "true");
    this.root.hidden = true;
  }

  /** Show the tooltip of a cell; hide it if the cell is empty or no place is free. */
  update(state: BoardState, lying: readonly Slot[], at: string | null): void {
    this.root.hidden = true;
    const pile = (at && groupStacks(state.scene.tokens ?? []).get(at)) || [];
    const [only] = pile;
    if (!at || !only) return;
    this.root.replaceChildren(
      pile.length === 1 ? describeToken(only, state.names) : this.drawFan(pile),
    );
    this.root.hidden = false;
    const size = { w: this.root.offsetWidth, h: this.root.offsetHeight };
    const panel = placeTooltip(state, lying, at, pile.length, size);
    this.root.hidden = !panel;
    if (!panel) return;
    this.root.style.left = `${panel.x}px`;
    this.root.style.top = `${panel.y}px`;
  }
}

/** Place a tooltip beside a cell, not over it, its effects or a target of the selected piece. */
export function placeTooltip(
  state: BoardState,
  lying: readonly Slot[],
  at: string,
  height: number,
  size: Size,
): Box | null {
  const { layout } = state;
  const cell = hotspotArea(state, lying, at);
  if (!cell) return null;
  const up = (PIECE_OVERHANG + stackSpacing(height) * (height - 1)) * layout.unit;
  const piece = { ...cell, y: cell.y - up, h: cell.h + up };
  const areas = (spots: Iterable<string>) =>
    [...spots].flatMap((each) => hotspotArea(state, lying, each) ?? []);
  const now = areas(clickTargets(state).keys());
  const following = areas(nextTargets(openChoices(state), [at]).keys());
  const touched = effectsOf(state, at).flatMap((step) => [step.at, step.to]);
  const effects = areas(touched.filter((spot) => typeof spot === "string"));
  const kept = [piece, ...effects, ...(state.prefix.length ? now : following)];
  const stage = { w: layout.width, h: layout.height };
  const furthest = MAX_DISTANCE_CELLS * layout.unit;
  return (
    placePanel(size, piece, [...kept, ...now, ...following], stage, furthest) ??
    placePanel(size, piece, kept, stage, furthest)
  );
}

/** The whole area of a cell, from its foot to its top, or a slot of a tray. */
function hotspotArea(state: BoardState, lying: readonly Slot[], at: string): Box | null {
  return unionBox(hotspotBox(state, lying, at), cellBox(state.layout, at));
}
