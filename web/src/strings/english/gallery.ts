/** The gallery of the scene vocabulary, for designers of games. */

export const gallery = {
  title: "Gallery",
  lead: "Everything that a scene can show, drawn by the board itself. The code is what a game writes.",
  exhibits: {
    glyphs: "Glyphs; any other glyph is a coin with the text of its token",
    seats: "Seats and tints",
    facings: "Facing and badge; some signs turn with their piece, others get an arrow",
    cells: "Levels and marks of cells",
    stacks: "Stacks, and a grid that floats over another",
    trays: "Trays, buttons and prompts",
    themes: "Themes: the game's own colours, in light and in dark",
  } as Record<string, string>,
  events: "Events",
  eventsLead:
    "Choose an event to play it. An event that happens together plays with the one before.",
  hand: "Hand",
  won: "Won",
  taken: "Taken",
  note: "1 of 3",
  pass: "Pass",
  turn: "Turn",
  prompt: "Choose a piece",
  seats: ["First", "Second", "Third", "Fourth"],
};
