import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** What a network keeps between two starts, so that addresses and secrets stay the same. */
export type Settings = {
  readonly ports: {
    readonly chainRpc: number;
    readonly nodeControl: number;
    readonly worldControl: number;
    readonly merchantHttp: number;
    readonly nodePeer: number;
    readonly routerPeer: number;
    readonly merchantPeer: number;
  };
  readonly chainPassword: string;
  readonly worldToken: string;
};

/** Below the range from which the system takes ports for outgoing connections, so that none of them is taken later. */
const PORT_MIN = 20_000;
const PORT_MAX = 32_000;
const SECRET_BYTES = 24;

/** Settings of the network in `folder`; makes them at the first start. */
export async function readSettings(folder: string): Promise<Settings> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "network.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Settings;
  const taken = new Set<number>();
  const port = async () => {
    const free = await freePort(taken);
    taken.add(free);
    return free;
  };
  const settings: Settings = {
    ports: {
      chainRpc: await port(),
      nodeControl: await port(),
      worldControl: await port(),
      merchantHttp: await port(),
      nodePeer: await port(),
      routerPeer: await port(),
      merchantPeer: await port(),
    },
    chainPassword: secret(),
    worldToken: secret(),
  };
  writeWhole(path, `${JSON.stringify(settings, null, 2)}\n`);
  return settings;
}

/** Writes a file that only its owner may read: as a whole or not at all, also when the process is killed. */
export function writeWhole(path: string, content: string): void {
  const next = `${path}.next`;
  const fd = openSync(next, "w", 0o600);
  writeSync(fd, content);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(next, path);
}

/** A random token or password. */
export function secret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** A port of 127.0.0.1 that no program uses now. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (;;) {
    const port = PORT_MIN + Math.floor(Math.random() * (PORT_MAX - PORT_MIN));
    if (!taken.has(port) && (await isFree(port))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
