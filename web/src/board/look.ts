/** Who points at the same cell for a while is shown what stands there. */

const PATIENCE = 450; // milliseconds

export class Look {
  /** The cell that is looked at by now. */
  shown: string | null = null;
  private at: string | null = null;
  private timer = 0;

  constructor(private readonly changed: () => void) {}

  /** Somebody points there now, or nowhere. */
  point(at: string | null): void {
    if (at === this.at) return;
    this.at = at;
    if (this.shown !== null) this.show(null);
    clearTimeout(this.timer);
    if (at !== null) this.timer = window.setTimeout(() => this.show(at), PATIENCE);
  }

  private show(at: string | null): void {
    this.shown = at;
    this.changed();
  }

  destroy(): void {
    clearTimeout(this.timer);
  }
}
