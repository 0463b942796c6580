/** The tree of variations: moves from a first position, with comments and marks. */

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  /** Empty for the root. */
  readonly notation: string;
  readonly seat: number;
  /** The number of moves from the root. */
  readonly ply: number;
  /** Counted from 1; a lower seat starts a round. */
  readonly round: number;
  comment: string;
  /** The mark of a review: `?!`, `?` or `??`. */
  mark: string;
  /** The first child continues the line; the others are variations. */
  readonly children: TreeNode[];
}

const NO_SEAT = Number.POSITIVE_INFINITY; // of the root, so that the first move starts a round

export class AnalysisTree {
  readonly root: TreeNode;
  private readonly nodes = new Map<number, TreeNode>();
  private nextId = 0;

  constructor() {
    this.root = this.makeNode(null, NO_SEAT, "");
  }

  get size(): number {
    return this.nodes.size;
  }

  find(id: number): TreeNode | undefined {
    return this.nodes.get(id);
  }

  /** The child with this move; it is added as the last variation if there is none. */
  addMove(parent: TreeNode, seat: number, notation: string): TreeNode {
    const known = parent.children.find((child) => child.notation === notation);
    if (known) return known;
    const made = this.makeNode(parent, seat, notation);
    parent.children.push(made);
    return made;
  }

  /** Follow moves from a node as far as the tree has them. */
  followLine(from: TreeNode, moves: readonly string[]): TreeNode {
    let at = from;
    for (const move of moves) {
      const next = at.children.find((child) => child.notation === move);
      if (!next) break;
      at = next;
    }
    return at;
  }

  /** Make the variation of a node the main one where it branches off last. */
  promote(node: TreeNode): boolean {
    for (let at: TreeNode | null = node; at?.parent; at = at.parent) {
      const siblings: TreeNode[] = at.parent.children;
      const index = siblings.indexOf(at);
      if (index <= 0) continue;
      siblings.splice(index, 1);
      siblings.unshift(at);
      return true;
    }
    return false;
  }

  /** Remove a node and everything after it; returns its parent. */
  remove(node: TreeNode): TreeNode {
    if (!node.parent) return node;
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    this.forget(node);
    return node.parent;
  }

  private forget(node: TreeNode): void {
    this.nodes.delete(node.id);
    for (const child of node.children) this.forget(child);
  }

  private makeNode(parent: TreeNode | null, seat: number, notation: string): TreeNode {
    const id = this.nextId++;
    const before = parent?.parent ? parent.seat : NO_SEAT;
    const node: TreeNode = {
      id,
      parent,
      notation,
      seat,
      ply: parent ? parent.ply + 1 : 0,
      round: parent ? parent.round + (seat < before ? 1 : 0) : 0,
      comment: "",
      mark: "",
      children: [],
    };
    this.nodes.set(id, node);
    return node;
  }
}

/** The nodes from the first move to a node. */
export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The moves from the root to a node. */
export function lineTo(node: TreeNode): string[] {
  return pathTo(node).map(({ notation }) => notation);
}

/** The nodes after a node, along the first children. */
export function mainLine(from: TreeNode): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at = from.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** Whether the node is on the main line. */
export function isMain(node: TreeNode): boolean {
  for (let at: TreeNode | null = node; at?.parent; at = at.parent)
    if (at.parent.children[0] !== at) return false;
  return true;
}

/** The number before a move: at the start of a round, and where a variation begins. */
export function moveNumber(node: TreeNode, first: boolean): string {
  const before = node.parent;
  const starts = !before?.parent || node.round !== before.round;
  if (starts) return `${node.round}.`;
  return first ? `${node.round}…` : "";
}
