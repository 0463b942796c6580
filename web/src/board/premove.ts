/** Premoves: clicks during the opponent's turn, played as soon as they are a legal move. */

import type { MoveChoice } from "../protocol";
import { remainingChoices } from "./click-path";
import { isButton, parseCell, spotOwner } from "./hotspots";
import type { BoardState } from "./state";

const MAX_CLICKS = 3; // no move of the user needs more cells

/** Whether clicks are kept for the next turn: a running game in which the user waits. */
export function canPremove(state: BoardState): boolean {
  return state.settings.premove && !state.choices.length && !state.pending;
}

/** The premove after another click; it begins with an own piece, and the same click ends it. */
export function extendPremove(state: BoardState, at: string): readonly string[] {
  const { premove } = state;
  if (isButton(at) || premove.at(-1) === at) return [];
  const own = isOwnPiece(state, at);
  if (own || premove.length === 0) return own ? [at] : [];
  return parseCell(at) && premove.length < MAX_CLICKS ? [...premove, at] : premove;
}

/** Whether a piece of the user stands on a cell, or any piece lies in a tray of the user. */
function isOwnPiece({ scene, settings }: BoardState, at: string): boolean {
  const tray = parseCell(at) ? null : scene.trays?.find(({ id }) => id === spotOwner(at));
  return (scene.tokens ?? []).some(
    (token) => token.at === at && settings.yours.includes((tray ?? token).seat ?? -1),
  );
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
