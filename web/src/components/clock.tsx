/** The clock of a seat, counted down locally between the server's messages. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { theConnection } from "../connection";
import type { ClockTimes } from "../protocol";
import { t } from "../strings";

const LOW_TIME_S = 10; // tenths are shown below this
const DAY_S = 86_400;

/** Seconds in the format of a clock. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < LOW_TIME_S) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.ceil(left);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (whole >= 3600)
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
  return `${minutes}:${rest}`;
}

/** The seconds that a seat has left at a server time. */
export function secondsLeft(clocks: ClockTimes, seat: number, now: number): number {
  const at = clocks.left[seat] ?? 0;
  return clocks.running === seat ? at - (now - clocks.at) : at;
}

export function Clock({ clocks, seat }: { clocks: ClockTimes; seat: number }) {
  const now = useSignal(theConnection().serverTimeS());
  const running = clocks.running === seat;
  useEffect(() => {
    now.value = theConnection().serverTimeS();
    if (!running) return;
    const timer = setInterval(() => {
      now.value = theConnection().serverTimeS();
    }, 100);
    return () => clearInterval(timer);
  }, [running, clocks]);
  const seconds = secondsLeft(clocks, seat, now.value);
  if (seconds > DAY_S) return null;
  const low = seconds < LOW_TIME_S;
  return (
    <span class="clock" role="timer" data-running={running} data-low={low}>
      {formatClock(seconds)}
      {low && running && <span class="unseen">{t.clock.low}</span>}
    </span>
  );
}

/** Whole seconds until a server time; updates itself. */
export function useCountdown(until: number): number {
  const now = useSignal(theConnection().serverTimeS());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = theConnection().serverTimeS();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil(until - now.value));
}
