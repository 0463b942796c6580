/** Who points at the same cell for a while is shown what stands there. */

const HOVER_DELAY_MS = 450; // milliseconds

export class HoverDelay {
  /** The cell that is looked at by now. */
  shown: string | null = null;
  private at: string | null = null;
  private timer = 0;

  constructor(private readonly changed: () => void) {}

  /** Somebody points there now, or nowhere. */
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
