/** Who points at the same cell for a while is shown what stands there. */

const PATIENCE = 450; // milliseconds

export class Look {
  private at: string | null = null;
  private timer = 0;

  constructor(private readonly show: (at: string | null) => void) {}

  /** Somebody points there now, or nowhere. */
  point(at: string | null): void {
    if (at === this.at) return;
    this.at = at;
    this.show(null);
    clearTimeout(this.timer);
    if (at !== null) this.timer = window.setTimeout(() => this.show(at), PATIENCE);
  }

  destroy(): void {
    clearTimeout(this.timer);
  }
}
