import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ignore } from "../children/ignore.ts";
import { type KeptChild, keepChild } from "../children/keep-child.ts";
import { freePort } from "../folder.ts";
import { temporaryFolder } from "../network.harness.ts";
import type { ChainConfig } from "./main.ts";
import { BURN_ADDRESS, type ChainRpc, chainRpc, untilReady } from "./rpc.ts";

const folder = temporaryFolder();
let chain: KeptChild<object>;
let rpc: ChainRpc;
/** A program at bcoin's peer port for regtest. When the port is taken, the program that has it plays this part. */
const stranger = createServer();

beforeAll(async () => {
  stranger.on("error", ignore);
  await new Promise<void>((resolve) => {
    stranger.once("listening", resolve).once("error", resolve);
    stranger.listen(48_444, "127.0.0.1");
  });
  const rpcPort = await freePort();
  const config: ChainConfig = { folder: join(folder, "chain"), rpcPort, password: "secret" };
  const entry = new URL("./main.ts", import.meta.url);
  chain = keepChild({ name: "chain", entry, config }, { log: ignore, onReady: ignore });
  await chain.ready;
  rpc = chainRpc({ url: `http://127.0.0.1:${rpcPort}`, user: "test", password: "secret" });
  await untilReady(rpc, 60_000);
});

afterAll(async () => {
  await chain?.stop();
  stranger.close();
  rmSync(folder, { recursive: true });
});

/** bcoin dials its seeds, for regtest 127.0.0.1, 3 seconds after it has joined the peer network. */
const DIAL_MS = 4_000;

it("connects to no peer, whatever program listens at the default port", async () => {
  const peers: unknown[] = [];
  for (const startedMs = performance.now(); performance.now() < startedMs + DIAL_MS; await sleep(50))
    peers.push(...(await rpc<readonly unknown[]>("getpeerinfo")));
  await rpc("generatetoaddress", 1, BURN_ADDRESS);
  expect(peers).toEqual([]);
});
