/** English: the whole catalogue as one object. */

import { analysis } from "./analysis";
import { board } from "./board";
import { common } from "./common";
import { broken, connection, missing } from "./errors";
import { help } from "./help";
import { home } from "./home";
import { learn } from "./learn";
import { lobbyPage, peoplePage, recordsPage } from "./lists";
import { mine } from "./mine";
import { newGame } from "./new-game";
import { programs } from "./programs";
import { puzzles } from "./puzzles";
import { replayPage } from "./replay";
import { clock, room } from "./room";
import { rulesPage } from "./rules";
import { settingsPage } from "./settings";
import { share } from "./share";
import { show } from "./show";

export const english = {
  ...common,
  analysis,
  board,
  broken,
  clock,
  newGame,
  help,
  home,
  connection,
  learn,
  lobbyPage,
  mine,
  programs,
  missing,
  peoplePage,
  puzzles,
  recordsPage,
  replayPage,
  room,
  rulesPage,
  settingsPage,
  share,
  show,
};
