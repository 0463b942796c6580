/** Draws the board frame by frame: one request at a time, and only the part that changed. */

import type { Token } from "../protocol";
import { damagedArea } from "./damage";
import { Painter } from "./painter";
import type { Playback } from "./playback";
import type { BoardState } from "./state";
import { stillFrame } from "./timeline";
import type { Slot } from "./tray-slots";

export class Renderer {
  readonly canvas = document.createElement("canvas");
  private readonly painter = new Painter(this.canvas);
  /** A small picture draws its sprites in slices before its first frame; a board does not wait. */
  private prepared = false;
  private frame = 0;
  /** The whole canvas must be drawn, not only the parts that an animation changes. */
  private whole = true;

  constructor(
    private readonly state: BoardState,
    private readonly playback: Playback,
    private readonly slots: () => readonly Slot[],
    private readonly picture: boolean,
  ) {
    this.canvas.setAttribute("aria-hidden", "true");
  }

  /** Start over with another size or other colours. */
  resize(width: number, height: number): void {
    this.painter.reset(width, height);
    this.prepared = !this.picture;
    this.redraw();
  }

  /** Draw the whole board in the next frame. */
  redraw(): void {
    this.whole = true;
    this.requestFrame();
  }

  /** Draw in this frame: a request from a resize observer would come one frame too late. */
  redrawNow(): void {
    if (this.prepared) this.paintFrame();
  }

  drawStackFan(pile: readonly Token[]): HTMLCanvasElement {
    return this.painter.drawStackFan(this.state, pile);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.painter.destroy();
  }

  private requestFrame(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paintFrame());
  }

  private paintFrame(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { state, playback } = this;
    if (!state.scene.grids.length) return;
    const moving = playback.currentFrame();
    const frame = moving ?? stillFrame(state.scene);
    if (!this.prepared) {
      this.prepared = this.painter.prepare(state, frame);
      this.requestFrame();
      return;
    }
    const partial = moving && !this.whole;
    this.whole = false;
    const area = partial ? damagedArea(state.layout, this.slots(), playback.touchedBeats) : null;
    this.painter.draw(state, frame, area);
    if (playback.running) this.requestFrame();
  }
}
