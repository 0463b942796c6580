/** The board of any game, for the pages. */

export { Board } from "./board";
export type {
  BoardOptions,
  BoardSettings,
  MoveChoice,
  Palette,
  Scene,
  ShowOptions as Showing,
  Step,
  Theme,
} from "./types";
export { BoardView, type BoardViewProps } from "./view";
