/** Pop-ups over the board: a sentence at a cell, and a menu of moves that share a target. */

import { t } from "../strings";
import type { Box } from "./layout";
import type { Size } from "./placement";

export interface MoveOption {
  label: string;
  take(): void;
}

export class Bubble {
  private readonly sentence = document.createElement("div");
  private readonly question = document.createElement("div");
  private timer = 0;
  private returnTo: HTMLElement | null = null;

  constructor(
    private readonly stage: HTMLElement,
    private readonly onSentence: () => void = () => {},
  ) {
    this.sentence.className = "board-bubble";
    this.sentence.hidden = true;
    this.question.className = "board-question";
    this.question.setAttribute("role", "dialog");
    this.question.setAttribute("aria-label", t.board.which);
    this.question.hidden = true;
    this.question.addEventListener("keydown", (event) => this.handleKey(event));
  }

  /** The elements to place over the board. */
  get parts(): HTMLElement[] {
    return [this.sentence, this.question];
  }

  get asking(): boolean {
    return !this.question.hidden;
  }

  /** Whether a sentence is shown. */
  get talking(): boolean {
    return !this.sentence.hidden;
  }

  showSentence(text: string, box: Box | null): void {
    clearTimeout(this.timer);
    this.sentence.textContent = text;
    this.sentence.hidden = !text;
    this.placeElement(this.sentence, box);
    this.onSentence();
    this.timer = window.setTimeout(() => this.hideSentence(), 2200 + text.length * 45);
  }

  hideSentence(): void {
    clearTimeout(this.timer);
    if (this.sentence.hidden) return;
    this.sentence.hidden = true;
    this.onSentence();
  }

  showQuestion(answers: readonly MoveOption[], box: Box | null): void {
    this.hideSentence();
    this.returnTo = document.activeElement as HTMLElement | null;
    this.question.replaceChildren(
      ...answers.map(({ label, take }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", () => {
          this.closeQuestion();
          take();
        });
        return button;
      }),
    );
    this.question.hidden = false;
    this.placeElement(this.question, box);
    (this.question.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true });
  }

  closeQuestion(): boolean {
    if (this.question.hidden) return false;
    const inside = this.question.contains(document.activeElement);
    this.question.hidden = true;
    if (inside) this.returnTo?.focus({ preventScroll: true });
    return true;
  }

  private handleKey(event: KeyboardEvent): void {
    const buttons = [...this.question.children] as HTMLElement[];
    const now = buttons.indexOf(document.activeElement as HTMLElement);
    const turn = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.closeQuestion();
    else if (turn) buttons[(now + turn + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Place an element above the cell, or below it if there is no room; never off the stage. */
  private placeElement(what: HTMLElement, box: Box | null): void {
    const { clientWidth: w, clientHeight: h } = this.stage;
    const size = { w: what.offsetWidth, h: what.offsetHeight };
    const placed = placeBubble(size, box ?? { x: w / 2, y: h * 0.2, w: 0, h: 0 }, { w, h });
    what.style.left = `${placed.x}px`;
    what.style.top = `${placed.y}px`;
    what.style.setProperty("--tip", `${placed.tip}px`);
    what.classList.toggle("below", placed.below);
    what.classList.toggle("nowhere", box === null);
  }
}

const STAGE_MARGIN_PX = 4; // between a bubble and the edge of the stage
const TIP_MARGIN_PX = 16; // the tip stays clear of the round corners
const TIP_GAP_PX = 8; // between a bubble and its cell

/** The place of a bubble: its middle and top, and the tip's distance from its left edge. */
export function placeBubble(
  size: Size,
  cell: Box,
  stage: Size,
): { x: number; y: number; tip: number; below: boolean } {
  const half = size.w / 2;
  const middle = cell.x + cell.w / 2;
  const x = clamp(middle, half + STAGE_MARGIN_PX, stage.w - half - STAGE_MARGIN_PX);
  const above = cell.y - size.h - TIP_GAP_PX;
  const below = above <= 0;
  const lowest = stage.h - size.h - STAGE_MARGIN_PX;
  const y = below ? Math.min(lowest, cell.y + cell.h + TIP_GAP_PX) : Math.min(lowest, above);
  // The bubble may be pushed away from its cell; its tip stays over the cell.
  const tip = clamp(middle - (x - half), TIP_MARGIN_PX, size.w - TIP_MARGIN_PX);
  return { x, y, tip, below };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
