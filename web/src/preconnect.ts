/** Loaded first: a connection takes its time, in which everything else can be loaded. */

import { openPreconnect } from "./socket";

openPreconnect();
