/** Seats as others see them: their colour and their name. */

import type { Theme } from "./board";
import type { GameInfo, Holder } from "./protocol";
import { dark } from "./settings";

// Told apart by everybody, and by their lightness too.
const OWN = ["#2f6fb3", "#d9772b", "#6b4fa0", "#2d8a6e"];

export function seatColour(game: GameInfo | undefined, seat: number): string {
  const theme = game?.theme;
  const night = dark.value ? theme?.dark?.seats?.[seat] : undefined;
  return night ?? theme?.seats?.[seat] ?? OWN[seat % OWN.length] ?? "currentColor";
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
