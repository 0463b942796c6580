/** Delays the tooltip until the pointer has rested on one cell for a while. */

const HOVER_DELAY_MS = 450;

export class HoverDelay {
  /** The cell whose tooltip is shown. */
  shown: string | null = null;
  private at: string | null = null;
  private timer = 0;

  constructor(private readonly changed: () => void) {}

  /** The pointer is on this cell now, or on none. */
  pointAt(at: string | null): void {
    if (at === this.at) return;
    this.at = at;
    if (this.shown !== null) this.setShown(null);
    clearTimeout(this.timer);
    if (at !== null) this.timer = window.setTimeout(() => this.setShown(at), HOVER_DELAY_MS);
  }

  private setShown(at: string | null): void {
    this.shown = at;
    this.changed();
  }

  destroy(): void {
    clearTimeout(this.timer);
  }
}
