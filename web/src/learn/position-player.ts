/** A position on a board that moves are played on, one request to the server after another. */

import { signal } from "@preact/signals";
import type { Board, MoveChoice } from "../board";
import { postJson, type Refused } from "../http";
import { lastMoveSpots } from "../presenter";
import type { Look, Looked } from "../protocol";

export class PositionPlayer {
  /** The moves after the first position, of all seats. */
  readonly moves = signal<readonly string[]>([]);
  readonly looked = signal<Looked | null>(null);
  /** Whether the user may move; a turn of the other side or a verdict locks the board. */
  readonly locked = signal(false);
  private board: Board | null = null;
  private visits = 0;
  /** The positions that were shown: the way back needs no connection. */
  private readonly positions = new Map<string, Looked>();

  constructor(readonly look: Look) {}

  attachBoard(board: Board | null): void {
    this.board = board;
    const shown = this.looked.value;
    if (!board || !shown) return;
    void board.showScene(shown.view.scene, { animate: false });
    this.offerChoices();
  }

  /** Show the position after these moves; if they go on from the shown ones, move by move. */
  async showMoves(moves: readonly string[], animate = true): Promise<void> {
    const visit = ++this.visits;
    const shown = this.moves.value;
    const goesOn = animate && shown.every((move, at) => moves[at] === move);
    const first = goesOn && this.looked.value ? shown.length + 1 : moves.length;
    this.board?.offerChoices([]);
    try {
      for (let count = Math.min(first, moves.length); count <= moves.length; count++) {
        const looked = await this.findPosition(moves.slice(0, count));
        if (visit !== this.visits) return;
        this.moves.value = moves.slice(0, count);
        this.looked.value = looked;
        const steps = looked.view.steps ?? [];
        const how = { steps: goesOn ? steps : [], animate: goesOn, last: lastMoveSpots(steps) };
        await this.board?.showScene(looked.view.scene, how);
        if (visit !== this.visits) return;
      }
    } finally {
      if (visit === this.visits) this.offerChoices();
    }
  }

  setLocked(locked: boolean): void {
    this.locked.value = locked;
    this.offerChoices();
  }

  /** Say at the board why a path of clicks is no move. */
  async explainPath(path: string[]): Promise<void> {
    if (this.locked.value) return;
    try {
      await this.fetchPosition(this.moves.value, path);
    } catch (error) {
      const at = path.findLast((each) => !each.startsWith("!")) ?? null;
      this.board?.showMessage(at, (error as Refused).message);
    }
  }

  /** Mark the clicks of a legal move. */
  showHint(notation: string | undefined): void {
    const choice = this.findChoice(notation);
    this.board?.showHint(choice ? choice.path : null);
  }

  announce(text: string): void {
    this.board?.announce(text);
  }

  private findChoice(notation: string | undefined): MoveChoice | undefined {
    return this.looked.value?.choices.find((each) => each.notation === notation);
  }

  private offerChoices(): void {
    this.board?.offerChoices(this.locked.value ? [] : (this.looked.value?.choices ?? []));
  }

  private async findPosition(moves: readonly string[]): Promise<Looked> {
    const key = moves.join(" ");
    const looked = this.positions.get(key) ?? (await this.fetchPosition(moves));
    this.positions.set(key, looked);
    return looked;
  }

  private fetchPosition(moves: readonly string[], path?: string[]): Promise<Looked> {
    const asked: Look = { ...this.look, moves: [...(this.look.moves ?? []), ...moves] };
    return postJson<Looked>("/api/positions", path ? { ...asked, path } : asked);
  }
}
