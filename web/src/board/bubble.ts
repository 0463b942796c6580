/** Pop-ups over the board: a sentence at a cell, and a menu of moves that share a target. */

import { t } from "../strings";
import type { Box } from "./layout";

export interface MoveOption {
  label: string;
  take(): void;
}

export class Bubble {
  private readonly sentence = document.createElement("div");
  private readonly question = document.createElement("div");
  private timer = 0;
  private returnTo: HTMLElement | null = null;

  constructor(private readonly stage: HTMLElement) {
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

  showSentence(text: string, box: Box | null): void {
    clearTimeout(this.timer);
    this.sentence.textContent = text;
    this.sentence.hidden = !text;
    this.placeElement(this.sentence, box);
    this.timer = window.setTimeout(() => this.hideSentence(), 2200 + text.length * 45);
  }

  hideSentence(): void {
    clearTimeout(this.timer);
    this.sentence.hidden = true;
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
    const at = box ?? { x: w / 2, y: h * 0.2, w: 0, h: 0 };
    const half = what.offsetWidth / 2;
    const x = Math.max(half + 4, Math.min(w - half - 4, at.x + at.w / 2));
    const above = at.y - what.offsetHeight - 8;
    const y = above > 0 ? above : Math.min(h - what.offsetHeight - 4, at.y + at.h + 10);
    what.style.left = `${x}px`;
    what.style.top = `${y}px`;
    what.classList.toggle("below", above <= 0);
  }
}
