/** HTTP requests to the server. */

import { t } from "./strings";

/** A refusal of the server: a stable code, a sentence, and the rule that a move breaks. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule = "",
    readonly status = 0,
  ) {
    super(message);
  }
}

async function readReply<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const told = (await response.json().catch(() => ({}))) as Record<string, string>;
  const message = told.message ?? told.detail ?? response.statusText;
  throw new Refused(told.code ?? "refused", message, told.rule, response.status);
}

/** Replace the browser's network error by a sentence for the user. */
async function fetchOrRefuse(path: string, how?: RequestInit): Promise<Response> {
  return fetch(path, how).catch(() => {
    throw new Refused("lost", t.connection.lost);
  });
}

export async function fetchJson<T>(path: string): Promise<T> {
  return readReply<T>(await fetchOrRefuse(path));
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const written = typeof body === "string" ? body : JSON.stringify(body);
  return readReply<T>(await fetchOrRefuse(path, { method: "POST", headers, body: written }));
}

/** Ask the server to delete what is at an address. */
export async function deleteAt(path: string): Promise<void> {
  const response = await fetchOrRefuse(path, { method: "DELETE" });
  if (!response.ok) await readReply(response);
}

/** The documents of a response that has one on every line, as they arrive. */
export async function* fetchLines<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const headers = { "Content-Type": "application/json" };
  const how = { method: "POST", headers, body: JSON.stringify(body), signal };
  const response = await fetchOrRefuse(path, how);
  if (!response.ok || !response.body) {
    await readReply(response);
    return;
  }
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
