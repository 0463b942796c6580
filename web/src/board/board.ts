/** The board on a page: what others call, and the parts behind it. */

import type { BoardOptions, BoardSettings, Choice, Scene, Showing } from "./types";

export class Board {
  constructor(
    readonly host: HTMLElement,
    readonly options: BoardOptions,
  ) {}

  /** Show a scene; resolves when its animation is over. A later call hurries an earlier one. */
  async show(_scene: Scene, _how: Showing = {}): Promise<void> {}

  /** What may be played now; nothing takes it away. */
  offer(_choices: readonly Choice[]): void {}

  /** A bubble at that hotspot, also announced. */
  say(_at: string | null, _sentence: string): void {}

  /** Mark a path as advice. */
  hint(_path: readonly string[] | null): void {}

  /** Say something to those who listen. */
  announce(_text: string): void {}

  /** A key for the board: the letter of an action, Escape; true if it was used. */
  press(_key: string): boolean {
    return false;
  }

  /** Play what was typed, if it is the notation of exactly one choice. */
  choose(_notation: string): boolean {
    return false;
  }

  configure(_settings: Partial<BoardSettings>): void {}

  destroy(): void {}
}
