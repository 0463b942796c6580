/** Seats as others see them: their colour and their name. */

import type { Theme } from "./board";
import { resolvePaint } from "./board/theme";
import type { GameInfo, Holder } from "./protocol";
import { dark } from "./settings";

/** The colour that the board gives to a seat. */
export function seatColour(game: GameInfo | undefined, seat: number): string {
  const { seats } = resolvePaint(game ? themeOf(game) : null, dark.value);
  return seats[seat % seats.length] ?? "currentColor";
}

/** How the game calls a seat. */
export function seatName(game: GameInfo | undefined, seat: number): string {
  return game?.seat_names[seat] ?? String(seat + 1);
}

/** Who sits there, or the seat's own name where one person plays all. */
export function playerName(
  game: GameInfo | undefined,
  seats: readonly Holder[],
  seat: number,
): string {
  const holder = seats[seat];
  const alone = new Set(seats.map((each) => each.member ?? each.kind)).size === 1;
  return (!alone && holder?.name) || seatName(game, seat);
}

/** The game's own colours, as the board takes them. */
export function themeOf(game: GameInfo): Theme | null {
  return (game.theme ?? null) as Theme | null;
}
