import { isIPv6 } from "node:net";
import type { Clock } from "#kernel/clock.ts";
import { openWebSocket } from "#platform/machine/web-socket.ts";
import type { PhoenixdLink } from "./exchange.ts";

export type Hints = {
  /** Call before a list is read. What it returns waits for what happened since then, for a time at most. */
  next(): (waitMs: number, signal?: AbortSignal) => Promise<void>;
  close(): Promise<void>;
};

type HintsOptions = { readonly clock: Clock; readonly link: PhoenixdLink; readonly port: number };

const RECONNECT_MS = 1_000;

/**
 * phoenixd's websocket says when a payment has come. It repeats nothing, so what it says is a hint to read the list,
 * and so is each new connection. It is opened when a caller waits for the first time, to the address that the last call
 * was answered from.
 */
export function createHints({ clock, link, port }: HintsOptions): Hints {
  const end = new AbortController();
  let news = new AbortController();
  let listening: Promise<void> | undefined;

  function tell(): void {
    const told = news;
    news = new AbortController();
    told.abort();
  }

  async function listen(): Promise<void> {
    while (!end.signal.aborted) {
      const seen = link.lastSeen();
      if (seen !== undefined) {
        const host = isIPv6(seen.address) ? `[${seen.address}]` : seen.address;
        const { authorization } = seen;
        await openWebSocket(`ws://${host}:${port}/websocket`, {
          headers: { authorization },
          onOpen: tell,
          onMessage: tell,
          end: end.signal,
        });
      }
      await clock.sleep(RECONNECT_MS, end.signal);
    }
  }

  return {
    next() {
      const { signal: since } = news;
      return async (waitMs, signal) => {
        listening ??= listen();
        const signals = [since, end.signal, ...(signal === undefined ? [] : [signal])];
        await clock.sleep(waitMs, AbortSignal.any(signals));
      };
    },
    async close() {
      end.abort();
      await listening;
    },
  };
}
