/** The pieces' outlines, each in a square of 24 units; drawn for this project.
 *
 * The server draws pictures with the same outlines, so they are a file of the Python package.
 */

import OUTLINES from "../../../src/ludarium/core/drawing/glyphs.json";

/** The shape of a piece: a standing figure, a coin with a sign, or a special kind. */
export interface Glyph {
  kind: "figure" | "coin" | "pyramid" | "ember" | "sign";
  /** The outline. */
  path: string;
  /** Lines and holes inside the outline, in the colour of the background. */
  detail?: string;
  /** The sign shows the facing of its piece by turning; it is drawn facing north. */
  turns?: boolean;
  /** The width of a pyramid, as a share of a cell. */
  size?: number;
}

export const GLYPHS = OUTLINES as Record<string, Glyph>;

/** The word of a glyph, for a game that does not name its pieces. */
export function glyphWord(glyph: string): string {
  return glyph.replaceAll(/[._-]+/g, " ");
}

const paths = new Map<string, Path2D>();

/** The path of an outline, cached. */
export function outlinePath(path: string): Path2D {
  let made = paths.get(path);
  if (!made) {
    made = new Path2D(path);
    paths.set(path, made);
  }
  return made;
}
