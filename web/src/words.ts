/** Times in words, as the language of the catalogue writes them. */

import { t } from "./strings";

const MINUTE = 60;
const DAY = 86_400;

/** How long ago, or the date if that is long. */
export function since(seconds: number, now = Date.now() / 1000): string {
  const ago = now - seconds;
  const relative = new Intl.RelativeTimeFormat(t.language, { numeric: "auto", style: "narrow" });
  if (ago < MINUTE) return relative.format(0, "minute");
  if (ago < 60 * MINUTE) return relative.format(-Math.floor(ago / MINUTE), "minute");
  if (ago < DAY) return relative.format(-Math.floor(ago / 3600), "hour");
  if (ago < 7 * DAY) return relative.format(-Math.floor(ago / DAY), "day");
  return new Date(seconds * 1000).toLocaleDateString(t.language, { dateStyle: "medium" });
}
