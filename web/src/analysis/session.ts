/** An analysis on the page: the tree, the position that is shown, and the engine's lines. */

import { signal } from "@preact/signals";
import { postJson, type Refused } from "../http";
import type {
  AnalysisUpdate,
  Event,
  LevelMove,
  Look,
  Looked,
  MoveChoice,
  Scene,
} from "../protocol";
import { t } from "../strings";
import type { Analyst } from "./analyst";
import { type AnalysisRoot, type Place, rootOfPosition } from "./root";
import { AnalysisTree, isMain, lineTo, mainLine, type TreeNode } from "./tree";

const SETTLE_MS = 150; // the engine starts when the position has not changed for this time
const ENGINE_LINES = 3;
const ENGINE_S = 8;
const DEEPER_S = 30;

/** What a board shows at a node. */
export interface Picture {
  scene: Scene;
  steps: readonly Event[];
}

export interface Opponent {
  level: string;
  /** The seat that the level plays. */
  seats: readonly number[];
}

export class AnalysisSession {
  readonly tree: AnalysisTree;
  /** Changes with every change of the tree. */
  readonly version = signal(0);
  readonly current = signal<TreeNode>(null as never);
  /** The node that was shown before, to know which way the board moves. */
  readonly picture = signal<Picture | null>(null);
  readonly looked = signal<Looked | null>(null);
  readonly error = signal("");
  readonly update = signal<AnalysisUpdate | null>(null);
  readonly engineError = signal("");
  readonly engineOn = signal(true);
  readonly opponent = signal<Opponent | null>(null);
  private readonly pictures = new Map<number, Picture>();
  private readonly positions = new Map<number, Looked>();
  private cancel: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private visits = 0;
  private held = false;

  constructor(
    readonly root: AnalysisRoot,
    private readonly analyst: Analyst,
    tree?: AnalysisTree,
  ) {
    this.tree = tree ?? new AnalysisTree();
    this.current.value = this.tree.root;
    this.addFrames(root);
  }

  /** Add the moves of the game to the main line; a running game gets longer. */
  addFrames({ frames }: AnalysisRoot): void {
    let at = this.tree.root;
    frames.forEach((frame, ply) => {
      if (ply > 0) at = this.tree.addMove(at, frame.seat ?? 0, frame.notation ?? "");
      this.pictures.set(at.id, { scene: frame.scene, steps: frame.steps ?? [] });
    });
    this.version.value++;
  }

  /** The request for the position of a node. */
  positionOf(node: TreeNode): Look {
    return { ...this.root.position, moves: lineTo(node) };
  }

  /** The address of a node within this analysis. */
  placeOf(node: TreeNode): Place {
    if (!this.root.id) return { position: this.root.position, ply: 0, line: lineTo(node) };
    let ply = 0;
    const game = this.root.frames;
    const line = lineTo(node);
    while (ply < line.length && game[ply + 1]?.notation === line[ply]) ply++;
    return { position: null, ply, line: line.slice(ply) };
  }

  /**
   * Go to the place of an address, and add its moves as far as they are legal. A step that the
   * user makes while moves are being fetched wins.
   */
  async openPlace(place: Place): Promise<void> {
    const visit = this.visits;
    const game = this.root.frames.slice(1, place.ply + 1).map(({ notation }) => notation ?? "");
    let at = this.tree.followLine(this.tree.root, game);
    for (const move of place.line) {
      const known = at.children.find((child) => child.notation === move);
      if (known) {
        at = known;
        continue;
      }
      // Without a connection the last known position is shown, with the reason.
      const looked = await this.fetchPosition(at).catch(() => null);
      if (!looked?.choices.some(({ notation }) => notation === move)) break;
      at = this.tree.addMove(at, looked.view.to_move ?? 0, move);
    }
    this.version.value++;
    if (visit === this.visits) await this.goTo(at);
  }

  async goTo(node: TreeNode): Promise<void> {
    const visit = ++this.visits;
    this.current.value = node;
    this.error.value = "";
    this.stopEngine();
    this.looked.value = this.positions.get(node.id) ?? null;
    const known = this.pictures.get(node.id);
    if (known) this.picture.value = known;
    if (!this.looked.value && known) await new Promise((done) => setTimeout(done, SETTLE_MS));
    if (visit !== this.visits) return;
    try {
      const looked = await this.fetchPosition(node);
      if (visit !== this.visits) return;
      this.looked.value = looked;
      this.picture.value = this.pictures.get(node.id) ?? null;
      if (this.opponent.value) await this.answerMove(node, looked, visit);
      else this.startEngine();
    } catch (error) {
      if (visit === this.visits) this.error.value = (error as Refused).message;
    }
  }

  /** Play a legal move of the position that is shown. */
  playChoice(choice: MoveChoice): void {
    this.playNotation(choice.notation);
  }

