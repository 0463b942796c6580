/** The tree as a JSON document and as text, and the way back from the document. */

import type { Look } from "../protocol";
import { t } from "../strings";
import { AnalysisTree, moveNumber, type TreeNode } from "./tree";

export const DOCUMENT_KIND = "ludarium-analysis";
const DOCUMENT_FORMAT = 1;
const MAX_NODES = 3000;
const MAX_COMMENT_CHARS = 2000;

export interface MoveDocument {
  move: string;
  seat: number;
  comment?: string;
  moves?: MoveDocument[];
}

export interface TreeDocument {
  kind: typeof DOCUMENT_KIND;
  format: number;
  /** The first position, as `/api/positions` takes it. */
  position: Look;
  names: string[];
  comment?: string;
  moves: MoveDocument[];
}

/** A document that is no tree. */
export class BadDocument extends Error {}

export function writeDocument(
  tree: AnalysisTree,
  position: Look,
  names: readonly string[],
): TreeDocument {
  const { comment } = tree.root;
  return {
    kind: DOCUMENT_KIND,
    format: DOCUMENT_FORMAT,
    position,
    names: [...names],
    ...(comment ? { comment } : {}),
    moves: tree.root.children.map(writeMove),
  };
}

function writeMove(node: TreeNode): MoveDocument {
  return {
    move: node.notation,
    seat: node.seat,
    ...(node.comment ? { comment: node.comment } : {}),
    ...(node.children.length ? { moves: node.children.map(writeMove) } : {}),
  };
}

/** Whether a parsed JSON value claims to be a tree. */
export function isDocument(value: unknown): value is TreeDocument {
  return isObject(value) && value.kind === DOCUMENT_KIND;
}

/** The tree of a document; BadDocument if a part is missing or wrong. */
export function readDocument(value: TreeDocument): AnalysisTree {
  if (value.format !== DOCUMENT_FORMAT) throw new BadDocument(t.analysis.newerDocument);
  if (!isObject(value.position) || typeof value.position.game !== "string")
    throw new BadDocument(t.analysis.badDocument);
  const tree = new AnalysisTree();
  tree.root.comment = readComment(value.comment);
  addMoves(tree, tree.root, value.moves);
  return tree;
}

function addMoves(tree: AnalysisTree, parent: TreeNode, moves: unknown): void {
  if (moves === undefined) return;
  if (!Array.isArray(moves)) throw new BadDocument(t.analysis.badDocument);
  for (const each of moves as unknown[]) {
    if (!isObject(each) || typeof each.move !== "string" || !Number.isInteger(each.seat))
      throw new BadDocument(t.analysis.badDocument);
    if (tree.size > MAX_NODES) throw new BadDocument(t.analysis.largeDocument);
    const node = tree.addMove(parent, each.seat as number, each.move);
    node.comment = readComment(each.comment);
    addMoves(tree, node, each.moves);
  }
}

function readComment(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_COMMENT_CHARS) : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The last node of every line, so that the moves of a document can be checked. */
export function leavesOf(node: TreeNode): TreeNode[] {
  if (!node.children.length) return node.parent ? [node] : [];
  return node.children.flatMap(leavesOf);
}

/** The tree as text: moves with numbers, variations in brackets, comments in braces. */
export function writeText(tree: AnalysisTree, heading: string): string {
  const words = tree.root.comment ? [`{${tree.root.comment}}`] : [];
  writeLine(tree.root, words, true);
  return `${heading}\n\n${words.join(" ")}\n`;
}

function writeLine(from: TreeNode, words: string[], begins: boolean): void {
  let first = begins;
  for (let at: TreeNode = from; at.children[0]; ) {
    const [next, ...others] = at.children as [TreeNode, ...TreeNode[]];
    words.push(moveWords(next, first));
    first = next.comment !== "" || others.length > 0;
    for (const other of others) {
      const inner = [moveWords(other, true)];
      writeLine(other, inner, other.comment !== "");
      words.push(`(${inner.join(" ")})`);
    }
    at = next;
  }
}

function moveWords(node: TreeNode, first: boolean): string {
  const number = moveNumber(node, first);
  const move = `${node.notation}${node.mark}`;
  const comment = node.comment ? ` {${node.comment}}` : "";
  return (number ? `${number} ${move}` : move) + comment;
}
