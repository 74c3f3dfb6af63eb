import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#platform/machine/free-port.ts";
import type { Chain } from "./chain.harness.ts";
import { agentFor, exchange } from "./exchange.harness.ts";
import { type Running, run, until } from "./process.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of LND, which each test reads as far as it needs
type Json = any;

/** A node of LND, and everything that its operator may do with it. */
export type LndNode = {
  readonly name: string;
  readonly folder: string;
  readonly restPort: number;
  readonly peerPort: number;
  readonly certFile: string;
  readonly adminMacaroonFile: string;
  readonly pid: () => number;
  /** The JSON of a 200. */
  get(path: string): Promise<Json>;
  post(path: string, body: object): Promise<Json>;
  /** Ends it without warning unless another signal is given. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again. Resolves when it serves. */
  start(): Promise<void>;
  /** Resolves when it serves and has seen the newest block. */
  synced(): Promise<void>;
};

export async function startLndNode(
  parent: string,
  { name, chain, args = [] }: { readonly name: string; readonly chain: Chain; readonly args?: readonly string[] },
): Promise<LndNode> {
  const folder = join(parent, name);
  const [peerPort, rpcPort, restPort] = [await freePort(), await freePort(), await freePort()];
  const certFile = join(folder, "tls.cert");
  const adminMacaroonFile = join(folder, "data/chain/bitcoin/regtest/admin.macaroon");
  const launch = () =>
    run("lnd", folder, [
      ...[`--lnddir=${folder}`, "--bitcoin.regtest", `--alias=${name}`, ...chain.lndArgs, "--noseedbackup"],
      ...[`--listen=127.0.0.1:${peerPort}`, `--rpclisten=127.0.0.1:${rpcPort}`, `--restlisten=127.0.0.1:${restPort}`],
      ...["--nobootstrap", "--trickledelay=50", "--accept-keysend", "--bitcoin.defaultchanconfs=1"],
      ...["--maxpendingchannels=10", "--debuglevel=info", ...args],
    ]);
  let running: Running = launch();
  let agent: ReturnType<typeof agentFor> | undefined;

  async function ask(method: "GET" | "POST", path: string, body?: object): Promise<Json> {
    agent ??= agentFor(readFileSync(certFile, "utf8"));
    const macaroon = path === "/v1/state" ? "" : readFileSync(adminMacaroonFile).toString("hex");
    const headers = { "grpc-metadata-macaroon": macaroon };
    const { status, text } = await exchange(`https://127.0.0.1:${restPort}${path}`, { method, agent, headers, body });
    if (status !== 200) throw new Error(`${name} ${method} ${path}: ${status} ${text}`);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    return JSON.parse(last);
  }

  const serves = () => until(name, async () => (await ask("GET", "/v1/state")).state === "SERVER_ACTIVE");
  await serves();
  return {
    name,
    folder,
    restPort,
    peerPort,
    certFile,
    adminMacaroonFile,
    pid: () => running.pid,
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
    async end(signal) {
      agent?.destroy();
      agent = undefined;
      await running.end(signal);
    },
    async start() {
      running = launch();
      await serves();
    },
    async synced() {
      await until(`${name} on the chain`, async () => {
        const { synced_to_chain, block_height } = await ask("GET", "/v1/getinfo");
        return synced_to_chain && block_height >= (await chain.height());
      });
    },
  };
}
