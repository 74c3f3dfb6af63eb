import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, describe, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { findServiceLimits, findTotals } from "#ledger";
import { part, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { acceptPast } from "./accept-past.ts";
import { acceptRealMoney } from "./accept-real-money.ts";
import { bindNode } from "./bind-node.ts";
import { compareNode } from "./compare-node.ts";
import type { LightningNode } from "./port.ts";
import { findRealMoney, listPastHashes } from "./store/first-start.ts";
import { findNode, updateForgotten } from "./store.ts";
import { createFakeNode, type FakeNode, type FakeNodeOptions } from "./testing/fake-node.harness.ts";
import { fakeChannel } from "./testing/fake-operations.harness.ts";

const random = machineRandom();
const KEY = new Uint8Array(32).fill(7);
const NO_LIMITS = { payment: undefined, day: undefined, wallets: undefined, inFlight: undefined };
const FUNDS = msats(5_000_000n);

onDatabase("bindNode", (database) => {
  let instanceId: string;
  let before: bigint;
  const equity = async () => (await findTotals(database().db)).system.get("operator_equity") ?? 0n;
  /** What was booked as equity in this test. */
  const booked = async () => (await equity()) - before;
  const givenNode = (options: Partial<FakeNodeOptions> = {}) =>
    createFakeNode({ clock, key: KEY, funds: FUNDS, coins: [], ...options });
  const bind = (node: LightningNode, instance = instanceId, batch = database().batch) =>
    bindNode({ db: database().db, batch, clock, random, node }, { instanceId: instance });

  beforeEach(async () => {
    for (const table of [part`node`, part`real_money`, part`past`, part`past_hash`])
      await database().admin.query(sql`delete from lightning.${table}`);
    await database().admin.query(sql`update receiving.node_cursor set position = ''`);
    await database().admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
    instanceId = random.uuid();
    before = await equity();
  });

  it("writes down the node at the first connection, and books what it holds as equity", async () => {
    const node = givenNode();
    const bound = await bind(node);

    expect(bound).toMatchObject({ nodeId: node.report.nodeId, network: "regtest", instanceId });
    expect(await findNode(database().db)).toEqual(bound);
    expect(await booked()).toBe(FUNDS);
    expect(await findServiceLimits(database().db)).toEqual(NO_LIMITS);
  });

  it("books channels and on-chain money on their own accounts", async () => {
    const node = givenNode();
    const balances = { ...(await node.balances()), onchain: msats(300n) };
    const systemOf = async () => (await findTotals(database().db)).system;
    const old = await systemOf();
    await bind({ ...node, balances: async () => balances });
    const now = await systemOf();
    const moved = (name: string) => (now.get(name) ?? 0n) - (old.get(name) ?? 0n);
    expect([moved("lightning_node"), moved("onchain"), moved("operator_equity")]).toEqual([
      -FUNDS,
      -300n,
      FUNDS + 300n,
    ]);
  });

  it("accepts the same node again, with a past of its own, and books nothing", async () => {
    const node = givenNode();
    const first = await bind(node);
    const { invoice } = await node.createInvoice({
      amount: msats(9_000n),
      description: { kind: "text", text: "later" },
      expirySeconds: 600,
    });
    await node.counterparty.pay(invoice);
    expect(await node.received("", 0)).toHaveLength(1);

    expect(await bind(node)).toEqual(first);
    expect(await booked()).toBe(FUNDS);
  });

  it.each<[string, () => { node: FakeNode; instance?: string }, string]>([
    ["another node", () => ({ node: givenNode({ key: new Uint8Array(32).fill(8) }) }), "the node is "],
    ["another network", () => ({ node: givenNode({ info: { network: "signet" } }) }), "the node is on signet"],
    ["another data folder", () => ({ node: givenNode(), instance: random.uuid() }), "the data folder belongs to"],
    [
      "the same key with the store of another installation",
      () => ({ node: givenNode({ info: { instanceId: random.uuid() } }) }),
      "the node's store belongs to another data folder",
    ],
  ])("refuses %s, and books nothing", async (_, given, message) => {
    const bound = await bind(givenNode());
    const { node, instance } = given();

    const refused = bind(node, instance);

    await expect(refused).rejects.toBeInstanceOf(OperatorError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ advice: expect.stringContaining("leyden -- node replace") });
    expect(await findNode(database().db)).toEqual(bound);
    expect(await booked()).toBe(FUNDS);
  });

  /** A receipt of 9,000 msats, and a payment of 4,000. */
  async function givenPast(node: FakeNode) {
    const { invoice, paymentHash: received } = await node.createInvoice({
      amount: msats(9_000n),
      description: { kind: "text", text: "earlier" },
      expirySeconds: 600,
    });
    await node.counterparty.pay(invoice);
    const paid = node.payUnasked((await node.counterparty.invoice({ msats: 4_000n })).invoice);
    return { paid, received };
  }

  it("refuses a node with a past beside an empty database", async () => {
    const node = givenNode();
    await givenPast(node);

    await expect(bind(node)).rejects.toThrow("the Lightning node has a past");
    expect(await findNode(database().db)).toBeUndefined();
    expect(await booked()).toBe(0n);
  });

  describe("on mainnet", () => {
    const info = { network: "mainnet" } as const;
    const deps = () => ({ db: database().db, clock });
    const empty = () => {
      const node = givenNode({ info, funds: msats(0n) });
      node.operations.channelList = [];
      return node;
    };

    it("binds nothing before an operator has said yes to real money", async () => {
      await expect(bind(empty())).rejects.toThrow("you have not said yes to real money");
      expect(await findNode(database().db)).toBeUndefined();
      await acceptRealMoney(deps(), "terminal");
      await acceptRealMoney(deps(), "setting"); // the first one counts
      expect(await findRealMoney(database().db)).toMatchObject({ textVersion: 2, givenBy: "terminal" });
      expect(await findServiceLimits(database().db)).toEqual(NO_LIMITS);
      expect(await bind(empty())).toMatchObject({ network: "mainnet" });
      expect(await findServiceLimits(database().db)).toEqual({
        payment: sats(100_000n),
        day: sats(500_000n),
        wallets: sats(2_000_000n),
        inFlight: 20,
      });
    });

    it("refuses a node that holds money or has a channel until an operator has accepted that", async () => {
      await acceptRealMoney(deps(), "setting");
      const withChannel = empty();
      const onlyCoins = givenNode({ info, funds: msats(0n), coins: [1n] });
      withChannel.operations.channelList = [fakeChannel({ local: msats(0n) })];
      onlyCoins.operations.channelList = [];
      for (const node of [withChannel, onlyCoins]) await expect(bind(node)).rejects.toThrow("has a past");
      withChannel.operations.channelList = [];
      await bind(withChannel);
    });

    it("refuses a node that has nothing but an invoice that may still be paid, and says so", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = empty();
      const description = { kind: "text", text: "earlier" } as const;
      const { paymentHash } = await node.createInvoice({ amount: msats(9_000n), description, expirySeconds: 600 });
      await expect(bind(node)).rejects.toThrow(/has a past[\s\S]*invoices {2}some may still be paid/);
      await node.cancelInvoice(paymentHash);
      const silent = { ...node, hasOpenInvoices: async () => undefined };
      expect(await bind(silent)).toMatchObject({ network: "mainnet" });
    });

    it("goes on with open invoices that an operator has accepted", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = empty();
      const description = { kind: "text", text: "earlier" } as const;
      await node.createInvoice({ amount: msats(9_000n), description, expirySeconds: 600 });
      await expect(bind(node)).rejects.toThrow("has a past");
      await acceptPast(deps(), { reason: "mine" });
      expect(await bind(node)).toMatchObject({ network: "mainnet" });
    });

    it("knows what an accepted node paid and received before, and books what it holds", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = givenNode({ info });
      const { paid, received } = await givenPast(node);
      const stuck = node.payUnasked((await node.counterparty.invoice({ msats: 700n, hold: true })).invoice);

      await expect(acceptPast(deps(), { reason: "mine" })).rejects.toThrow("no node with a past");
      await expect(bind(node)).rejects.toThrow(
        /holds .* msats: .* 2200 in flight[\s\S]*channels {2}1\n[\s\S]*payments {2}2, newest .*in_flight[\s\S]*received {2}1 paid/,
      );
      expect(await findNode(database().db)).toBeUndefined();
      expect(await booked()).toBe(0n);
      const { shown } = await acceptPast(deps(), { reason: "mine" });
      expect(shown.join()).toContain(node.report.nodeId);
      const bound = await bind(node);

      expect(await booked()).toBe(FUNDS + 9_000n - 4_000n - 1_500n - 2_200n);
      expect(bound.outgoingHash).toEqual(Buffer.from(paid));
      expect(await node.outgoing(bound.outgoingCursor)).toEqual([]);
      const places = await database().db.query<{ position: string }>(sql`select position from receiving.node_cursor`);
      expect(await node.received(places[0]?.position ?? "", 0)).toEqual([]);
      const hashes = [paid, received, stuck];
      const listed = (isReceipt: boolean) => listPastHashes(database().db, hashes, { isReceipt });
      expect((await listed(false)).map(bytesToHex).toSorted()).toEqual([paid, stuck].map(bytesToHex).toSorted());
      expect((await listed(true)).map(bytesToHex)).toEqual([bytesToHex(received)]);
      await updateForgotten(database().db, { outgoing: undefined, receipt: undefined, lostChannels: 0 });
      const knownHashes = async () => [];
      const onSigns = () => Promise.reject(new Error("a sign of a restore"));
      const looks = { db: database().db, clock, random, node, knownHashes, onSigns, isSameBook: false };
      expect(await compareNode(looks)).toBe(0); // also when the list is read from the beginning
      expect(await acceptPast(deps(), { reason: "again" }).catch((error: Error) => error.message)).toContain("no node");
    });

    it("is shown with a payment that cannot be read, and adopted with it", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = givenNode({ info });
      const { paid } = await givenPast(node);
      const broken = node.payUnasked((await node.counterparty.invoice({ msats: 700n })).invoice);
      node.paying.makeUnreadable(broken, "in_list");

      await expect(bind(node)).rejects.toThrow(/payments {2}2, newest .*settled; 1 of them cannot be read/);
      await acceptPast(deps(), { reason: "mine" });
      const bound = await bind(node);

      expect(bound.outgoingHash).toEqual(Buffer.from(paid));
      expect(await node.outgoing(bound.outgoingCursor)).toEqual([]);
      expect(await listPastHashes(database().db, [broken], { isReceipt: false })).toHaveLength(1);
      await updateForgotten(database().db, { outgoing: undefined, receipt: undefined, lostChannels: 0 });
      const onSigns = () => Promise.reject(new Error("a sign of a restore"));
      const looks = { db: database().db, clock, random, node, knownHashes: async () => [], onSigns };
      expect(await compareNode({ ...looks, isSameBook: false })).toBe(0);
    });

    it("does not accept another node than the one that was shown", async () => {
      await acceptRealMoney(deps(), "setting");
      await expect(bind(givenNode({ info }))).rejects.toThrow("has a past");
      await acceptPast(deps(), { reason: "mine" });
      await expect(bind(givenNode({ info, key: new Uint8Array(32).fill(8) }))).rejects.toThrow("has a past");
      expect(await findNode(database().db)).toBeUndefined();
    });

    it("goes on where a start died that had bound an accepted node", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = givenNode({ info });
      await expect(bind(node)).rejects.toThrow("has a past");
      await acceptPast(deps(), { reason: "mine" });
      await expect(bind(node, instanceId, () => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
      await givenPast(node); // what comes now is read from its lists, and is in no equity
      expect(await booked()).toBe(0n);
      await bind(node);
      expect(await booked()).toBe(FUNDS);
    });

    it("binds once when two starts have a past accepted", async () => {
      await acceptRealMoney(deps(), "setting");
      const node = givenNode({ info });
      await givenPast(node);
      await expect(bind(node)).rejects.toThrow("has a past");
      await acceptPast(deps(), { reason: "mine" });
      const starts = Array.from({ length: 8 }, () => bind(node, instanceId, database().batchOn(clock)));
      expect(new Set((await Promise.all(starts)).map(({ outgoingCursor }) => outgoingCursor)).size).toBe(1);
      expect(await booked()).toBe(FUNDS + 9_000n - 5_500n);
    });
  });

  it("books once when eight processes connect concurrently", async () => {
    const binds = Array.from({ length: 8 }, () => bind(givenNode(), instanceId, database().batchOn(clock)));
    for (const bound of await Promise.all(binds)) expect(bound.instanceId).toBe(instanceId);
    expect(await booked()).toBe(FUNDS);
  });

  it("binds one of two installations that connect concurrently, and refuses the other", async () => {
    const binds = [random.uuid(), random.uuid()].map((id) => bind(givenNode(), id, database().batchOn(clock)));
    const results = await Promise.allSettled(binds);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await booked()).toBe(FUNDS);
  });

  it("books what a first connection was about to book when its process died", async () => {
    const dead = () => Promise.reject(new Error("killed"));
    await expect(bind(givenNode(), instanceId, dead)).rejects.toThrow("killed");
    expect(await booked()).toBe(0n);
    await bind(givenNode());
    expect(await booked()).toBe(FUNDS);
  });
});
