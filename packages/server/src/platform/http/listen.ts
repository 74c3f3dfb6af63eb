/** Where a server is reached. */
import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";

export type Listening = {
  readonly port: number;
  /** Takes no more connections, and resolves when the last one has ended. */
  close(): Promise<void>;
};

/** Both are loopback; programs of one machine call it by either. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;
/** What a machine without IPv6 says of its address. */
const NO_SUCH_ADDRESS: ReadonlySet<string | undefined> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
/** A port that is free at one loopback may be taken at the other. */
const TRIES_MAX = 10;

/**
 * Listens on `host`, and for `localhost` on both loopbacks, where the machine has them, with one port; 0 takes a free
 * one.
 *
 * @throws {NodeJS.ErrnoException} when the port is not free, or the address not of this machine.
 */
export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  if (host !== "localhost") return listeningOf([await listen(server, { host, port })]);
  for (let tries = 1; ; tries += 1) {
    const first = await listen(server, { host: LOOPBACKS[0], port });
    try {
      const second = await listen(passingTo(server), { host: LOOPBACKS[1], port: portOf(first) });
      return listeningOf([first, second]);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (NO_SUCH_ADDRESS.has(code)) return listeningOf([first]);
      await closed(first);
      if (code !== "EADDRINUSE" || port !== 0 || tries === TRIES_MAX) throw error;
    }
  }
}

/** Its connections are those of `server`, as an HTTP server of Node opens them. */
function passingTo(server: Server): NetServer {
  const options = { allowHalfOpen: true, noDelay: true };
  return createServer(options, (socket) => server.emit("connection", socket));
}

async function listen<T extends NetServer>(server: T, at: { host: string; port: number }): Promise<T> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return server;
}

function listeningOf(servers: readonly [NetServer, ...NetServer[]]): Listening {
  return {
    port: portOf(servers[0]),
    close: async () => void (await Promise.all(servers.map(closed))),
  };
}

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()));
