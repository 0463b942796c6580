/** Mouse, pen and finger: point, click, drag. */

import { continuations } from "./click-path";
import { type Drawing, toggleDrawing } from "./drawings";
import { parseCell } from "./hotspots";
import { canLiftPiece, clickSpot, type InputTarget } from "./input";
import { openChoices } from "./state";

/** The part of a board that the pointer needs. */
export interface PointerTarget extends InputTarget {
  readonly canvas: HTMLCanvasElement;
  /** The hotspot at a point of the canvas; fingers may miss a little. */
  spotAt(x: number, y: number, finger: boolean): string | null;
  /** A piece was dropped on its target, so its move needs no animation. */
  pieceDropped(): void;
}

const DRAG_THRESHOLD_PX = 6; // a longer way turns a click into a drag

interface Press {
  id: number;
  x: number;
  y: number;
  at: string;
  finger: boolean;
  /** The spot was already selected, so a click deselects it. */
  again: boolean;
  dragging: boolean;
}

export class Pointer {
  private press: Press | null = null;
  private readonly done = new AbortController();

  constructor(private readonly target: PointerTarget) {
    const { canvas } = target;
    const { signal } = this.done;
    canvas.addEventListener("pointerdown", (event) => this.handleDown(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.handleMove(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.handleUp(event), { signal });
    canvas.addEventListener("pointercancel", () => this.cancelDrag(), { signal });
    canvas.addEventListener("pointerleave", () => this.setHover(null), { signal });
    // Touching the board may scroll the page, but touching a movable piece must not.
    const options = { signal, passive: false };
    canvas.addEventListener("touchstart", (event) => this.handleTouch(event), options);
    canvas.addEventListener("contextmenu", (event) => this.handleMenu(event), { signal });
  }

  destroy(): void {
    this.done.abort();
  }

  private canvasPoint(event: PointerEvent): { x: number; y: number; finger: boolean } {
    const box = this.target.canvas.getBoundingClientRect();
    const finger = event.pointerType === "touch";
    return { x: event.clientX - box.left, y: event.clientY - box.top, finger };
  }

  private handleTouch(event: TouchEvent): void {
    const [finger, another] = event.touches;
    if (!finger || another) return;
    const box = this.target.canvas.getBoundingClientRect();
    const at = this.target.spotAt(finger.clientX - box.left, finger.clientY - box.top, true);
    if (at !== null && canLiftPiece(this.target.state, at)) event.preventDefault();
  }

  private handleDown(event: PointerEvent): void {
    const { x, y, finger } = this.canvasPoint(event);
    const at = this.target.spotAt(x, y, finger);
    const { state } = this.target;
    if (event.button === 2) {
      state.sketch = at === null ? null : { from: at, to: at };
      return;
    }
    if (event.button !== 0 || this.press) return;
    state.drawings = [];
    if (at === null) {
      this.target.redraw();
      return;
    }
    const again = state.prefix.includes(at);
    this.press = { id: event.pointerId, x, y, at, finger, again, dragging: false };
    this.target.canvas.setPointerCapture(event.pointerId);
    state.cursor = null;
    // A piece is selected at once, so that its targets show while the finger is still down.
    if (
      !again &&
      canLiftPiece(state, at) &&
      !continuations(openChoices(state), state.prefix, at).some((w) => w.choice)
    )
      clickSpot(this.target, at);
    else if (!canLiftPiece(state, at)) this.target.redraw();
  }

  private handleMove(event: PointerEvent): void {
    const { x, y, finger } = this.canvasPoint(event);
    const { press, target } = this;
    if (target.state.sketch) {
      const to = target.spotAt(x, y, finger);
      target.state.sketch = { ...target.state.sketch, to: to ?? target.state.sketch.from };
      target.redraw();
    }
    if (!press) this.setHover(finger ? null : target.spotAt(x, y, false));
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(x - press.x, y - press.y) > DRAG_THRESHOLD_PX;
    const { state } = target;
    if (far && !press.dragging && state.prefix.includes(press.at) && canLiftPiece(state, press.at))
      press.dragging = true;
    if (press.dragging) state.drag = { from: press.at, x, y };
    const small = press.finger && state.layout.unit < 40;
    state.finger = small && (far || press.dragging) ? { x, y } : null;
    state.hover = target.spotAt(x, y, finger);
    target.redraw();
  }

  private handleUp(event: PointerEvent): void {
    const { press, target } = this;
    if (event.button === 2 && target.state.sketch) {
      this.keepSketch(target.state.sketch);
      return;
    }
    if (!press || event.pointerId !== press.id) return;
    const { x, y, finger } = this.canvasPoint(event);
    const { state } = target;
    const { dragging, again } = press;
    const at = target.spotAt(x, y, finger);
    this.press = null;
    state.drag = null;
    state.finger = null;
    if (finger) state.hover = null;
    if (dragging) {
      if (at !== null && at !== press.at) {
        target.pieceDropped();
        clickSpot(target, at);
      }
    } else if (at !== null) this.handleClick(at, press.at, again);
    target.redraw();
  }

  /** A click without a drag: do what pressing the button has not done yet. */
  private handleClick(at: string, pressed: string, again: boolean): void {
    const { state } = this.target;
    const taken = at === pressed && state.prefix[state.prefix.length - 1] === at;
    if (taken && !again) return;
    clickSpot(this.target, at);
  }

  /** End a drag without a move. */
  cancelDrag(): void {
    this.press = null;
    this.target.state.drag = null;
    this.target.state.finger = null;
    this.target.redraw();
  }

  private setHover(at: string | null): void {
    const { state } = this.target;
    if (state.hover === at) return;
    state.hover = at;
    this.target.redraw();
  }

  /** Keep an arrow or a circle, or remove the same one. */
  private keepSketch(sketch: Drawing): void {
    const { state } = this.target;
    state.sketch = null;
    if (parseCell(sketch.from) && parseCell(sketch.to))
      state.drawings = toggleDrawing(state.drawings, sketch);
    this.target.redraw();
  }

  /** The right button draws on the board; a finger that rests on a cell draws a circle. */
  private handleMenu(event: Event): void {
    event.preventDefault();
    if (!this.press?.finger || this.press.dragging) return;
    const { at } = this.press;
    this.cancelDrag();
    this.keepSketch({ from: at, to: at });
  }
}
