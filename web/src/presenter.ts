/** Decides what the board shows: queues views, delays bots' moves, shows the past on request. */

import { batch, signal } from "@preact/signals";
import type { Event, Scene, View } from "./protocol";

/** The part of a board that the presenter needs. */
export interface BoardDisplay {
  showScene(
    scene: Scene,
    how: { steps?: readonly Event[]; animate?: boolean; last?: readonly string[] },
  ): Promise<void>;
}

interface QueuedView {
  view: View;
  bot: boolean;
  animate: boolean;
}

/** A scene for watchers, who have nothing to press. */
export function withoutButtons(scene: Scene): Scene {
  return { ...scene, buttons: [] };
}

/** The cells that the last move touched. */
export function lastMoveSpots(steps: readonly Event[] | undefined): string[] {
  const touched = new Set<string>();
  for (const step of steps ?? []) {
    const shot = step.kind === "beam" && !touched.size; // a shot that is the whole move
    if (step.kind === "erupt" || (step.kind === "beam" && !shot)) break;
    if (step.kind === "move" || step.kind === "strike" || shot) {
      if (step.at) touched.add(step.at);
      if (step.to) touched.add(step.to);
    } else if (step.kind === "change" && step.at) touched.add(step.at);
    else if (step.kind === "place" && step.to) touched.add(step.to);
    else if (step.kind === "raise" && step.at) touched.add(step.at);
    if (shot) break;
  }
  return [...touched];
}

/** After a reconnect another position may have the same ply: a move was replaced meanwhile. */
function isSamePosition(before: View | null, view: View): boolean {
  if (before?.game !== view.game || before.ply !== view.ply) return false;
  return JSON.stringify(before.scene) === JSON.stringify(view.scene);
}

const MAX_ANIMATED_QUEUE = 2; // a longer queue is shown without animation

export class Presenter {
  /** The current view; the board shows it unless `past` is set. */
  readonly shown = signal<View | null>(null);
  /** The past ply that the board shows. */
  readonly past = signal<number | null>(null);
  private display: BoardDisplay | null = null;
  private queue: QueuedView[] = [];
  private running = false;
  private shownAtMs = 0;

  constructor(
    private readonly botDelayMs: () => number,
    private readonly wait: (ms: number) => Promise<void> = (ms) =>
      new Promise((done) => setTimeout(done, ms)),
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Attach a board and show the current view on it. */
  attachBoard(screen: BoardDisplay | null): void {
    this.display = screen;
    const view = this.shown.value;
    if (screen && view)
      void screen.showScene(view.scene, { animate: false, last: lastMoveSpots(view.steps) });
  }

  /** Queue a view; a view of another game or of an earlier ply replaces the queue. */
  enqueueView(view: View, bot: boolean, animate: boolean): void {
    const latest = this.queue.at(-1)?.view ?? this.shown.value;
    const goesOn = latest && latest.game === view.game && view.ply > latest.ply;
    if (!goesOn) this.queue = [];
    this.queue.push({ view, bot: bot && !!goesOn, animate: animate && !!goesOn });
    if (!this.running) void this.drainQueue();
  }

  /** Show a past ply, or the current view for null. */
  async showPly(ply: number | null, scene?: Scene, steps?: readonly Event[], forward = false) {
    this.past.value = ply;
    const at = ply === null ? this.shown.value : null;
    const seen = at?.scene ?? scene;
    const led = at?.steps ?? steps;
    if (!seen || !this.display) return;
    const how = forward && led ? { steps: led, animate: true } : { animate: false };
    await this.display.showScene(seen, { ...how, last: lastMoveSpots(led) });
  }

  private async drainQueue(): Promise<void> {
    this.running = true;
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      const rest = this.shownAtMs + this.botDelayMs() - this.clock();
      if (item.bot && rest > 0) {
        await this.wait(rest);
        // If a move was taken back during the wait, a newer view is queued.
        if (this.queue[0] && this.queue[0].view.ply <= item.view.ply) continue;
      }
      await this.showView(item);
      this.shownAtMs = this.clock();
    }
    this.running = false;
  }

  private async showView({ view, animate }: QueuedView): Promise<void> {
    const before = this.shown.value;
    const { past } = this;
    // A past position of another game, or of a move that was taken back, exists no longer.
    const gone = past.value !== null && (before?.game !== view.game || view.ply <= past.value);
    const steps = animate && this.queue.length <= MAX_ANIMATED_QUEUE ? view.steps : undefined;
    const how = steps ? { steps, animate: true } : { animate: false };
    let showing: Promise<void> | undefined;
    // The board shows the scene before it gets the choices of it, which a premove may answer.
    batch(() => {
      this.shown.value = view;
      if (gone) past.value = null;
      if (past.value !== null || (!gone && !steps && isSamePosition(before, view))) return;
      showing = this.display?.showScene(view.scene, { ...how, last: lastMoveSpots(view.steps) });
    });
    await showing;
  }
}
