/** The board of any game: what the pages may import. */

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
