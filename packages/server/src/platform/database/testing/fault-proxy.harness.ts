import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands between a client and PostgreSQL and breaks the connection where a test wants it. */
export type FaultProxy = {
  /** The database's URL, by way of this proxy. */
  readonly url: string;
  /**
   * Breaks the connection at the next bytes that hold `text` from the client (a statement's parameters):
   * "before" they reach the server, "during" the server's work on them, or "after" it, when it answers. Then it takes
   * new connections, unless it is to stay shut.
   */
  cut(when: "before" | "during" | "after", text: string, then?: "shut"): void;
  /** Takes no connections until `open` is called. */
  shut(): void;
  open(): void;
  /**
   * A host that falls silent: connections stay open and are accepted, and no byte passes. `open` ends it for new
   * connections; the old ones stay silent for good.
   */
  silence(): void;
  close(): Promise<void>;
};

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let planned: { when: "before" | "during" | "after"; text: Buffer; then: "shut" | undefined } | undefined;
  let isShut = false;
  let isSilent = false;
  const silent = new WeakSet<Socket>();

  // A dead host does not answer the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isShut) return void client.resetAndDestroy();
    if (isSilent) return hold(client);
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let cutAtAnswer = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    const breakUp = () => {
      client.resetAndDestroy();
      upstream.end(); // what was sent is still carried out
    };
    client.on("data", (bytes) => {
      if (silent.has(client)) return;
      const cut = planned !== undefined && bytes.includes(planned.text) ? planned.when : undefined;
      if (cut !== undefined) {
        isShut = planned?.then === "shut";
        planned = undefined;
      }
      if (cut === "before") return breakUp();
      cutAtAnswer ||= cut === "after";
      upstream.write(bytes, cut === "during" ? breakUp : undefined);
    });
    upstream.on("data", (bytes) => {
      if (cutAtAnswer) breakUp();
      else if (!client.destroyed && !silent.has(client)) client.write(bytes);
    });
    client.on("end", () => {
      if (!silent.has(client)) client.end();
    });
    client.on("close", () => upstream.end());
    upstream.on("close", () => {
      if (!silent.has(client)) client.destroy();
    });
  });
  /** Reads and drops what comes, as a dead host does. */
  function hold(client: Socket): void {
    silent.add(client);
    sockets.add(client);
    client.on("error", () => undefined).on("close", () => sockets.delete(client));
    client.resume();
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut(when, text, then) {
      planned = { when, text: Buffer.from(text), then };
    },
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isShut = false;
      isSilent = false;
    },
    silence() {
      isSilent = true;
      for (const socket of sockets) silent.add(socket);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
