import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LightningNode, NodeBalances } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectClnNode } from "../../src/adapters/lightning/cln/cln.ts";
import { agentFor, exchange } from "../lnd/exchange.harness.ts";
import { until } from "../lnd/process.harness.ts";
import { type ClnNetwork, startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, writeRune } from "./rune.harness.ts";

const START_MS = 300_000;
/** More than all transactions that close one channel cost, and far less than a side of one. */
const FEES_MAX = 50_000_000n;

/** What the node holds may never look like more than it was, nor like less than it was without the fees. */
describe("channels of Core Lightning that close", () => {
  let network: ClnNetwork;
  let node: LightningNode;
  let before: bigint;

  beforeAll(async () => {
    network = await startClnNetwork();
    const { ours, router } = network;
    const { certFile, restPort: port } = ours;
    const credentialFile = await writeRune(ours, "leyden", restrictionsOfGuide());
    node = connectClnNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
    const { identity_pubkey: id } = await router.get("/v1/getinfo");
    await ours.call("fundchannel", { id, amount: 6_000_000, push_msat: 2_000_000_000 });
    await network.mine(1);
    await until("three channels", async () => (await openChannels()).length === 3);
  }, START_MS);
  beforeEach(async () => {
    before = await held();
  });
  afterAll(async () => {
    await node?.close();
    await network?.stop();
  });

  const all = ({ channels, outgoingHtlcs, opening, closing, onchain }: NodeBalances) =>
    channels + outgoingHtlcs + opening + closing + onchain;
  const held = async () => all(await node.balances());

  type Listed = {
    readonly channel_id: string;
    readonly funding_txid: string;
    readonly funding_outnum: number;
    readonly state: string;
    readonly peer_connected: boolean;
    readonly status: readonly string[];
  };
  const channels = async (): Promise<readonly Listed[]> => (await network.ours.call("listpeerchannels")).channels;
  const openChannels = async () => (await channels()).filter(({ state }) => state === "CHANNELD_NORMAL");
  const statusOf = async (id: string) => String((await channels()).find(({ channel_id }) => channel_id === id)?.status);

  async function oneOpen(): Promise<Listed> {
    const [channel] = await openChannels();
    if (channel === undefined) throw new Error("no channel is open");
    return channel;
  }

  async function check(): Promise<void> {
    const now = await held();
    expect(now).toBeLessThanOrEqual(before);
    expect(now).toBeGreaterThan(before - FEES_MAX);
  }

  async function mine(blocks: number): Promise<void> {
    await network.chain.mine(blocks);
    await network.ours.synced();
    await check();
  }

  /** Until the node says that all is over; blocks that only wait are mined at once. */
  async function resolve(id: string): Promise<void> {
    for (let looks = 0; !/All outputs resolved/.test(await statusOf(id)); looks++) {
      expect(looks).toBeLessThan(60);
      const waits = Number(/in ([0-9]+) blocks/.exec(await statusOf(id))?.[1] ?? 0);
      await mine(Math.max(1, waits - 2));
    }
    for (let blocks = 0; blocks < 3; blocks++) await mine(1);
    const { closing } = await node.balances();
    expect(closing).toBe(0n);
  }

  it("in agreement", { timeout: START_MS }, async () => {
    const { channel_id: id } = await oneOpen();
    await network.ours.call("close", { id, unilateraltimeout: 0 });
    await check();
    await resolve(id);
  });

  it("by the peer alone", { timeout: START_MS }, async () => {
    const { channel_id: id, funding_txid: txid, funding_outnum: place } = await oneOpen();
    const { router } = network;
    const agent = agentFor(readFileSync(router.certFile, "utf8"));
    const macaroon = readFileSync(router.adminMacaroonFile).toString("hex");
    const url = `https://127.0.0.1:${router.restPort}/v1/channels/${txid}/${place}?force=true`;
    const closed = exchange(url, { method: "DELETE", agent, headers: { "grpc-metadata-macaroon": macaroon } });
    closed.catch(() => undefined); // it tells until it is over
    await until("the transaction", async () => {
      const { waiting_close_channels: waiting } = await router.get("/v1/channels/pending");
      return waiting.some((one: { readonly closing_txid: string }) => one.closing_txid !== "");
    });
    await mine(1);
    await until("the close", async () => (await openChannels()).every(({ channel_id }) => channel_id !== id));
    await check();
    await resolve(id);
    agent.destroy();
  });

  it("by us alone, while the peer is away", { timeout: START_MS }, async () => {
    const { channel_id: id, funding_txid: txid, funding_outnum: place } = await oneOpen();
    await network.router.end();
    await until("the peer is away", async () => (await channels()).every((one) => !one.peer_connected));
    await network.ours.call("close", { id, unilateraltimeout: 1 });
    await check();
    const shown = (await node.operations?.channels())?.find(({ point }) => point === `${txid}:${place}`);
    expect(shown).toMatchObject({ state: "closing", isForced: true });
    await resolve(id);
  });
});
