import type { WebSocket as NodeWebSocket } from "undici";

type Listener = {
  /** Called when the connection stands, and with each message. */
  readonly tell: (message?: string) => void;
  /** Closes it. */
  readonly end: AbortSignal;
};

/**
 * Node's own WebSocket, which is loaded when the first one is opened. Resolves when the connection has ended, also when
 * none came about.
 */
export function openWebSocket(url: string, headers: Record<string, string>, { tell, end }: Listener): Promise<void> {
  return new Promise((resolve) => {
    const Opened = WebSocket as unknown as typeof NodeWebSocket; // the browser's type has no headers, Node's has
    const socket = new Opened(url, { headers });
    const close = () => socket.close();
    const over = () => {
      end.removeEventListener("abort", close);
      resolve();
    };
    end.addEventListener("abort", close);
    socket.addEventListener("open", () => tell());
    socket.addEventListener("message", ({ data }) => tell(String(data)));
    socket.addEventListener("error", over);
    socket.addEventListener("close", over);
  });
}
