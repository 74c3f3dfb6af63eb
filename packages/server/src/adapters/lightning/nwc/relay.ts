import type { Filter } from "nostr-tools/filter";
import type { Event } from "nostr-tools/pure";
import type { Clock } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { openWebSocket } from "#platform/machine/web-socket.ts";
import { isSigned } from "./signed-events.ts";

/** A connection to a relay (NIP-01), until it ends. */
export type Relay = {
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
  /** When anything came over it the last time, by the monotonic clock. */
  heardMs(): number;
  /**
   * Subscribes, and resolves when the relay has sent what it has kept. `take` gets those events and later ones.
   * @throws {NodeUnavailable}
   */
  subscribe(filter: Filter, take: (event: Event) => void): Promise<void>;
  /** Sends it. Whether the relay takes it, it may say or not; a reply alone proves it. */
  publish(event: Event): void;
  close(): void;
};

const CONNECT_MS = 10_000;
/** A page of twenty transactions, encrypted, is a third of this (NIP-47: relays should take 64 KB). */
const MESSAGE_MAX = 1_000_000;

/**
 * Connects to a relay. What it delivers is checked: only events with a right signature are handed on, and of which key
 * the caller says by the filter, which is checked here again: a relay is trusted with nothing.
 * @throws {NodeUnavailable} when no connection came about.
 */
export async function connectRelay(url: string, clock: Clock): Promise<Relay> {
  const { host } = new URL(url); // its path, query and user may be secrets
  const end = new AbortController();
  const subscriptions = new Map<string, { filter: Filter; take: (event: Event) => void; kept: () => void }>();
  let send: ((text: string) => void) | undefined;
  const opened = new AbortController();
  let heardMs = clock.monotonicMs();

  function onMessage(text: string): void {
    heardMs = clock.monotonicMs();
    const message = text.length > MESSAGE_MAX ? undefined : readMessage(text);
    const subscription = subscriptions.get(String(message?.[1]));
    if (message === undefined || subscription === undefined) return;
    if (message[0] === "EOSE") subscription.kept();
    if (message[0] === "CLOSED") end.abort();
    if (message[0] === "EVENT" && isWanted(message[2], subscription.filter)) subscription.take(message[2] as Event);
  }

  const connection = openWebSocket(url, {
    onOpen(write) {
      send = write;
      opened.abort();
    },
    onMessage,
    end: end.signal,
  });
  void connection.catch(() => undefined).then(() => end.abort()); // an address that the WebSocket does not take
  await clock.sleep(CONNECT_MS, AbortSignal.any([opened.signal, end.signal]));
  if (send === undefined) end.abort();

  const write = (message: readonly unknown[]) => {
    if (send === undefined || end.signal.aborted)
      throw new NodeUnavailable(`no connection to the relay ${host}`, { why: "down" });
    send(JSON.stringify(message));
  };
  if (send === undefined) throw new NodeUnavailable(`the relay ${host} did not answer`, { why: "down" });
  return {
    over: end.signal,
    heardMs: () => heardMs,
    async subscribe(filter, take) {
      const name = `s${subscriptions.size}`;
      const kept = new AbortController();
      subscriptions.set(name, { filter, take, kept: () => kept.abort() });
      write(["REQ", name, filter]);
      await clock.sleep(CONNECT_MS, AbortSignal.any([kept.signal, end.signal]));
      if (!kept.signal.aborted)
        throw new NodeUnavailable(`the relay ${host} did not take the subscription`, { why: "stranger" });
    },
    publish: (event) => write(["EVENT", event]),
    close: () => end.abort(),
  };
}

function readMessage(text: string): readonly unknown[] | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Rightly signed, and by whom and of what kind the filter says. */
function isWanted(value: unknown, { authors = [], kinds = [] }: Filter): boolean {
  const event = value as Event;
  try {
    return authors.includes(event.pubkey) && kinds.includes(event.kind) && isSigned(event);
  } catch {
    return false;
  }
}
