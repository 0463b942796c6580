/** Every text of the client; the server sends its own sentences. */

import { english } from "./english";

/** The shape of a catalogue: another language must have every entry. */
export type Catalogue = typeof english;

export const t: Catalogue = english;
