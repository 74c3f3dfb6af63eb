import type { WebSocket as NodeWebSocket } from "undici";

export type WebSocketUser = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the connection stands. What `send` takes has left, or is lost with the connection. */
  readonly onOpen: (send: (text: string) => void) => void;
  readonly onMessage: (text: string) => void;
  /** Closes it. */
  readonly end: AbortSignal;
};

/**
 * Node's own WebSocket, which is loaded when the first one is opened. Resolves when the connection has ended, also when
 * none came about.
 */
export function openWebSocket(url: string, { headers = {}, onOpen, onMessage, end }: WebSocketUser): Promise<void> {
  return new Promise((resolve) => {
    if (end.aborted) return resolve();
    const Opened = WebSocket as unknown as typeof NodeWebSocket; // the browser's type has no headers, Node's has
    const socket = new Opened(url, { headers });
    const over = () => {
      end.removeEventListener("abort", close);
      resolve();
    };
    // A peer that is gone answers no close, so it is not waited for.
    const close = () => {
      socket.close();
      over();
    };
    end.addEventListener("abort", close);
    socket.addEventListener("open", () => onOpen((text) => socket.send(text)));
    socket.addEventListener("message", ({ data }) => {
      if (!end.aborted) onMessage(String(data));
    });
    socket.addEventListener("error", over);
    socket.addEventListener("close", over);
  });
}
