/** Setting up a position by hand, with the pieces and cells that a game's scenes have. */

import type { Cell, Scene, Token } from "../protocol";

/** A kind of piece. */
export type Piece = Pick<Token, "glyph" | "text" | "seat" | "tint">;
/** A kind of cell: its height, or its mark. */
export type Ground = Pick<Cell, "level" | "mark" | "seat">;

export type Tool =
  | { kind: "piece"; piece: Piece }
  | { kind: "ground"; ground: Ground }
  | { kind: "erase" };

export interface Vocabulary {
  pieces: readonly Piece[];
  grounds: readonly Ground[];
  /** Whether pieces stand on each other. */
  stacks: boolean;
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts.map((part) => part ?? null));
}

const pieceKey = ({ glyph, text, seat, tint }: Piece) => keyOf(glyph, text, seat, tint);
const groundKey = ({ level, mark, seat }: Ground) => keyOf(level || null, mark || null, seat);

/**
 * The pieces and cells of some scenes; cells that the first scene has belong to the board.
 * What one seat has, every seat may have. Pieces come in the order of the game's list of glyphs.
 */
export function readVocabulary(
  scenes: readonly Scene[],
  seats: number,
  glyphs: readonly string[] = [],
): Vocabulary {
  const pieces = new Map<string, Piece>();
  const grounds = new Map<string, Ground>();
  const fixed = new Set((scenes[0]?.cells ?? []).map(groundKey));
  let stacks = false;
  for (const { tokens = [], cells = [] } of scenes) {
    for (const token of tokens) {
      const { glyph, text, seat = null, tint = "" } = token;
      for (const owner of seat === null ? [null] : Array.from({ length: seats }, (_, n) => n)) {
        const piece = { glyph, text, seat: owner, tint };
        pieces.set(pieceKey(piece), piece);
      }
      if (token.layer) stacks = true;
    }
    for (const { level = 0, mark = "", seat = null } of cells) {
      const ground = { level, mark, seat };
      if (!fixed.has(groundKey(ground))) grounds.set(groundKey(ground), ground);
    }
  }
  const bySeat = (a: Piece, b: Piece) =>
    (a.seat ?? -1) - (b.seat ?? -1) ||
    glyphs.indexOf(a.glyph) - glyphs.indexOf(b.glyph) ||
    a.glyph.localeCompare(b.glyph);
  const byLevel = (a: Ground, b: Ground) => (a.level ?? 0) - (b.level ?? 0);
  return {
    pieces: [...pieces.values()].sort(bySeat),
    grounds: [...grounds.values()].sort(byLevel),
    stacks,
  };
}

/** The scene after a tool was used at a cell or a tray. */
export function applyTool(scene: Scene, tool: Tool, at: string, stacks: boolean): Scene {
  if (tool.kind === "erase") return eraseAt(scene, at);
  if (tool.kind === "ground") return setGround(scene, at, tool.ground);
  const tokens = scene.tokens ?? [];
  const here = tokens.filter((token) => token.at === at);
  const kept = stacks ? tokens : tokens.filter((token) => token.at !== at);
  const added = { ...tool.piece, id: freeId(tokens, tool.piece.glyph), at };
  return { ...scene, tokens: [...kept, { ...added, layer: stacks ? here.length : 0 }] };
}

/** Remove the topmost piece of a cell, or what the cell itself is. */
function eraseAt(scene: Scene, at: string): Scene {
  const tokens = scene.tokens ?? [];
  const here = tokens.filter((token) => token.at === at);
  if (!here.length) return setGround(scene, at, {});
  const top = here.reduce((a, b) => ((b.layer ?? 0) >= (a.layer ?? 0) ? b : a));
  return { ...scene, tokens: tokens.filter((token) => token !== top) };
}

function setGround(scene: Scene, at: string, ground: Ground): Scene {
  const cells = (scene.cells ?? []).filter((cell) => cell.at !== at);
  if (ground.level || ground.mark) cells.push({ at, ...ground });
  return { ...scene, cells };
}

function freeId(tokens: readonly Token[], glyph: string): string {
  const taken = new Set(tokens.map(({ id }) => id));
  let number = 0;
  while (taken.has(`${glyph}-${number}`)) number++;
  return `${glyph}-${number}`;
}

/** The board without pieces; cells that belong to the board stay. */
export function clearScene(scene: Scene, first: Scene): Scene {
  return { ...scene, tokens: [], cells: first.cells ?? [] };
}

/** Every cell of a scene as a path of one click. */
export function cellSpots({ grids }: Scene): string[] {
  return grids.flatMap(({ id, rows, cols }) =>
    Array.from({ length: rows * cols }, (_, n) => `${id}:${Math.floor(n / cols)},${n % cols}`),
  );
}

/** The place of a piece in a tray. */
export function traySpot(tray: string, piece: Piece): string {
  return `${tray}:${piece.text}`;
}
