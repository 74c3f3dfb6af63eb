import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#platform/machine/free-port.ts";
import type { Chain } from "./chain.harness.ts";
import { agentFor, exchange } from "./exchange.harness.ts";
import { type Programs, type Running, until } from "./process.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of LND, which each test reads as far as it needs
type Json = any;

/** A node of LND, and everything that its operator may do with it. */
export type LndNode = {
  readonly name: string;
  readonly folder: string;
  readonly restPort: number;
  /** Where `lncli` reaches it. */
  readonly rpcPort: number;
  readonly peerPort: number;
  readonly certFile: string;
  readonly adminMacaroonFile: string;
  readonly pid: () => number;
  /** The JSON of a 200. */
  get(path: string): Promise<Json>;
  post(path: string, body: object): Promise<Json>;
  /** Closes a channel, `txid:index`. Resolves when its close is in a block. */
  close(point: string, how: "by_both" | "by_force"): Promise<void>;
  /** Ends it without warning unless another signal is given. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it in good order, as `lncli stop` does. Resolves when it has gone. */
  stop(): Promise<void>;
  /** Starts it again, this once with more arguments. Resolves when it serves, or waits for its password. */
  start(more?: readonly string[]): Promise<void>;
  /** Resolves when it serves. */
  serves(): Promise<void>;
  /** Resolves when it serves and has seen the newest block. */
  synced(): Promise<void>;
};

const NEEDS_NO_MACAROON = ["/v1/state", "/v1/genseed", "/v1/initwallet", "/v1/unlockwallet"];

export type LndOptions = {
  readonly name: string;
  readonly chain: Chain;
  readonly programs: Programs;
  readonly args?: readonly string[];
  /** Its wallet is made and opened by calls. */
  readonly hasPassword?: boolean;
};

export async function startLndNode(
  parent: string,
  { name, chain, programs, args = [], hasPassword = false }: LndOptions,
): Promise<LndNode> {
  const folder = join(parent, name);
  const [peerPort, rpcPort, restPort] = [await freePort(), await freePort(), await freePort()];
  const certFile = join(folder, "tls.cert");
  const adminMacaroonFile = join(folder, "data/chain/bitcoin/regtest/admin.macaroon");
  const launch = (more: readonly string[]) =>
    programs.run("lnd", folder, [
      ...[`--lnddir=${folder}`, "--bitcoin.regtest", `--alias=${name}`, ...chain.lndArgs],
      ...(hasPassword ? [] : ["--noseedbackup"]),
      ...[`--listen=127.0.0.1:${peerPort}`, `--rpclisten=127.0.0.1:${rpcPort}`, `--restlisten=127.0.0.1:${restPort}`],
      ...["--nobootstrap", "--trickledelay=50", "--accept-keysend", "--bitcoin.defaultchanconfs=1"],
      ...["--maxpendingchannels=10", "--debuglevel=info", ...args, ...more],
    ]);
  let running: Running = launch([]);
  let agent: ReturnType<typeof agentFor> | undefined;

  async function ask(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Json> {
    agent ??= agentFor(readFileSync(certFile, "utf8"));
    const headers = NEEDS_NO_MACAROON.includes(path)
      ? {}
      : { "grpc-metadata-macaroon": readFileSync(adminMacaroonFile).toString("hex") };
    const { status, text } = await exchange(`https://127.0.0.1:${restPort}${path}`, {
      method,
      agent,
      headers,
      body,
    }).catch((error: unknown) => {
      agent = undefined; // its certificate may have been read while LND wrote it
      throw error;
    });
    if (status !== 200) throw new Error(`${name} ${method} ${path}: ${status} ${text}`);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    return JSON.parse(last);
  }

  async function reaches(...states: readonly string[]): Promise<void> {
    await until(name, async () => states.includes((await ask("GET", "/v1/state")).state), { running });
  }
  const isUp = () => (hasPassword ? reaches("NON_EXISTING", "LOCKED") : reaches("SERVER_ACTIVE"));
  await isUp();
  return {
    name,
    folder,
    restPort,
    rpcPort,
    peerPort,
    certFile,
    adminMacaroonFile,
    pid: () => running.pid,
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
    async close(point, how) {
      const query = how === "by_both" ? "sat_per_vbyte=3" : "force=true";
      await ask("DELETE", `/v1/channels/${point.replace(":", "/")}?${query}`);
    },
    async end(signal) {
      agent?.destroy();
      agent = undefined;
      await running.end(signal);
    },
    async stop() {
      await ask("POST", "/v1/stop", {});
      await running.ended;
    },
    async start(more = []) {
      running = launch(more);
      await isUp();
    },
    serves: () => reaches("SERVER_ACTIVE"),
    async synced() {
      await until(`${name} on the chain`, async () => {
        const { synced_to_chain, block_height } = await ask("GET", "/v1/getinfo");
        return synced_to_chain && block_height >= (await chain.height());
      });
    },
  };
}
