/** Mouse, pen and finger: point, click, drag. */

import { ways } from "./choose";
import { canLift, type Desk, tap } from "./input";
import { open } from "./state";

/** What a pointer needs to know of the board. */
export interface Ground extends Desk {
  readonly canvas: HTMLCanvasElement;
  /** The hotspot at a point of the canvas; generous to fingers. */
  spotAt(x: number, y: number, finger: boolean): string | null;
  redraw(): void;
  /** A move ended by letting a piece go there: it need not be shown again. */
  dropped(): void;
}

const SLACK = 6; // pixels before a click becomes a drag

interface Press {
  id: number;
  x: number;
  y: number;
  at: string;
  finger: boolean;
  /** It was chosen before, so that a mere click lets go of it. */
  again: boolean;
  dragging: boolean;
}

export class Pointer {
  private press: Press | null = null;
  private readonly done = new AbortController();

  constructor(private readonly ground: Ground) {
    const { canvas } = ground;
    const { signal } = this.done;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.up(event), { signal });
    canvas.addEventListener("pointercancel", () => this.cancel(), { signal });
    canvas.addEventListener("pointerleave", () => this.point(null), { signal });
    // A page may be scrolled by its board, but not by a piece that is about to be dragged.
    const options = { signal, passive: false };
    canvas.addEventListener("touchstart", (event) => this.touch(event), options);
    canvas.addEventListener("contextmenu", (event) => this.menu(event), { signal });
  }

  destroy(): void {
    this.done.abort();
  }

  private where(event: PointerEvent): { x: number; y: number; finger: boolean } {
    const box = this.ground.canvas.getBoundingClientRect();
    const finger = event.pointerType === "touch";
    return { x: event.clientX - box.left, y: event.clientY - box.top, finger };
  }

  private touch(event: TouchEvent): void {
    const [finger, another] = event.touches;
    if (!finger || another) return;
    const box = this.ground.canvas.getBoundingClientRect();
    const at = this.ground.spotAt(finger.clientX - box.left, finger.clientY - box.top, true);
    if (at !== null && canLift(this.ground.state, at)) event.preventDefault();
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.press) return;
    const { x, y, finger } = this.where(event);
    const at = this.ground.spotAt(x, y, finger);
    if (at === null) return;
    const { state } = this.ground;
    const again = state.prefix.includes(at);
    this.press = { id: event.pointerId, x, y, at, finger, again, dragging: false };
    this.ground.canvas.setPointerCapture(event.pointerId);
    state.cursor = null;
    // A piece is taken up at once, so that its targets show while the finger is still down.
    if (!again && canLift(state, at) && !ways(open(state), state.prefix, at).some((w) => w.choice))
      tap(this.ground, at);
    else if (!canLift(state, at)) this.ground.redraw();
  }

  private move(event: PointerEvent): void {
    const { x, y, finger } = this.where(event);
    const { press, ground } = this;
    if (!press) this.point(finger ? null : ground.spotAt(x, y, false));
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(x - press.x, y - press.y) > SLACK;
    const { state } = ground;
    if (far && !press.dragging && state.prefix.includes(press.at) && canLift(state, press.at))
      press.dragging = true;
    if (press.dragging) state.drag = { from: press.at, x, y };
    const small = press.finger && state.layout.unit < 40;
    state.finger = small && (far || press.dragging) ? { x, y } : null;
    state.hover = ground.spotAt(x, y, finger);
    ground.redraw();
  }

  private up(event: PointerEvent): void {
    const { press, ground } = this;
    if (!press || event.pointerId !== press.id) return;
    const { x, y, finger } = this.where(event);
    const { state } = ground;
    const { dragging, again } = press;
    const at = ground.spotAt(x, y, finger);
    this.press = null;
    state.drag = null;
    state.finger = null;
    if (finger) state.hover = null;
    if (dragging) {
      if (at !== null && at !== press.at) {
        ground.dropped();
        tap(ground, at);
      }
    } else if (at !== null) this.click(at, press.at, again);
    ground.redraw();
  }

  /** Without a drag: what was not done when the button went down. */
  private click(at: string, pressed: string, again: boolean): void {
    const { state } = this.ground;
    const taken = at === pressed && state.prefix[state.prefix.length - 1] === at;
    if (taken && !again) return;
    tap(this.ground, at);
  }

  /** Drop a drag without a move. */
  cancel(): void {
    this.press = null;
    this.ground.state.drag = null;
    this.ground.state.finger = null;
    this.ground.redraw();
  }

  private point(at: string | null): void {
    const { state } = this.ground;
    if (state.hover === at) return;
    state.hover = at;
    this.ground.redraw();
  }

  private menu(event: Event): void {
    if (this.ground.state.drag || this.press?.finger) event.preventDefault();
  }
}
