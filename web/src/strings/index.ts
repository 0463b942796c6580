/** Every word that the client itself says; what the server says comes as sentences. */

import { english } from "./english";

/** What another language has to say, all of it. */
export type Catalogue = typeof english;

export const t: Catalogue = english;
