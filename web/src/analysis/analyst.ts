/** The analyst: finds the best lines of a position, wherever its engine runs. */

import type { AnalysisQuery, AnalysisUpdate } from "../protocol";

export interface AnalysisListener {
  /** Better lines, or another place in the queue; after `final` nothing follows. */
  onUpdate(update: AnalysisUpdate): void;
  /** The request was refused, or the connection is lost; nothing follows. */
  onError(message: string): void;
}

export interface Analyst {
  /** Begin an analysis; the returned function cancels it. */
  analyse(query: AnalysisQuery, listener: AnalysisListener): () => void;
}
