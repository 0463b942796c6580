/** The pieces' outlines, each in a square of 24 units; drawn for this project. */

/** A piece is a figure that stands, or a coin with a sign on its face, or drawn in its own way. */
export interface Glyph {
  kind: "figure" | "coin" | "pyramid" | "ember" | "sign";
  /** The outline. */
  path: string;
  /** Lines and holes within it, in the colour of the ground. */
  detail?: string;
  /** What a screen reader and a tooltip call it, where the name is not the glyph's own. */
  name?: string;
  /** Pyramids: size as a share of a cell. */
  size?: number;
}

const SHIELD =
  "M4.5 3.2C7 3.8 9.6 3.4 12 2c2.4 1.4 5 1.8 7.5 1.2v9.3c0 4.4-3 7.5-7.5 9.7-4.5-2.2-7.5-5.3-7.5-9.7z";
const CROWN_BAND = "M5.2 18.2h13.6V21H5.2z";

export const GLYPHS: Record<string, Glyph> = {
  worker: {
    kind: "figure",
    path: "M12 1.6a4.3 4.3 0 0 1 3 7.4c2.7 1 4.3 3.3 4.9 6.6.3 1.9.6 3.9.7 6.4H3.4c.1-2.5.4-4.5.7-6.4.6-3.3 2.2-5.6 4.9-6.6a4.3 4.3 0 0 1 3-7.4z",
    detail: "M7.2 6h9.6v1.3H7.2zM8.6 15.4h6.8v1.5H8.6z",
  },
  crown: {
    kind: "figure",
    path: "M12 1.2a1.9 1.9 0 0 1 1.2 3.4l3 5.6 3-2.3a1.8 1.8 0 1 1 1.6 1L18.9 22H5.1L3.2 8.9a1.8 1.8 0 1 1 1.6-1l3 2.3 3-5.6A1.9 1.9 0 0 1 12 1.2z",
    detail: "M6.3 17.4h11.4v1.5H6.3zM12 11l1.7 2.3L12 15.600l-1.7-2.300z",
  },
  lancer: {
    kind: "figure",
    path: "M5.3 22c-.1-3.8 1-6.3 3.3-8.3-1.6.8-3.5 1.5-4.8.8-1.1-.6-1.2-1.9-.4-3l3.9-5.200c.3-1.5 1-2.6 2.3-3.300l.2-2.2 2.1 1.500c1-.2 2-.1 3 .2 3.2 1.2 5 4.8 5.2 9.5.2 3.9-.3 7-1 10zM21.3.2l1.5 4.600h-.8V22h-1.400V4.800h-.8z",
    detail:
      "M9.6 6.200a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM15.6 5.400c1.7 2 2.5 5 2.2 8.600l-1.1-.1c.2-3.3-.4-5.8-1.9-7.600z",
  },
  smith: {
    kind: "figure",
    path: "M8 1.200h9.200c.9 0 1.5.6 1.5 1.500v2.200c0 .9-.6 1.5-1.5 1.500h-3.400v2.400h7.400v2.500c-2.9.2-4.7 1.6-5.2 3.700h1.400v3.200h2.200V22H5.400v-3.800h2.200V15h1.100c-3.4-.2-5.7-2-6.7-6.200h9.300V6.400H8c-.9 0-1.5-.6-1.5-1.500V2.700c0-.9.6-1.5 1.5-1.500z",
    detail: "M7.4 10.300h10.400v1.200H7.400z",
  },
  token: {
    kind: "coin",
    path: "M7.3 3h9.400c1 0 1.6.6 1.6 1.600v3.200c0 1-.6 1.6-1.6 1.600h-2.900V20c0 1-.8 1.8-1.8 1.800s-1.8-.8-1.8-1.800V9.400H7.300c-1 0-1.6-.6-1.6-1.600V4.600c0-1 .6-1.6 1.6-1.600z",
  },
  ember: { kind: "ember", path: "" },
  cap: { kind: "pyramid", path: "", size: 0.46 },
  "pyramid.small": { kind: "pyramid", path: "", name: "small pyramid", size: 0.46 },
  "pyramid.medium": { kind: "pyramid", path: "", name: "medium pyramid", size: 0.64 },
  "pyramid.large": { kind: "pyramid", path: "", name: "large pyramid", size: 0.82 },
  legionare: {
    kind: "coin",
    path: SHIELD,
    detail:
      "M11.1 4.600h1.800v15.200h-1.800zM6.2 9.600h11.600v1.800H6.200zM12 7.800a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.400z",
  },
  veteran: {
    kind: "coin",
    path: SHIELD,
    detail:
      "M6.3 8.500L12 11.900l5.7-3.400v2.500L12 14.400l-5.7-3.400zM6.3 13L12 16.400l5.7-3.400v2.500L12 18.900l-5.7-3.400zM12 4.400l1 1.700h1.700l-1.3 1.2.5 1.7-1.9-.9-1.9.9.5-1.700L9.3 6.100H11z",
  },
  flora: {
    kind: "coin",
    path: "M20.6 2.600C9.6 2.3 3.6 7.4 3.7 14c0 1.7.4 3.1 1.1 4.300l-2.3 2.5 1.5 1.5 2.4-2.400c1.3.9 2.9 1.4 4.6 1.3 6.7-.2 10.4-7.3 9.6-18.600z",
    detail:
      "M16.6 6.400c-4.3 2.7-7.6 6.2-9.7 10.300l1.1.7c2-4 5-7.2 9.2-9.900zM9.6 12.900l-.3-4 1.2-.3.3 3zM11.3 15.200l4.6.3.1-1.2-3.9-.5z",
  },
  terra: {
    kind: "coin",
    path: "M1.6 20.200L8.9 5.800l3.9 6.6 2.2-3.2 7.4 11z",
    detail: "M8.9 8.600l1.9 3.3-1.3 1-1-.9-1.2.8zM15 11.400l1.8 2.6-1.4.7-1.1-.7-.8.3z",
  },
  ignus: {
    kind: "coin",
    path: "M12.9 1.300c.4 4.6 6.3 6.9 6.3 13.100a7.2 7.2 0 0 1-14.4.1c0-3.4 1.9-5.3 3.1-8 .6 1.8 1.3 2.8 2.5 3.5-.2-3.5.6-6.4 2.5-8.700z",
    detail:
      "M12.3 12.200c.3 2 2.6 2.9 2.6 5.300a2.9 2.9 0 0 1-5.8 0c0-1.4.8-2.2 1.3-3.3.3.7.6 1 1.1 1.3 0-1.3.2-2.4.8-3.300z",
  },
  ferrous: {
    kind: "coin",
    path: "M12 .8l2.5 3.500v9.200h4.100v2.800h-4.700v3a2.4 2.4 0 1 1-3.8 0v-3H5.400v-2.800h4.100V4.300z",
    detail: "M11.5 4.400h1v8.600h-1z",
  },
  aeris: {
    kind: "coin",
    path: "M2 4.200c6.5 1.7 13.7.9 20-2.2-.3 3.4-1.8 5.7-4.3 7 1.1.2 2.1.1 3-.2-1 2.9-3 4.6-5.9 5.2.8.3 1.6.4 2.5.2-1.7 2.8-4.3 4-7.7 3.700l-5.8 4.2 1.5-5.600C3 13.4 1.6 9.2 2 4.200z",
    detail:
      "M4.3 7c4.2 1.7 8.6 2 13.3.8l-.2 1C13 10 8.7 9.8 4.6 8.200zM5.4 11c3 1.3 6.2 1.6 9.6 1l-.3 1c-3.1.5-6 .3-8.7-.8z",
  },
  highlord: {
    kind: "coin",
    path: `M12 3.200l3.6 7 5.2-4.1-2.2 10.500H5.400L3.2 6.100l5.2 4.100z${CROWN_BAND}`,
  },
  cursor: {
    kind: "coin",
    path: "M2.6 4.400h4.700l6 7.6-6 7.600H2.600l6-7.600zM11.2 4.400h4.700l6 7.6-6 7.600h-4.700l6-7.600z",
  },
  steadholder: {
    kind: "coin",
    path: "M12 1.900l10.3 8.9-1.5 1.7-1.5-1.200v10H4.700v-10l-1.5 1.2-1.5-1.700z",
    detail: "M9.7 21.300v-5.200a2.3 2.3 0 0 1 4.6 0v5.200zM10.8 8.500h2.400v2.400h-2.400z",
  },
  firstlord: {
    kind: "coin",
    path: "M12 .6l1.3 2.7 2.9.4-2.1 2.1.5 2.900L12 7.3 9.4 8.700l.5-2.9-2.1-2.1 2.9-.4zM2.6 8.300l4 3.300L9.3 9.500l2.7 3.3 2.7-3.3 2.7 2.1 4-3.3-2 9.100H4.600zM4.8 18.900h14.400v2.900H4.800z",
  },
  cross: {
    kind: "sign",
    path: "M5.3 2.300L12 9l6.7-6.7 3 3L15 12l6.7 6.7-3 3L12 15l-6.7 6.7-3-3L9 12 2.3 5.300z",
  },
  ring: {
    kind: "sign",
    path: "M12 1.800a10.2 10.2 0 1 1 0 20.4 10.2 10.2 0 0 1 0-20.400zM12 6.200a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.600z",
  },
};

/** What a piece is called in words. */
export function wordFor(glyph: string): string {
  return GLYPHS[glyph]?.name ?? glyph.replaceAll(/[._-]+/g, " ");
}

const paths = new Map<string, Path2D>();

/** The path of an outline, made once. */
export function outline(path: string): Path2D {
  let made = paths.get(path);
  if (!made) {
    made = new Path2D(path);
    paths.set(path, made);
  }
  return made;
}
