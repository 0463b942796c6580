/** The pieces' outlines, each in a square of 24 units; drawn for this project. */

/** The shape of a piece: a standing figure, a coin with a sign, or a special kind. */
export interface Glyph {
  kind: "figure" | "coin" | "pyramid" | "ember" | "sign";
  /** The outline. */
  path: string;
  /** Lines and holes inside the outline, in the colour of the background. */
  detail?: string;
  /** The width of a pyramid, as a share of a cell. */
  size?: number;
}

const SHIELD =
  "M4.5 3.2C7 3.8 9.6 3.4 12 2c2.4 1.4 5 1.8 7.5 1.2v9.3c0 4.4-3 7.5-7.5 9.7-4.5-2.2-7.5-5.3-7.5-9.7z";
const CROWN_BAND = "M5.2 18.2h13.6V21H5.2z";

export const GLYPHS: Record<string, Glyph> = {
  worker: {
    kind: "figure",
    path: "M12 1.2c2.8 0 5 2.1 5.1 4.8h1.3v1.6h-1.9c-.3 1.3-1 2.4-2 3.1 3.4.8 5.3 3 5.9 6.3.3 1.6.4 3.2.5 5H3.1c.1-1.8.2-3.4.5-5 .6-3.3 2.5-5.5 5.9-6.3-1-.7-1.7-1.8-2-3.1H5.6V6h1.3c.1-2.7 2.3-4.8 5.1-4.8z",
    detail: "M7.3 6.2h9.4v1.2H7.3zM11.3 12.4h1.4l.6 2-.8 5h-1l-.8-5z",
  },
  crown: {
    kind: "figure",
    path: "M12 1.2a1.9 1.9 0 0 1 1.2 3.4l3 5.6 3-2.3a1.8 1.8 0 1 1 1.6 1L18.9 22H5.1L3.2 8.9a1.8 1.8 0 1 1 1.6-1l3 2.3 3-5.6A1.9 1.9 0 0 1 12 1.2z",
    detail: "M6.3 17.4h11.4v1.5H6.3zM12 11l1.7 2.3L12 15.6l-1.7-2.3z",
  },
  lancer: {
    kind: "figure",
    path: "M5.3 22c-.1-3.8 1-6.3 3.3-8.3-1.6.8-3.5 1.5-4.8.8-1.1-.6-1.2-1.9-.4-3l3.9-5.2c.3-1.5 1-2.6 2.3-3.3l.2-2.2 2.1 1.5c1-.2 2-.1 3 .2 3.2 1.2 5 4.8 5.2 9.5.2 3.9-.3 7-1 10zM21.3.2l1.5 4.6h-.8V22h-1.4V4.8h-.8z",
    detail:
      "M9.6 6.2a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM15.6 5.4c1.7 2 2.5 5 2.2 8.6l-1.1-.1c.2-3.3-.4-5.8-1.9-7.6z",
  },
  smith: {
    kind: "figure",
    path: "M8 1.2h9.2c.9 0 1.5.6 1.5 1.5v2.2c0 .9-.6 1.5-1.5 1.5h-3.4v2.4h7.4v2.5c-2.9.2-4.7 1.6-5.2 3.7h1.4v3.2h2.2V22H5.4v-3.8h2.2V15h1.1c-3.4-.2-5.7-2-6.7-6.2h9.3V6.4H8c-.9 0-1.5-.6-1.5-1.5V2.7c0-.9.6-1.5 1.5-1.5z",
    detail: "M7.4 10.3h10.4v1.2H7.4z",
  },
  token: {
    kind: "coin",
    path: "M1.8 6.6h12.6V5.4h7.8v3.2c-3.3.2-5.4 1.8-5.9 4.3h1.3v2.7h2.1v4H5.9v-4H8v-2.7h1.4c-3.7-.4-6.7-2.6-7.6-6.3z",
  },
  ember: { kind: "ember", path: "" },
  cap: { kind: "pyramid", path: "", size: 0.42 },
  "pyramid.small": { kind: "pyramid", path: "", size: 0.44 },
  "pyramid.medium": { kind: "pyramid", path: "", size: 0.6 },
  "pyramid.large": { kind: "pyramid", path: "", size: 0.76 },
  legionare: {
    kind: "coin",
    path: SHIELD,
    detail:
      "M11.1 4.6h1.8v15.2h-1.8zM6.2 9.6h11.6v1.8H6.2zM12 7.8a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4z",
  },
  veteran: {
    kind: "coin",
    path: SHIELD,
    detail:
      "M6.3 8.5L12 11.9l5.7-3.4v2.5L12 14.4l-5.7-3.4zM6.3 13L12 16.4l5.7-3.4v2.5L12 18.9l-5.7-3.4zM12 4.4l1 1.7h1.7l-1.3 1.2.5 1.7-1.9-.9-1.9.9.5-1.7L9.3 6.1H11z",
  },
  flora: {
    kind: "coin",
    path: "M20.6 2.6C9.6 2.3 3.6 7.4 3.7 14c0 1.7.4 3.1 1.1 4.3l-2.3 2.5 1.5 1.5 2.4-2.4c1.3.9 2.9 1.4 4.6 1.3 6.7-.2 10.4-7.3 9.6-18.6z",
    detail:
      "M16.6 6.4c-4.3 2.7-7.6 6.2-9.7 10.3l1.1.7c2-4 5-7.2 9.2-9.9zM9.6 12.9l-.3-4 1.2-.3.3 3zM11.3 15.2l4.6.3.1-1.2-3.9-.5z",
  },
  terra: {
    kind: "coin",
    path: "M1.6 20.2L8.9 5.8l3.9 6.6 2.2-3.2 7.4 11z",
    detail: "M8.9 8.6l1.9 3.3-1.3 1-1-.9-1.2.8zM15 11.4l1.8 2.6-1.4.7-1.1-.7-.8.3z",
  },
  ignus: {
    kind: "coin",
    path: "M12.9 1.3c.4 4.6 6.3 6.9 6.3 13.1a7.2 7.2 0 0 1-14.4.1c0-3.4 1.9-5.3 3.1-8 .6 1.8 1.3 2.8 2.5 3.5-.2-3.5.6-6.4 2.5-8.7z",
    detail:
      "M12.3 12.2c.3 2 2.6 2.9 2.6 5.3a2.9 2.9 0 0 1-5.8 0c0-1.4.8-2.2 1.3-3.3.3.7.6 1 1.1 1.3 0-1.3.2-2.4.8-3.3z",
  },
  ferrous: {
    kind: "coin",
    path: "M12 .8l2.5 3.5v9.2h4.1v2.8h-4.7v3a2.4 2.4 0 1 1-3.8 0v-3H5.4v-2.8h4.1V4.3z",
    detail: "M11.5 4.4h1v8.6h-1z",
  },
  aeris: {
    kind: "coin",
    path: "M2 4.2c6.5 1.7 13.7.9 20-2.2-.3 3.4-1.8 5.7-4.3 7 1.1.2 2.1.1 3-.2-1 2.9-3 4.6-5.9 5.2.8.3 1.6.4 2.5.2-1.7 2.8-4.3 4-7.7 3.7l-5.8 4.2 1.5-5.6C3 13.4 1.6 9.2 2 4.2z",
    detail:
      "M4.3 7c4.2 1.7 8.6 2 13.3.8l-.2 1C13 10 8.7 9.8 4.6 8.2zM5.4 11c3 1.3 6.2 1.6 9.6 1l-.3 1c-3.1.5-6 .3-8.7-.8z",
  },
  highlord: {
    kind: "coin",
    path: `M12 3.2l3.6 7 5.2-4.1-2.2 10.5H5.4L3.2 6.1l5.2 4.1z${CROWN_BAND}`,
  },
  cursor: {
    kind: "coin",
    path: "M2.6 4.4h4.7l6 7.6-6 7.6H2.6l6-7.6zM11.2 4.4h4.7l6 7.6-6 7.6h-4.7l6-7.6z",
  },
  steadholder: {
    kind: "coin",
    path: "M12 1.9l10.3 8.9-1.5 1.7-1.5-1.2v10H4.7v-10l-1.5 1.2-1.5-1.7z",
    detail: "M9.7 21.3v-5.2a2.3 2.3 0 0 1 4.6 0v5.2zM10.8 8.5h2.4v2.4h-2.4z",
  },
  firstlord: {
    kind: "coin",
    path: "M12 .6l1.3 2.7 2.9.4-2.1 2.1.5 2.9L12 7.3 9.4 8.7l.5-2.9-2.1-2.1 2.9-.4zM2.6 8.3l4 3.3L9.3 9.5l2.7 3.3 2.7-3.3 2.7 2.1 4-3.3-2 9.1H4.6zM4.8 18.9h14.4v2.9H4.8z",
  },
  cross: {
    kind: "sign",
    path: "M5.3 2.3L12 9l6.7-6.7 3 3L15 12l6.7 6.7-3 3L12 15l-6.7 6.7-3-3L9 12 2.3 5.3z",
  },
  ring: {
    kind: "sign",
    path: "M12 1.8a10.2 10.2 0 1 1 0 20.4 10.2 10.2 0 0 1 0-20.4zM12 6.2a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.6z",
  },
};

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
