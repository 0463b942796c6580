/** Keys, and how one plays by mouse. */

export const help = {
  title: "Keys and help",
  lead: "Everything can be done by mouse, by touch or by keyboard alone.",
  keys: [
    ["Tab", "Go to the board, the action buttons and everything else"],
    ["Arrows", "Move the cursor over the board"],
    ["Enter", "Choose the cell"],
    ["Esc", "Take the last choice back"],
    ["Letter", "An action of the board: its letter stands on its button"],
    ["/", "Type a move"],
    ["[ and ]", "One move back, one move on"],
    ["x", "Flip the board"],
    ["h", "Hint"],
    ["u", "Undo"],
    ["m", "Sound on or off"],
    ["?", "This list"],
  ] as readonly (readonly [string, string])[],
  mouse:
    "Click a piece and then its target, or drag it there. Where two moves lead to one cell you are asked which one you mean. A move that is not allowed is explained on the spot.",
};