  playNotation(notation: string): void {
    const seat = this.looked.value?.view.to_move;
    if (seat === null || seat === undefined) return;
    const node = this.tree.addMove(this.current.value, seat, notation);
    this.version.value++;
    void this.goTo(node);
  }

  /** Add the first moves of a line as a variation, and go to the last of them. */
  async playLine(moves: readonly string[], from = this.current.value): Promise<void> {
    await this.openPlace({ ...emptyPlace, line: [...lineTo(from), ...moves] });
  }

  /** Why a path of clicks is no move, as a sentence. */
  async explainPath(path: string[]): Promise<string> {
    try {
      await postJson<Looked>("/api/positions", { ...this.positionOf(this.current.value), path });
      return "";
    } catch (error) {
      return (error as Refused).message;
    }
  }

  step(forward: boolean): void {
    const to = forward ? this.current.value.children[0] : this.current.value.parent;
    if (to) void this.goTo(to);
  }

  /** To the start or the end of the line that is shown. */
  jump(toEnd: boolean): void {
    const to = toEnd ? mainLine(this.current.value).at(-1) : this.tree.root;
    if (to) void this.goTo(to);
  }

  setComment(node: TreeNode, text: string): void {
    node.comment = text;
    this.version.value++;
  }

  promote(node: TreeNode): void {
    if (this.tree.promote(node)) this.version.value++;
  }

  remove(node: TreeNode): void {
    const parent = this.tree.remove(node);
    this.version.value++;
    void this.goTo(parent);
  }

  /** A move of the game itself stays; only variations can be removed. */
  mayRemove(node: TreeNode): boolean {
    if (!node.parent) return false;
    return !(isMain(node) && node.ply < this.root.frames.length);
  }

  switchEngine(on: boolean): void {
    this.engineOn.value = on;
    if (on) this.startEngine();
    else this.stopEngine();
  }

  /** Search the same position for longer. */
  deepen(): void {
    this.startEngine(DEEPER_S);
  }

  /** Keep the engine silent while the user looks for a move. */
  holdEngine(held: boolean): void {
    this.held = held;
    if (held) this.stopEngine();
    else this.startEngine();
  }

  /** Play on against a level, or stop that. */
  playAgainst(opponent: Opponent | null): void {
    this.opponent.value = opponent;
    void this.goTo(this.current.value);
  }

  close(): void {
    this.visits++;
    this.stopEngine();
  }

  async fetchPosition(node: TreeNode): Promise<Looked> {
    const known = this.positions.get(node.id);
    if (known) return known;
    const looked = await postJson<Looked>("/api/positions", this.positionOf(node));
    this.positions.set(node.id, looked);
    const { scene, steps = [] } = looked.view;
    if (!this.pictures.has(node.id)) this.pictures.set(node.id, { scene, steps });
    return looked;
  }

  private startEngine(seconds = ENGINE_S): void {
    this.stopEngine();
    const { view } = this.looked.value ?? {};
    if (!this.engineOn.value || this.held || !view || view.outcome) return;
    const position = this.positionOf(this.current.value);
    this.timer = setTimeout(() => {
      this.cancel = this.analyst.analyse(
        { position, lines: ENGINE_LINES, seconds },
        {
          onUpdate: (update) => {
            this.update.value = update;
          },
          onError: (message) => {
            this.engineError.value = message;
          },
        },
      );
    }, SETTLE_MS);
  }

  private stopEngine(): void {
    clearTimeout(this.timer);
    this.cancel();
    this.cancel = () => {};
    this.update.value = null;
    this.engineError.value = "";
  }

  private async answerMove(node: TreeNode, looked: Looked, visit: number): Promise<void> {
    const { view } = looked;
    const opponent = this.opponent.value;
    if (!opponent || view.to_move === null || !opponent.seats.includes(view.to_move)) return;
    const query = { position: this.positionOf(node), level: opponent.level };
    const found = await postJson<LevelMove>("/api/level-moves", query);
    if (visit !== this.visits) return;
    const next = this.tree.addMove(node, view.to_move, found.notation);
    this.version.value++;
    await this.goTo(next);
  }
}

const emptyPlace: Place = { position: null, ply: 0, line: [] };

/** The winning chance of the first seat, from that of the seat to move; two seats only. */
export function firstSeatChance(update: AnalysisUpdate): number | null {
  const best = update.lines?.[0];
  if (!best) return null;
  return (update.seat ?? 0) === 0 ? best.chance : 1 - best.chance;
}

/** A chance in words: a percentage, or the number of moves to a forced end. */
export function chanceText(chance: number, plies: number | null): string {
  if (plies !== null) return plies > 0 ? t.analysis.winsIn(plies) : t.analysis.losesIn(-plies);
  return t.analysis.percent(Math.round(chance * 100));
}

export { rootOfPosition };
