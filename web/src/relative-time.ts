/** Relative times in the language of the catalogue. */

import { t } from "./strings";

const MINUTE_S = 60;
const DAY_S = 86_400;

/** The time since a moment in words, or the date after a week. */
export function relativeTime(seconds: number, now = Date.now() / 1000): string {
  const ago = now - seconds;
  const relative = new Intl.RelativeTimeFormat(t.language, { numeric: "auto", style: "narrow" });
  if (ago < MINUTE_S) return relative.format(0, "minute");
  if (ago < 60 * MINUTE_S) return relative.format(-Math.floor(ago / MINUTE_S), "minute");
  if (ago < DAY_S) return relative.format(-Math.floor(ago / 3600), "hour");
  if (ago < 7 * DAY_S) return relative.format(-Math.floor(ago / DAY_S), "day");
  return new Date(seconds * 1000).toLocaleDateString(t.language, { dateStyle: "medium" });
}
