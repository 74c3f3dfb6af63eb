import { mkdirSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { freePort } from "#platform/machine/free-port.ts";
import type { Chain } from "../lnd/chain.harness.ts";
import { type Programs, type Running, until } from "../lnd/process.harness.ts";
import { findLightningd, HOW_TO_GET } from "./programs.harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of the node, which each test reads as far as it needs
type Json = any;

/** A node of Core Lightning, and everything that its operator may do with it. */
export type ClnNode = {
  readonly folder: string;
  readonly peerPort: number;
  /** Of clnrest. */
  readonly restPort: number;
  readonly certFile: string;
  /** A command over its socket. */
  call(method: string, params?: object): Promise<Json>;
  /** Ends it without warning unless another signal is given. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again. Resolves when it and clnrest serve. */
  start(): Promise<void>;
  /** Resolves when it has seen the newest block. */
  synced(): Promise<void>;
};

const BACKEND = join(import.meta.dirname, "backend.harness.ts");

export async function startClnNode(folder: string, chain: Chain, programs: Programs): Promise<ClnNode> {
  const path = findLightningd();
  if (path === undefined) throw new Error(`lightningd is missing.\n${HOW_TO_GET}`);
  mkdirSync(folder, { recursive: true });
  const backend = join(folder, "backend.sh");
  const { port, certFile: chainCert } = chain.rpc;
  writeFileSync(backend, `#!/bin/sh\nexec "${process.execPath}" "${BACKEND}" ${port} "${chainCert}"\n`, {
    mode: 0o700,
  });
  const [peerPort, restPort] = [await freePort(), await freePort()];
  const socket = join(folder, "regtest/lightning-rpc");
  const launch = () =>
    programs.runAt(path, folder, [
      ...[`--lightning-dir=${folder}`, "--network=regtest", "--alias=ours", `--plugin=${backend}`],
      ...["--disable-plugin=bcli", "--disable-dns", `--bind-addr=127.0.0.1:${peerPort}`],
      ...[`--clnrest-port=${restPort}`, "--clnrest-host=127.0.0.1", `--clnrest-certs=${folder}/certs`],
      ...["--log-level=debug", `--log-file=${folder}/lightningd.log`],
      ...["--developer", "--dev-bitcoind-poll=1", "--dev-fast-gossip", "--dev-fast-reconnect"],
    ]);
  let running: Running = launch();
  const call = (method: string, params: object = {}) => callSocket(socket, method, params);
  const serves = async () => {
    await until("lightningd", () => call("getinfo"), { running });
    await until("clnrest", () => isOpen(restPort), { running });
  };
  await serves();
  return {
    folder,
    peerPort,
    restPort,
    certFile: join(folder, "certs/server.pem"),
    call,
    end: (signal) => running.end(signal),
    async start() {
      running = launch();
      await serves();
    },
    async synced() {
      await until("lightningd on the chain", async () => {
        const { blockheight, warning_lightningd_sync: warning } = await call("getinfo");
        return warning === undefined && blockheight >= (await chain.height());
      });
    },
  };
}

/** An answer ends with an empty line. */
function callSocket(path: string, method: string, params: object): Promise<Json> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let text = "";
    socket.setEncoding("utf8");
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${method}: no answer`)));
    socket.on("data", (part: string) => {
      text += part;
      if (!text.endsWith("\n\n")) return;
      const { result, error } = JSON.parse(text);
      if (error === undefined) resolve(result);
      else reject(new Error(`${method}: ${error.code} ${error.message}`));
      socket.destroy();
    });
    socket.write(JSON.stringify({ jsonrpc: "2.0", id: "1", method, params }));
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.on("connect", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
