/** The show game. */

export const show = {
  title: "Show game",
  open: "Watch the show game",
  lead: "Two levels play here at all hours, one game after another. Everyone sees the same game.",
  players: (levels: readonly string[]) => `${levels.join(" against ")}, computers at play`,
  toMove: "to move",
  next: (reason: string) => `${reason} The next game begins in a moment.`,
};
