/** The first WebSocket, opened before the rest of the client loads and handed over to it. */

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

/** Connect now, and buffer events until the socket is claimed. */
export function openPreconnect(): void {
  const heard: Event[] = [];
  const listen = (event: Event) => heard.push(event);
  const socket = new WebSocket(socketUrl());
  for (const kind of BUFFERED_EVENTS) socket.addEventListener(kind, listen);
  preconnect = { socket, heard, listen };
}

/** Claim the open socket; its buffered events are dispatched again. */
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

/** A WebSocket constructor that returns the open socket first. */
export const PreconnectingWebSocket = openSocket as unknown as typeof WebSocket;
