import type { AddressInfo } from "node:net";
import { type Filter, matchFilters } from "nostr-tools/filter";
import type { Event } from "nostr-tools/pure";
import { type WebSocket, WebSocketServer } from "ws";

/** A relay (NIP-01) on this machine. It keeps replaceable events, and hands ephemeral ones to those who listen. */
export type FakeRelay = {
  readonly url: string;
  /** Events that clients have published. */
  readonly published: Event[];
  /** Gets each event that a client publishes. */
  onEvent: (event: Event) => void;
  /** Says that it does not take what clients publish, and delivers it all the same. */
  refuses: boolean;
  /** Subscriptions are refused. */
  isClosed: boolean;
  publish(event: Event): void;
  /** Delivers an event to every subscription, whatever it asked for. */
  force(event: Event): void;
  /** Texts that go to every client as they are. */
  shout(text: string): void;
  connections(): number;
  /** Connections since its beginning. */
  accepted: number;
  /** The connections that stand carry nothing any more, and do not end: those of a router that lost them. */
  freeze(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const REPLACEABLE_MAX = 20_000;

export async function startFakeRelay(): Promise<FakeRelay> {
  const kept = new Map<string, Event>();
  const listening = new Map<WebSocket, Map<string, readonly Filter[]>>();
  const frozen = new WeakSet<WebSocket>();
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;

  async function listen(at: number): Promise<WebSocketServer> {
    const started = new WebSocketServer({ host: "127.0.0.1", port: at });
    started.on("connection", (socket) => {
      listening.set(socket, new Map());
      relay.accepted += 1;
      socket.on("close", () => listening.delete(socket));
      socket.on("message", (data) => take(socket, JSON.parse(String(data)) as readonly unknown[]));
    });
    await new Promise((resolve) => started.once("listening", resolve));
    return started;
  }

  function take(socket: WebSocket, [kind, ...rest]: readonly unknown[]): void {
    if (frozen.has(socket)) return;
    if (kind === "REQ") subscribe(socket, String(rest[0]), rest.slice(1) as Filter[]);
    if (kind !== "EVENT") return;
    const event = rest[0] as Event;
    relay.published.push(event);
    socket.send(JSON.stringify(["OK", event.id, !relay.refuses, relay.refuses ? "blocked: no" : ""]));
    relay.onEvent(event);
  }

  function subscribe(socket: WebSocket, name: string, filters: readonly Filter[]): void {
    if (relay.isClosed) return void socket.send(JSON.stringify(["CLOSED", name, "restricted: no"]));
    listening.get(socket)?.set(name, filters);
    for (const event of kept.values())
      if (matchFilters([...filters], event)) socket.send(JSON.stringify(["EVENT", name, event]));
    socket.send(JSON.stringify(["EOSE", name]));
  }

  const end = async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  const relay: FakeRelay = {
    url: `ws://127.0.0.1:${port}`,
    published: [],
    onEvent: () => undefined,
    refuses: false,
    isClosed: false,
    accepted: 0,
    publish(event) {
      if (event.kind < REPLACEABLE_MAX) kept.set(`${event.kind}:${event.pubkey}`, event);
      for (const [socket, subscriptions] of listening)
        for (const [name, filters] of subscriptions)
          if (matchFilters([...filters], event)) socket.send(JSON.stringify(["EVENT", name, event]));
    },
    force(event) {
      for (const [socket, subscriptions] of listening)
        for (const name of subscriptions.keys()) socket.send(JSON.stringify(["EVENT", name, event]));
    },
    shout(text) {
      for (const socket of server.clients) socket.send(text);
    },
    connections: () => server.clients.size,
    freeze() {
      for (const socket of server.clients) {
        frozen.add(socket);
        listening.delete(socket);
      }
    },
    async restart() {
      await end();
      server = await listen(port);
    },
    stop: end,
  };
  return relay;
}
