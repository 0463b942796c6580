/** Keyboard shortcuts, and how to play with the mouse. */

export const help = {
  title: "Keyboard and help",
  lead: "You can do everything with the mouse, by touch, or with the keyboard alone.",
  keys: [
    ["Tab", "Go to the board, the action buttons and everything else"],
    ["Arrows", "Move the cursor over the board"],
    ["Enter", "Choose the cell"],
    ["Esc", "Undo the last click"],
    ["O", "Begin an arrow at a cell, and end it at another; twice at a cell is a circle"],
    ["Letter", "An action on the board: each button shows its letter"],
    ["/", "Type a move"],
    ["[ and ]", "One move back, one move forward"],
    ["x", "Flip the board"],
    ["h", "Hint"],
    ["u", "Undo"],
    ["m", "Sound on or off"],
    ["?", "This list"],
  ] as readonly (readonly [string, string])[],
  mouse:
    "Click a piece and then its target, or drag it there. If two moves lead to the same cell, you choose between them. If a move is not allowed, a message explains why. Drag with the right button to draw arrows and circles; on a touch screen, rest a finger on a cell. While you wait you can already click your next move: it is played if it is legal then.",
};
