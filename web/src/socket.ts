/** The first connection, opened before the rest of the client is there, and handed over to it. */

interface Preconnect {
  socket: WebSocket;
  heard: Event[];
  listen: (event: Event) => void;
}

const BUFFERED_EVENTS = ["open", "message"] as const;

let preconnect: Preconnect | null = null;

export function socketUrl(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

/** Connect now; what comes before somebody takes the connection is kept. */
export function openPreconnect(): void {
  const heard: Event[] = [];
  const listen = (event: Event) => heard.push(event);
  const socket = new WebSocket(socketUrl());
  for (const kind of BUFFERED_EVENTS) socket.addEventListener(kind, listen);
  preconnect = { socket, heard, listen };
}

/** The connection that is there already; its new owner hears everything once more. */
function claimPreconnect(): WebSocket | null {
  if (!preconnect) return null;
  const { socket, heard, listen } = preconnect;
  preconnect = null;
  for (const kind of BUFFERED_EVENTS) socket.removeEventListener(kind, listen);
  if (socket.readyState > WebSocket.OPEN) return null;
  queueMicrotask(() => {
    for (const event of heard)
      socket.dispatchEvent(
        event instanceof MessageEvent
          ? new MessageEvent("message", { data: event.data })
          : new Event(event.type),
      );
  });
  return socket;
}

function openSocket(url: string, protocols: string[]): WebSocket {
  return claimPreconnect() ?? new WebSocket(url, protocols);
}

/** What makes connections, in the form in which one makes a WebSocket. */
export const PreconnectingWebSocket = openSocket as unknown as typeof WebSocket;
