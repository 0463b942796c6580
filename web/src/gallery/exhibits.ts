/** The exhibits of the gallery: small scenes that show every word of the scene vocabulary. */

import { GLYPHS } from "../board/glyphs";
import { TINTS } from "../board/theme";
import type { Scene, Event as Step, Theme, Token } from "../protocol";
import { gallery as s } from "../strings/english/gallery";

/** A scene with the words that a game's author writes for it. */
export interface Exhibit {
  id: string;
  scene: Scene;
  /** Places of the scene, and the code of what stands there. */
  legend: [string, string][];
  theme?: Theme;
}

/** An event, with the scenes before and after it. */
export interface EventExhibit {
  kind: string;
  after: Scene;
  steps: Step[];
}

const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const at = (row: number, col: number) => `board:${row},${col}`;
const grid = (rows: number, cols: number) => [{ id: "board", rows, cols }];
const GLYPH_COLUMNS = 7;

function piece(id: string, glyph: string, spot: string, more: Partial<Token> = {}): Token {
  return { id, glyph, text: id.slice(0, 2).toUpperCase(), at: spot, ...more };
}

function glyphs(): Exhibit {
  const names = [...Object.keys(GLYPHS), "yours"];
  const spot = (i: number) => at(Math.floor(i / GLYPH_COLUMNS), i % GLYPH_COLUMNS);
  return {
    id: "glyphs",
    scene: {
      grids: grid(Math.ceil(names.length / GLYPH_COLUMNS), GLYPH_COLUMNS),
      tokens: names.map((name, i) =>
        piece(name, name, spot(i), name.startsWith("pyramid") ? { tint: "red" } : { seat: i % 2 }),
      ),
    },
    legend: names.map((name, i) => [spot(i), `glyph="${name}"`]),
  };
}

function seatsAndTints(): Exhibit {
  const tints = Object.keys(TINTS);
  return {
    id: "seats",
    scene: {
      grids: grid(2, Math.max(4, tints.length)),
      tokens: [
        ...[0, 1, 2, 3].map((seat) => piece(`s${seat}`, "worker", at(0, seat), { seat })),
        ...tints.map((tint, col) => piece(tint, "pyramid.large", at(1, col), { tint })),
      ],
    },
    legend: [
      ...[0, 1, 2, 3].map((seat): [string, string] => [at(0, seat), `seat=${seat}`]),
      ...tints.map((tint, col): [string, string] => [at(1, col), `tint="${tint}"`]),
    ],
  };
}

function facings(): Exhibit {
  const row = (glyph: string, number: number) =>
    COMPASS.map((facing, col) =>
      piece(`${glyph}${col}`, glyph, at(number, col), { facing, seat: number, badge: `${col}` }),
    );
  return {
    id: "facings",
    scene: { grids: grid(2, 8), tokens: [...row("mirror", 0), ...row("worker", 1)] },
    legend: COMPASS.map((facing, col) => [at(0, col), `facing="${facing}", badge="${col}"`]),
  };
}

function cells(): Exhibit {
  const marks = ["vent", "dome", "goal"];
  const levels = [1, 2, 3, 4];
  return {
    id: "cells",
    scene: {
      grids: grid(2, 5),
      cells: [
        ...levels.map((level) => ({ at: at(0, level), level })),
        ...marks.map((mark, col) => ({ at: at(1, col), mark, level: mark === "dome" ? 3 : 0 })),
        { at: at(1, 3), mark: "goal", seat: 0 },
        { at: at(1, 4), mark: "goal", seat: 1 },
      ],
      tokens: [piece("on", "worker", at(0, 2), { seat: 0 })],
    },
    legend: [
      ...levels.map((level): [string, string] => [at(0, level), `level=${level}`]),
      ...marks.map((mark, col): [string, string] => [at(1, col), `mark="${mark}"`]),
      [at(1, 3), 'mark="goal", seat=0'],
      [at(1, 4), 'mark="goal", seat=1'],
    ],
  };
}

function stacks(): Exhibit {
  const sizes = ["large", "medium", "small"];
  return {
    id: "stacks",
    scene: {
      grids: [
        { id: "board", rows: 4, cols: 4 },
        { id: "above", rows: 2, cols: 2, over: "board", row: 0, col: 2 },
      ],
      tokens: [
        ...sizes.map((size, layer) =>
          piece(size, `pyramid.${size}`, at(2, 1), { layer, tint: "green" }),
        ),
        piece("up", "aeris", "above:0,1", { seat: 1 }),
      ],
    },
    legend: [
      [at(2, 1), "layer=0, layer=1, layer=2"],
      ["above:0,1", 'Grid("above", 2, 2, over="board", row=0, col=2)'],
    ],
  };
}

