/** The font of texts on the canvas: the client's own one. */

const FAMILY = "Figtree";
export const BOARD_FONT = `${FAMILY}, system-ui, sans-serif`;

/** Call `redraw` when the font is there, if a first frame could not have it yet. */
export function whenFontArrives(redraw: () => void): void {
  const font = `600 12px ${FAMILY}`;
  const { fonts } = document;
  if (!fonts || fonts.check(font)) return;
  // Without the font the system's one stays.
  fonts.load(font).then(redraw, () => {});
}
