/** The page with the rules of a game. */

export const rulesPage = {
  title: (game: string) => `Rules of ${game}`,
  programsTitle: (game: string) => `${game} for programs`,
  programsLead: "What a bot must know beside the rules: the JSON of states and moves, the codes.",
  forPlayers: "For players",
  forPrograms: "For programs",
  texts: "Texts about this game",
  contents: "Contents",
  diagram: "Try it: you can move the pieces",
  reset: "Reset",
  undo: "Undo",
  play: (game: string) => `Play ${game}`,
  others: "Other games",
  over: "The game is over.",
};
