/** The analyst on the server: its updates are lines of JSON in one long response. */

import { fetchLines, type Refused } from "../http";
import type { AnalysisQuery, AnalysisUpdate } from "../protocol";
import { t } from "../strings";
import type { AnalysisListener, Analyst } from "./analyst";

export class ServerAnalyst implements Analyst {
  analyse(query: AnalysisQuery, listener: AnalysisListener): () => void {
    const abort = new AbortController();
    void this.readUpdates(query, listener, abort.signal);
    return () => abort.abort();
  }

  private async readUpdates(
    query: AnalysisQuery,
    listener: AnalysisListener,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      let final = false;
      for await (const update of fetchLines<AnalysisUpdate>("/api/analyses", query, signal)) {
        if (signal.aborted) return;
        if (update.error) return listener.onError(t.analysis.engineFailed);
        final = update.final ?? false;
        listener.onUpdate(update);
      }
      if (!final && !signal.aborted) listener.onError(t.connection.lost);
    } catch (error) {
      if (!signal.aborted) listener.onError((error as Refused).message);
    }
  }
}
