/** The first connection, opened before the rest of the client is there, and handed over to it. */

interface Early {
  socket: WebSocket;
  heard: Event[];
  listen: (event: Event) => void;
}

const HEARD = ["open", "message"] as const;

let early: Early | null = null;

export function address(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

/** Connect now; what comes before somebody takes the connection is kept. */
export function hasten(): void {
  const heard: Event[] = [];
  const listen = (event: Event) => heard.push(event);
  const socket = new WebSocket(address());
  for (const kind of HEARD) socket.addEventListener(kind, listen);
  early = { socket, heard, listen };
}

/** The connection that is there already; its new owner hears everything once more. */
function taken(): WebSocket | null {
  if (!early) return null;
  const { socket, heard, listen } = early;
  early = null;
  for (const kind of HEARD) socket.removeEventListener(kind, listen);
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

function connected(url: string, protocols: string[]): WebSocket {
  return taken() ?? new WebSocket(url, protocols);
}

/** What makes connections, in the form in which one makes a WebSocket. */
export const Connection = connected as unknown as typeof WebSocket;
