import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

const SECRETS = ["a-path-token", "a-query-token", "a-user", "a-password", "22".repeat(32)];
const clock = { ...machineClock, sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / 20, signal) };

let wallet: FakeWallet;
const nodes: LightningNode[] = [];
beforeEach(async () => {
  wallet = await startFakeWallet();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
  await wallet.stop();
});

function connectOver(relay: string): LightningNode {
  const query = new URLSearchParams({ relay, secret: "22".repeat(32) });
  writeFileSync(wallet.credentialFile, `nostr+walletconnect://${wallet.key}?${query}`);
  const node = connectNwcNode({ credentialFile: wallet.credentialFile, clock, payWaitMs: 1_000 });
  nodes.push(node);
  return node;
}

/** All that could get into a log or an incident. */
async function saidBy(node: LightningNode): Promise<string> {
  const said: unknown[] = [];
  const noted = (error: unknown) => void said.push(error);
  await node.info().catch(noted);
  await node.received("", 0).catch(noted);
  said.push(await pay(node, await wallet.node.counterparty.invoice({ msats: 1_000_000n })));
  return inspect(said, { depth: 20 });
}

it("names the host of a relay that fails, and nothing else of its address", async () => {
  const at = (port: string | number, user = "") => `ws://${user}127.0.0.1:${port}/a-path-token?auth=a-query-token`;
  const { port } = new URL(wallet.relay.url);
  const all: string[] = [await saidBy(connectOver(at(1, "a-user:a-password@"))), await saidBy(connectOver(at(1)))];
  expect(all[1]).toContain("the relay 127.0.0.1:1 did not answer");
  all.push(await saidBy(connectOver(`${at(1)}#a-fragment`)));
  wallet.relay.isClosed = true;
  all.push(await saidBy(connectOver(at(port))));
  expect(all.at(-1)).toContain(`the relay 127.0.0.1:${port} did not take`);
  wallet.relay.isClosed = false;
  wallet.relay.freeze();
  all.push(await saidBy(connectOver(at(port))));
  for (const said of all) for (const secret of SECRETS) expect(said).not.toContain(secret);
});
