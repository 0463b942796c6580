/** The board's part of the catalogue. */

import { t } from "../strings";

export const WORDS = t.board;
