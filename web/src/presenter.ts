/** What the board shows when: views one after another, bots' not too soon, the past on request. */

import { signal } from "@preact/signals";
import type { Event, Scene, View } from "./protocol";

/** The part of a board that is needed here. */
export interface Screen {
  show(
    scene: Scene,
    how: { steps?: readonly Event[]; animate?: boolean; last?: readonly string[] },
  ): Promise<void>;
}

interface Item {
  view: View;
  bot: boolean;
  animate: boolean;
}

/** Cells that the last move touched, to be marked. */
export function marks(steps: readonly Event[] | undefined): string[] {
  const touched = new Set<string>();
  for (const step of steps ?? []) {
    if (step.kind === "erupt") break;
    if (step.kind === "move" || step.kind === "strike") {
      if (step.at) touched.add(step.at);
      if (step.to) touched.add(step.to);
    } else if (step.kind === "place" && step.to) touched.add(step.to);
    else if (step.kind === "raise" && step.at) touched.add(step.at);
  }
  return [...touched];
}

const HURRY = 2; // views that wait, above which none is animated

export class Presenter {
  /** The view on the board, or the one that the past hides. */
  readonly shown = signal<View | null>(null);
  /** The ply that is looked back at. */
  readonly past = signal<number | null>(null);
  private screen: Screen | null = null;
  private queue: Item[] = [];
  private running = false;
  private since = 0;

  constructor(
    private readonly delay: () => number,
    private readonly wait: (ms: number) => Promise<void> = (ms) =>
      new Promise((done) => setTimeout(done, ms)),
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** A board is there; it shows at once how things stand. */
  attach(screen: Screen | null): void {
    this.screen = screen;
    const view = this.shown.value;
    if (screen && view) void screen.show(view.scene, { animate: false, last: marks(view.steps) });
  }

  /** Show this after what waits; a view of another game or an earlier ply comes at once. */
  push(view: View, bot: boolean, animate: boolean): void {
    const latest = this.queue.at(-1)?.view ?? this.shown.value;
    const goesOn = latest && latest.game === view.game && view.ply > latest.ply;
    if (!goesOn) this.queue = [];
    this.queue.push({ view, bot: bot && !!goesOn, animate: animate && !!goesOn });
    if (!this.running) void this.run();
  }

  /** Look at the past, or with null at the present again. */
  async look(ply: number | null, scene?: Scene, steps?: readonly Event[], forward = false) {
    this.past.value = ply;
    const at = ply === null ? this.shown.value : null;
    const seen = at?.scene ?? scene;
    const led = at?.steps ?? steps;
    if (!seen || !this.screen) return;
    const how = forward && led ? { steps: led, animate: true } : { animate: false };
    await this.screen.show(seen, { ...how, last: marks(led) });
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      const rest = this.since + this.delay() - this.clock();
      if (item.bot && rest > 0) {
        await this.wait(rest);
        // Meanwhile a move may have been taken back: what waits now is newer.
        if (this.queue[0] && this.queue[0].view.ply <= item.view.ply) continue;
      }
      await this.put(item);
      this.since = this.clock();
    }
    this.running = false;
  }

  private async put({ view, animate }: Item): Promise<void> {
    const same = this.shown.value?.game === view.game && this.shown.value.ply === view.ply;
    this.shown.value = view;
    if (this.past.value !== null || !this.screen) return;
    const steps = animate && this.queue.length <= HURRY ? view.steps : undefined;
    const how = steps ? { steps, animate: true } : { animate: false };
    if (same && !steps) return;
    await this.screen.show(view.scene, { ...how, last: marks(view.steps) });
  }
}
