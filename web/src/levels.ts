/** Names of levels: a number or a mark, with or without a style, such as `7`, `hard`, `7-bold`. */

import type { GameInfo } from "./protocol";
import { t } from "./strings";

export interface LevelName {
  level: string;
  style: string;
}

const STEADY = "steady";

export function parseLevel(name: string): LevelName {
  const [level = "", style = STEADY] = name.split("-");
  return { level, style };
}

export function joinLevel({ level, style }: LevelName): string {
  return style === STEADY ? level : `${level}-${style}`;
}

/** The marks and the numbered levels of a game. */
export function allLevels(game: GameInfo | undefined): string[] {
  return [...Object.keys(game?.marks ?? {}), ...(game?.levels ?? [])];
}

/** The name of a level for people, without its style. */
export function levelTitle(level: string): string {
  return t.newGame.levels[level] ?? t.newGame.levelNumber(level);
}

/** The name of a level for people, with its style. */
export function levelLabel(name: string): string {
  const { level, style } = parseLevel(name);
  const title = levelTitle(level);
  return style === STEADY ? title : `${title}, ${(t.newGame.styles[style] ?? style).toLowerCase()}`;
}

/** The numbered level that a level is, or stands above. */
export function dialPlace(game: GameInfo | undefined, level: string): string {
  return game?.marks?.[level] ?? level;
}

/** The Elo of a level with its interval, or null if it was not measured. */
export function ratingText(game: GameInfo | undefined, level: string): string | null {
  const found = game?.ratings?.[dialPlace(game, level)];
  if (!found) return null;
  const reach = Math.round((found.high - found.low) / 2);
  return t.newGame.elo(found.elo, reach);
}
