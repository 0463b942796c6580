/** Runs first: connecting takes time, in which everything else can load. */

import { openPreconnect } from "./socket";

openPreconnect();