function traysAndButtons(): Exhibit {
  return {
    id: "trays",
    scene: {
      grids: grid(2, 4),
      tokens: [
        piece("a", "legionare", "hand:0", { seat: 0 }),
        piece("b", "legionare", "hand:1", { seat: 0 }),
        piece("c", "pyramid.small", "won:0", { tint: "red", group: "first" }),
        piece("d", "pyramid.medium", "won:1", { tint: "red", group: "first" }),
      ],
      trays: [
        { id: "hand", label: s.hand, seat: 0 },
        { id: "won", label: s.won, seat: 1, note: s.note },
      ],
      buttons: [
        { at: "!pass", label: s.pass, key: "p" },
        { at: "!turn", label: s.turn, key: "t", prompt: s.prompt },
      ],
      prompts: [s.prompt],
    },
    legend: [
      ["hand:0", 'Tray("hand", "Hand", seat=0)'],
      ["won:0", 'group="first", Tray(..., note="1 of 3")'],
      ["!pass", 'Button("!pass", "Pass", "p")'],
    ],
  };
}

function themed(): Exhibit {
  return {
    id: "themes",
    scene: {
      grids: grid(3, 4),
      tokens: [
        piece("x", "cross", at(1, 1), { seat: 0 }),
        piece("o", "ring", at(1, 2), { seat: 1 }),
        piece("g", "gem", at(0, 0), { seat: 0 }),
        piece("h", "gem", at(2, 3), { seat: 1 }),
      ],
    },
    legend: [
      [at(0, 0), 'Theme(seats=("#c2185b", "#00796b"), board="#37474f", cell_a="#eceff1", …)'],
    ],
    theme: {
      seats: ["#c2185b", "#00796b"],
      board: "#37474f",
      cellA: "#eceff1",
      cellB: "#cfd8dc",
      line: "#b0bec5",
      ink: "#eceff1",
      accent: "#ff6f00",
      dark: { cellA: "#455a64", cellB: "#3b4d56", board: "#1c262b", line: "#2c3a41" },
    },
  };
}

export const EXHIBITS: Exhibit[] = [
  glyphs(),
  seatsAndTints(),
  facings(),
  cells(),
  stacks(),
  traysAndButtons(),
  themed(),
];

const actor = piece("p", "worker", at(2, 1), { seat: 0 });
const target = piece("q", "gem", at(0, 3), { seat: 1, badge: "2" });

/** The scene before every event. */
export const STAGE: Scene = {
  grids: grid(4, 5),
  cells: [
    { at: at(3, 3), level: 1 },
    { at: at(1, 4), mark: "vent", level: 3 },
  ],
  tokens: [actor, target],
  trays: [{ id: "taken", label: s.taken, seat: 0 }],
};

const withTokens = (...tokens: Token[]): Scene => ({ ...STAGE, tokens });
const moved = (to: string): Token => ({ ...actor, at: to });

export const EVENTS: EventExhibit[] = [
  {
    kind: "move",
    after: withTokens(moved(at(0, 1)), target),
    steps: [{ kind: "move", token: "p", at: actor.at, to: at(0, 1) }],
  },
  {
    kind: "place",
    after: withTokens(actor, target, piece("n", "ring", at(1, 2), { seat: 0 })),
    steps: [{ kind: "place", token: "n", to: at(1, 2) }],
  },
  {
    kind: "remove",
    after: withTokens(actor),
    steps: [{ kind: "remove", token: "q", at: target.at }],
  },
  {
    kind: "capture",
    after: withTokens(moved(target.at), { ...target, at: "taken:0" }),
    steps: [
      { kind: "move", token: "p", at: actor.at, to: target.at },
      { kind: "capture", token: "q", at: target.at, to: "taken:0" },
    ],
  },
  {
    kind: "change",
    after: withTokens({ ...actor, glyph: "crown" }, { ...target, badge: "1" }),
    steps: [
      { kind: "change", token: "p", at: actor.at },
      { kind: "change", token: "q", at: target.at, together: true },
    ],
  },
  {
    kind: "raise",
    after: { ...STAGE, cells: [{ at: at(3, 3), level: 2 }, ...(STAGE.cells ?? []).slice(1)] },
    steps: [{ kind: "raise", at: at(3, 3), level: 2 }],
  },
  {
    kind: "erupt",
    after: {
      ...STAGE,
      cells: [...(STAGE.cells ?? []).slice(0, 1), { at: at(1, 4), mark: "vent" }],
    },
    steps: [{ kind: "erupt", at: at(1, 4) }],
  },
  { kind: "strike", after: STAGE, steps: [{ kind: "strike", at: actor.at, to: target.at }] },
  {
    kind: "beam",
    after: STAGE,
    steps: [{ kind: "beam", at: actor.at, via: [at(2, 3)], to: target.at }],
  },
  {
    kind: "together",
    after: withTokens(moved(at(0, 1)), { ...target, at: at(3, 3) }),
    steps: [
      { kind: "move", token: "p", at: actor.at, to: at(0, 1) },
      { kind: "move", token: "q", at: target.at, to: at(3, 3), together: true },
      { kind: "beam", at: at(3, 0), to: at(0, 0), together: true },
    ],
  },
];
