/** The page with the rules of a game. */

export const rulesPage = {
  title: (game: string) => `Rules of ${game}`,
  contents: "Contents",
  diagram: "Try it: you can move the pieces",
  reset: "Reset",
  undo: "Undo",
  play: (game: string) => `Play ${game}`,
  others: "Other games",
  over: "The game is over.",
};
