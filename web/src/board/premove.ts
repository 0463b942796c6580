/** Premoves: clicks during the opponent's turn, played as soon as they are a legal move. */

import type { MoveChoice } from "../protocol";
import { remainingChoices } from "./click-path";
import { parseCell } from "./hotspots";
import type { BoardState } from "./state";

const MAX_CLICKS = 3; // no move of the user needs more cells

/** Whether clicks are kept for the next turn: a running game in which the user waits. */
export function canPremove(state: BoardState): boolean {
  return state.settings.premove && !state.choices.length && !state.pending;
}

/** The premove after another click; it begins with an own piece, and the same click ends it. */
export function extendPremove(state: BoardState, at: string): readonly string[] {
  const { premove, scene, settings } = state;
  if (!parseCell(at) || premove.at(-1) === at) return [];
  const own = (scene.tokens ?? []).some(
    (token) => token.at === at && settings.yours.includes(token.seat ?? -1),
  );
  if (own || premove.length === 0) return own ? [at] : [];
  return premove.length < MAX_CLICKS ? [...premove, at] : premove;
}

/** What a premove comes to: a whole legal move, the clicks that begin some, or neither. */
export function resolvePremove(
  choices: readonly MoveChoice[],
  premove: readonly string[],
): { choice: MoveChoice | null; prefix: readonly string[] } {
  if (premove.length < 2) return { choice: null, prefix: [] };
  const whole = choices.filter(({ path }) => path.join(" ") === premove.join(" "));
  if (whole.length === 1) return { choice: whole[0] as MoveChoice, prefix: [] };
  const begun = remainingChoices(choices, premove).length > 0;
  return { choice: null, prefix: begun ? premove : [] };
}
