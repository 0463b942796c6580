/** Trees that were begun, stored in this browser: a reload loses nothing. */

import { readStored, writeStored } from "../settings";
import type { AnalysisSession } from "./session";
import type { AnalysisTree } from "./tree";
import { isDocument, readDocument, writeDocument } from "./tree-document";

const DRAFTS_KEY = "ludarium.analyses"; // the keys of the drafts, the oldest first
const DRAFT_PREFIX = "ludarium.analysis.";
const MAX_DRAFTS = 20;

/** The name of an analysis: its game, or the first position itself. */
export function draftName({ root }: Pick<AnalysisSession, "root">): string {
  return root.id || JSON.stringify(root.position);
}

export function loadDraft(name: string): AnalysisTree | undefined {
  try {
    const value: unknown = JSON.parse(readStored(DRAFT_PREFIX + name) ?? "null");
    return isDocument(value) ? readDocument(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Store a tree that has more than the moves of its game. */
export function saveDraft(session: AnalysisSession): void {
  const { tree, root } = session;
  const name = draftName(session);
  const plain = tree.size <= Math.max(1, root.frames.length) && !hasComment(tree);
  if (plain && readStored(DRAFT_PREFIX + name) === null) return;
  const names = storedNames().filter((each) => each !== name);
  for (const old of names.splice(0, Math.max(0, names.length + 1 - MAX_DRAFTS)))
    writeStored(DRAFT_PREFIX + old, null);
  writeStored(DRAFTS_KEY, JSON.stringify([...names, name]));
  writeStored(DRAFT_PREFIX + name, JSON.stringify(writeDocument(tree, root.position, root.names)));
}

function hasComment(tree: AnalysisTree): boolean {
  const waiting = [tree.root];
  for (const node of waiting) {
    if (node.comment) return true;
    waiting.push(...node.children);
  }
  return false;
}

function storedNames(): string[] {
  try {
    const value: unknown = JSON.parse(readStored(DRAFTS_KEY) ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
