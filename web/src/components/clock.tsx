/** The time that a seat has left, counted down here between the server's messages. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { theLink } from "../connection";
import type { Clocks } from "../protocol";
import { t } from "../strings";

const LOW = 10; // seconds below which tenths are shown
const DAY = 86_400;

/** Seconds as a clock shows them. */
export function written(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < LOW) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.ceil(left);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (whole >= 3600)
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
  return `${minutes}:${rest}`;
}

/** What a seat has left at a server's time. */
export function left(clocks: Clocks, seat: number, now: number): number {
  const at = clocks.left[seat] ?? 0;
  return clocks.running === seat ? at - (now - clocks.at) : at;
}

export function Clock({ clocks, seat }: { clocks: Clocks; seat: number }) {
  const now = useSignal(theLink().now());
  const running = clocks.running === seat;
  useEffect(() => {
    now.value = theLink().now();
    if (!running) return;
    const timer = setInterval(() => {
      now.value = theLink().now();
    }, 100);
    return () => clearInterval(timer);
  }, [running, clocks]);
  const seconds = left(clocks, seat, now.value);
  if (seconds > DAY) return null;
  const low = seconds < LOW;
  return (
    <span class="clock" role="timer" data-running={running} data-low={low}>
      {written(seconds)}
      {low && running && <span class="unseen">{t.clock.low}</span>}
    </span>
  );
}

/** Whole seconds until a time of the server's; runs by itself. */
export function useCountdown(until: number): number {
  const now = useSignal(theLink().now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = theLink().now();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil(until - now.value));
}
