/** The board for screen readers and keyboards: an ARIA grid of focusable cells over the canvas. */

import { t } from "../strings";
import { describeCell, describeToken, indexScene } from "./descriptions";
import { cellSpot } from "./hotspots";
import { cellBox, type Layout } from "./layout";
import { marksOf } from "./marks";
import type { BoardState } from "./state";
import type { Slot } from "./tray-slots";

export interface CellListener {
  focused(at: string | null): void;
  clicked(at: string): void;
}

export class AriaGrid {
  readonly root = document.createElement("div");
  private readonly live = document.createElement("div");
  private readonly cells = new Map<string, HTMLElement>();
  private readonly trays = new Map<string, HTMLElement>();
  private shape = "";
  /** The cell of each grid that Tab reaches. */
  private readonly tabStops = new Map<string, string>();

  constructor(private readonly listener: CellListener) {
    this.root.className = "board-cells";
    this.live.className = "board-live";
    this.live.setAttribute("role", "status");
    this.live.setAttribute("aria-live", "polite");
    this.root.addEventListener("focusin", (event) => this.handleFocus(event.target as HTMLElement));
    this.root.addEventListener("focusout", () => listener.focused(null));
    this.root.addEventListener("click", (event) => {
      const at = (event.target as HTMLElement).dataset.at;
      if (at) listener.clicked(at);
    });
  }

  get liveRegion(): HTMLElement {
    return this.live;
  }

  announce(text: string): void {
    // A screen reader does not repeat an unchanged text.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  private handleFocus(target: HTMLElement): void {
    const at = target.dataset.at;
    if (!at) return;
    this.setTabStop(at);
    this.listener.focused(target.matches(":focus-visible") ? at : null);
  }

  /** Make this cell the one of its grid that Tab reaches. */
  setTabStop(at: string): void {
    const cell = this.cells.get(at);
    if (!cell) return;
    const grid = at.slice(0, at.indexOf(":"));
    const before = this.tabStops.get(grid);
    if (before) this.cells.get(before)?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    this.tabStops.set(grid, at);
  }

  focusCell(at: string): boolean {
    const cell = this.cells.get(at);
    cell?.focus({ preventScroll: true });
    return cell !== undefined;
  }

  update(state: BoardState, lying: readonly Slot[]): void {
    this.buildGrids(state);
    const known = indexScene(state);
    const { chosen } = marksOf(state);
    for (const [at, cell] of this.cells) {
      setIfChanged(cell, "aria-label", describeCell(state, known, at));
      setIfChanged(cell, "aria-selected", String(chosen.has(at)));
    }
    this.updateTrays(state, lying, known.next);
  }

  private buildGrids(state: BoardState): void {
    const shape = JSON.stringify([state.scene.grids, state.layout.flipped]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.cells.clear();
    this.trays.clear();
    this.tabStops.clear();
    this.root.replaceChildren();
    for (const grid of state.scene.grids) {
      const table = roleElement("div", "grid", grid.over ? t.board.sky : t.board.board);
      table.dataset.grid = grid.id;
      for (let i = 0; i < grid.rows; i++) {
        const row = roleElement("div", "row");
        for (let j = 0; j < grid.cols; j++) {
          const at = state.layout.flipped
            ? cellSpot(grid.id, grid.rows - 1 - i, grid.cols - 1 - j)
            : cellSpot(grid.id, i, j);
          const cell = roleElement("div", "gridcell");
          cell.tabIndex = -1;
          cell.dataset.at = at;
          this.cells.set(at, cell);
          row.append(cell);
        }
        table.append(row);
      }
      this.root.append(table);
      this.setTabStop(cellSpot(grid.id, state.layout.flipped ? 0 : grid.rows - 1, 0));
    }
  }

  /** Place the elements over the drawn cells, so that exploring by touch finds them. */
  placeCells(layout: Layout): void {
    for (const [at, cell] of this.cells) {
      const box = cellBox(layout, at);
      if (!box) continue;
      cell.style.left = `${box.x}px`;
      cell.style.top = `${box.y}px`;
      cell.style.width = `${box.w}px`;
      cell.style.height = `${box.h}px`;
    }
  }

  private updateTrays(state: BoardState, lying: readonly Slot[], next: Map<string, unknown>): void {
    for (const { tray } of state.layout.trays) {
      let group = this.trays.get(tray.id);
      if (!group) {
        group = roleElement("div", "group");
        this.trays.set(tray.id, group);
        this.root.append(group);
      }
      const here = lying.filter((slot) => slot.spots[0]?.startsWith(`${tray.id}:`));
      const words = ({ tokens: [token, ...others] }: Slot) =>
        token ? t.board.several(others.length + 1, describeToken(token, state.names)) : "";
      const label = [tray.label, tray.note].filter(Boolean).join(", ");
      setIfChanged(group, "aria-label", t.board.tray(label, here.map(words).join(", ")));
      // Equal pieces of several groups share a hotspot, and need one button.
      const able = here.filter(
        (slot, i) =>
          slot.spots.some((at) => next.has(at) || state.prefix.includes(at)) &&
          here.findIndex((other) => other.spots[0] === slot.spots[0]) === i,
      );
      this.updateSlots(group, able, words, next);
    }
  }

  private updateSlots(
    group: HTMLElement,
    able: readonly Slot[],
    words: (slot: Slot) => string,
    next: Map<string, unknown>,
  ): void {
    const wanted = able.map(
      (slot) => slot.spots.find((at) => next.has(at)) ?? (slot.spots[0] as string),
    );
    const there = [...group.children].map((child) => (child as HTMLElement).dataset.at);
    if (wanted.join() !== there.join())
      group.replaceChildren(
        ...wanted.map((at) => {
          const button = document.createElement("button");
          button.type = "button";
          button.dataset.at = at;
          return button;
        }),
      );
    able.forEach((slot, i) => {
      const button = group.children[i] as HTMLElement;
      setIfChanged(button, "aria-label", words(slot));
      button.style.left = `${slot.x}px`;
      button.style.top = `${slot.y}px`;
      button.style.width = `${slot.w}px`;
      button.style.height = `${slot.h}px`;
    });
  }
}

function roleElement(tag: string, role: string, label?: string): HTMLElement {
  const made = document.createElement(tag);
  made.setAttribute("role", role);
  if (label) made.setAttribute("aria-label", label);
  return made;
}

function setIfChanged(target: HTMLElement, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
