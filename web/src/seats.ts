/** Colours and names of seats. */

import type { Theme } from "./board";
import { resolvePaint } from "./board/theme";
import type { GameInfo, Holder } from "./protocol";
import { dark } from "./settings";
import { t } from "./strings";

/** The colour that the board gives to a seat. */
export function seatColour(game: GameInfo | undefined, seat: number): string {
  const { seats } = resolvePaint(game ? themeOf(game) : null, dark.value);
  return seats[seat % seats.length] ?? "currentColor";
}

/** The game's name of a seat. */
export function seatName(game: GameInfo | undefined, seat: number): string {
  return game?.seat_names[seat] ?? t.room.player(seat + 1);
}

/** The player's name, or the seat's name if all have the same: one person, or one level. */
export function playerName(
  game: GameInfo | undefined,
  seats: readonly Holder[],
  seat: number,
): string {
  const holder = seats[seat];
  const alone = new Set(seats.map((each) => each.name)).size === 1;
  return (!alone && holder?.name) || seatName(game, seat);
}

/** The theme of a game. */
export function themeOf(game: GameInfo): Theme | null {
  return (game.theme ?? null) as Theme | null;
}
