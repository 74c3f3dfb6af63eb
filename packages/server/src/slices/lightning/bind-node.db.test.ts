import { beforeEach, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { findTotals } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bindNode } from "./bind-node.ts";
import type { LightningNode } from "./port.ts";
import { findNode } from "./store.ts";
import { createFakeNode, type FakeNode, type FakeNodeOptions } from "./testing/fake-node.harness.ts";

const random = machineRandom();
const KEY = new Uint8Array(32).fill(7);
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
    await database().admin.query(sql`delete from lightning.node`);
    instanceId = random.uuid();
    before = await equity();
  });

  it("writes down the node at the first connection, and books what it holds as equity", async () => {
    const node = givenNode();
    const bound = await bind(node);

    expect(bound).toMatchObject({ nodeId: node.report.nodeId, network: "regtest", instanceId });
    expect(await findNode(database().db)).toEqual(bound);
    expect(await booked()).toBe(FUNDS);
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
    expect(await findNode(database().db)).toEqual(bound);
    expect(await booked()).toBe(FUNDS);
  });

  it("refuses a node with a past beside an empty database", async () => {
    const node = givenNode();
    const { invoice } = await node.createInvoice({
      amount: msats(9_000n),
      description: { kind: "text", text: "earlier" },
      expirySeconds: 600,
    });
    await node.counterparty.pay(invoice);

    await expect(bind(node)).rejects.toThrow("the Lightning node has a past");
    expect(await findNode(database().db)).toBeUndefined();
    expect(await booked()).toBe(0n);
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
