/** English: the whole catalogue as one object. */

import { board } from "./board";
import { common } from "./common";
import { fresh } from "./fresh";
import { help } from "./help";
import { hero } from "./home";
import { lobbyPage, peoplePage, recordsPage } from "./lists";
import { replayPage, rulesPage } from "./reading";
import { clock, room } from "./room";
import { settingsPage } from "./settings";
import { broken, link, missing } from "./trouble";

export const english = {
  ...common,
  board,
  broken,
  clock,
  fresh,
  help,
  hero,
  link,
  lobbyPage,
  missing,
  peoplePage,
  recordsPage,
  replayPage,
  room,
  rulesPage,
  settingsPage,
};
