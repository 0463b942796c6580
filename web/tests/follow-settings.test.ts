import { afterEach, expect, it } from "vitest";
import type { Board, BoardSettings } from "../src/board";
import { followSettings } from "../src/follow-settings";
import { changeSettings, DEFAULT_SETTINGS } from "../src/settings";

class RecordingBoard {
  settings: Partial<BoardSettings> = {};
  configure(changes: Partial<BoardSettings>): void {
    this.settings = { ...this.settings, ...changes };
  }
}

afterEach(() => changeSettings(DEFAULT_SETTINGS));

it("gives a board every setting and look, until it stops", () => {
  const board = new RecordingBoard();
  const stop = followSettings(board as unknown as Board);
  expect(board.settings).toMatchObject({ speed: 180, confirm: false, boardLook: "game" });
  changeSettings({ confirm: true, boardLook: "slate", theme: "dark" });
  expect(board.settings).toMatchObject({ confirm: true, boardLook: "slate", dark: true });
  stop();
  changeSettings({ confirm: false });
  expect(board.settings.confirm).toBe(true);
});

it("leaves the settings alone that a board does not follow", () => {
  const board = new RecordingBoard();
  const stop = followSettings(board as unknown as Board, ["lens"]);
  changeSettings({ lens: true, sounds: false });
  expect(board.settings.lens).toBe(true);
  expect(board.settings).not.toHaveProperty("sounds");
  stop();
});
