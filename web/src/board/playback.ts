/** Plays a timeline with its sounds. */

import { type SoundName, sounds } from "../sound";
import { type AnimationFrame, type Beat, frameAt, type Timeline } from "./timeline";

const BEAT_SOUNDS: Record<string, SoundName> = {
  move: "move",
  capture: "capture",
  remove: "capture",
  raise: "raise",
  erupt: "erupt",
  strike: "strike",
  beam: "strike",
  place: "place",
  change: "change",
};

const FINISH_GRACE_MS = 500;

export class Playback {
  private timeline: Timeline | null = null;
  private startedAtMs = 0;
  private soundedBeats = 0;
  private seenMs = 0;
  private timer = 0;
  private finish: (() => void) | null = null;

  /** The beats that were active since the frame before. */
  touchedBeats: Beat[] = [];

  constructor(private readonly audible: () => boolean) {}

  get running(): boolean {
    return this.timeline !== null;
  }

  /** Resolves when the timeline ends; the first `skipped` milliseconds are not shown. */
  startTimeline(timeline: Timeline, skipped: number): Promise<void> {
    this.finishNow();
    this.timeline = timeline;
    this.startedAtMs = performance.now() - skipped;
    this.soundedBeats = 0;
    this.seenMs = 0;
    // A hidden page gets no frames, so a timer ends the timeline for callers that await it.
    this.timer = window.setTimeout(
      () => this.finishNow(),
      timeline.total - skipped + FINISH_GRACE_MS,
    );
    return new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** The frame to show now; null after the end. */
  currentFrame(): AnimationFrame | null {
    const { timeline } = this;
    if (!timeline) return null;
    const time = performance.now() - this.startedAtMs;
    for (; this.soundedBeats < timeline.beats.length; this.soundedBeats++) {
      const beat = timeline.beats[this.soundedBeats];
      if (!beat || beat.start > time) break;
      this.playSound(beat.kind);
    }
    const before = this.seenMs;
    this.seenMs = time;
    this.touchedBeats = timeline.beats.filter((beat) => beat.start <= time && beat.end >= before);
    if (time < timeline.total) return frameAt(timeline, time);
    this.finishNow();
    return null;
  }

  playSound(kind: string): void {
    const name = BEAT_SOUNDS[kind];
    if (name && this.audible()) sounds.play(name);
  }

  /** End the animation now. */
  finishNow(): void {
    clearTimeout(this.timer);
    this.timeline = null;
    this.finish?.();
    this.finish = null;
  }
}
