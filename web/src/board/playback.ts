/** A timeline while it runs, with its sounds. */

import { type SoundName, sounds } from "../sound";
import { at, type Beat, type Picture, type Timeline } from "./animate";

const SOUND: Record<string, SoundName> = {
  move: "move",
  capture: "capture",
  remove: "capture",
  raise: "raise",
  erupt: "erupt",
  strike: "strike",
  place: "place",
  change: "change",
};

const PATIENCE = 500; // milliseconds

export class Playback {
  private timeline: Timeline | null = null;
  private began = 0;
  private heard = 0;
  private seen = 0;
  private timer = 0;
  private finish: (() => void) | null = null;

  /** What went on between the last two moments. */
  touched: Beat[] = [];

  constructor(private readonly audible: () => boolean) {}

  get running(): boolean {
    return this.timeline !== null;
  }

  /** Resolves when all is over; `skipped` milliseconds were seen already. */
  start(timeline: Timeline, skipped: number): Promise<void> {
    this.settle();
    this.timeline = timeline;
    this.began = performance.now() - skipped;
    this.heard = 0;
    this.seen = 0;
    // A page that is hidden gets no frames, and yet what waits for the end must go on.
    this.timer = window.setTimeout(() => this.settle(), timeline.total - skipped + PATIENCE);
    return new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** What is to be seen now; nothing when all is over. */
  moment(): Picture | null {
    const { timeline } = this;
    if (!timeline) return null;
    const time = performance.now() - this.began;
    for (; this.heard < timeline.beats.length; this.heard++) {
      const beat = timeline.beats[this.heard];
      if (!beat || beat.start > time) break;
      this.sound(beat.kind);
    }
    const before = this.seen;
    this.seen = time;
    this.touched = timeline.beats.filter((beat) => beat.start <= time && beat.end >= before);
    if (time < timeline.total) return at(timeline, time);
    this.settle();
    return null;
  }

  sound(kind: string): void {
    const name = SOUND[kind];
    if (name && this.audible()) sounds.play(name);
  }

  /** End what is still moving. */
  settle(): void {
    clearTimeout(this.timer);
    this.timeline = null;
    this.finish?.();
    this.finish = null;
  }
}
