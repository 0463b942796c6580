/** The board of any game, for the pages. */

export { Board } from "./board";
export type {
  BoardOptions,
  BoardSettings,
  Choice,
  Scene,
  Showing,
  Step,
  Theme,
  ThemeColours,
} from "./types";
export { BoardView, type BoardViewProps } from "./view";
