import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { createNetworks } from "#platform/networks.ts";
import { allOutgoing, allReceipts, invoiceOf, pay, type Wanted } from "../conformance/counterparty.harness.ts";
import { NotConnected } from "../errors.ts";
import { createPhoenixdLink } from "./exchange.ts";
import { connectPhoenixdNode, feeReserve } from "./phoenixd.ts";
import { type FakePhoenixd, LIMITED_PASSWORD, startFakePhoenixd } from "./testing/phoenixd.harness.ts";

/** A busy machine takes seconds for an answer that comes. */
const PAY_WAIT_MS = 60_000;
/** For answers that do not come. */
const SHORT_WAIT_MS = 1_000;

let fake: FakePhoenixd;
let node: LightningNode;
const opened: LightningNode[] = [];
beforeEach(async () => {
  fake = await startFakePhoenixd();
  node = connect();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await fake.stop();
});

function connect(payWaitMs = PAY_WAIT_MS): LightningNode {
  const { host, port, credentialFile } = fake;
  const one = connectPhoenixdNode({ host, port, credentialFile, clock: machineClock, payWaitMs });
  opened.push(one);
  return one;
}

const wanted = (changes: { readonly hold?: boolean; readonly msats?: bigint } = {}): Promise<Wanted> =>
  fake.node.counterparty.invoice({ msats: 1_000_000n, ...changes });
const state = async ({ paymentHash }: Wanted) => (await node.lookupOutgoing(paymentHash)).kind;

async function receive(amount = 1_000_000n): Promise<Uint8Array> {
  const { invoice, paymentHash } = await invoiceOf(node, amount);
  expect(await fake.receive(invoice)).toBe(true);
  return paymentHash;
}

describe("what phoenixd answers to an order is no proof", () => {
  it("a paid payment that it calls failed is settled", async () => {
    const one = await wanted();
    fake.fault = "contradict";
    expect((await pay(node, one)).kind).toBe("settled");
  });

  it("a failed payment that it calls paid is not settled without the preimage of its hash", async () => {
    const one = await wanted({ hold: true });
    fake.fault = "contradict";
    const paid = pay(node, one);
    await expect.poll(() => fake.node.counterparty.isHeld(one.paymentHash)).toBe(true);
    await fake.node.counterparty.fail(one.paymentHash);
    expect((await paid).kind).toBe("failed");
  });

  it("a preimage of the hash is never a failure, whatever the look-up says", async () => {
    const one = await wanted();
    fake.api.bend = ({ preimage: _, ...item }) => ({ ...item, isPaid: false });
    expect((await pay(node, one)).kind).toBe("unknown");
  });

  it("a record with the preimage of the hash is no failure, and without it one", async () => {
    const one = await wanted();
    await pay(node, one);
    fake.api.bend = (item) => ({ ...item, isPaid: false });
    expect((await node.lookupOutgoing(one.paymentHash)).kind).toBe("in_flight");
    fake.api.bend = ({ preimage: _, ...item }) => ({ ...item, isPaid: false });
    expect((await node.lookupOutgoing(one.paymentHash)).kind).toBe("failed");
  });

  it("an order that it does not answer is in flight, or what the look-up says", async () => {
    node = connect(SHORT_WAIT_MS);
    const [held, done] = [await wanted({ hold: true }), await wanted()];
    expect(await pay(node, held)).toEqual({ kind: "in_flight" });
    fake.fault = "hang";
    expect((await pay(node, done)).kind).toBe("settled");
  });

  it("an answer that trickles is waited for as long as one that does not come", async () => {
    node = connect(SHORT_WAIT_MS);
    const one = await wanted();
    fake.fault = "trickle";
    const begunMs = machineClock.monotonicMs();
    expect((await pay(node, one)).kind).toBe("settled");
    expect(machineClock.monotonicMs() - begunMs).toBeLessThan(20 * SHORT_WAIT_MS);
  });

  it("an answer that comes late or twice changes nothing", async () => {
    for (const fault of [{ lateMs: 100 }, "twice"] as const) {
      fake.fault = fault;
      expect((await pay(node, await wanted())).kind).toBe("settled");
    }
    expect(fake.orders).toHaveLength(2);
  });

  it("a broken connection leaves a payment unknown, done or not", async () => {
    const [done, lost] = [await wanted(), await wanted()];
    fake.fault = "cut";
    expect((await pay(node, done)).kind).toBe("unknown");
    await expect.poll(() => state(done)).toBe("settled");
    fake.fault = "lose";
    expect((await pay(node, lost)).kind).toBe("unknown");
    expect(await state(lost)).toBe("not_found");
  });

  it.each([
    [500, "unknown"],
    [503, "unknown"],
    [400, "not_sent"],
    [401, "not_sent"],
  ])("status %i without a record is %s", async (status, kind) => {
    fake.fault = { status, text: "because" };
    expect(await pay(node, await wanted())).toMatchObject({ kind, detail: expect.stringContaining("because") });
  });

  it("nothing is paid by the question what the password may do", async () => {
    expect(await node.permissions()).toEqual({ lacking: [], needless: [] });
    fake.fault = { status: 502, text: "a proxy" };
    expect(await node.permissions()).toBeUndefined();
    expect(fake.orders).toEqual([]);
  });

  it("a failure that phoenixd has no record of is unknown, unless it says that it began nothing", async () => {
    const failed = (reason: string) => ({ status: 200, text: JSON.stringify({ paymentHash: "00", reason }) });
    fake.fault = failed("this invoice has already been paid");
    expect((await pay(node, await wanted())).kind).toBe("unknown");
    fake.fault = failed("payment request features not supported");
    expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent", reason: "refused" });
  });

  it("a payment that had failed and settles later is settled at the next look", async () => {
    const one = await wanted({ hold: true });
    const paid = pay(node, one);
    await expect.poll(() => fake.node.counterparty.isHeld(one.paymentHash)).toBe(true);
    await fake.node.counterparty.fail(one.paymentHash);
    expect(await paid).toEqual({ kind: "failed", reason: "recipient_rejected" });
    fake.node.paying.settleFailed(one.paymentHash);
    expect(await state(one)).toBe("settled");
  });
});

describe("one attempt a hash", () => {
  it("orders nothing that phoenixd has a record of, failed ones included", async () => {
    const [done, failed] = [await wanted(), await wanted({ msats: 90_000_000_000n })];
    const feeLimit = msats(1_000_000_000n);
    for (const one of [done, failed]) {
      await pay(node, one, { feeLimit });
      expect(await pay(connect(), one, { feeLimit })).toEqual({ kind: "not_sent", reason: "known_hash" });
    }
    expect(fake.orders).toEqual([done.invoice, failed.invoice]);
  });

  it("never has two orders of one hash under way", async () => {
    const one = await wanted();
    fake.fault = { lateMs: 50 };
    const outcomes = await Promise.all([pay(node, one), pay(node, one), pay(node, one)]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["not_sent", "not_sent", "settled"]);
    expect(fake.orders).toHaveLength(1);
  });
});

describe("nothing is ordered", () => {
  it("of a part of a sat, with too small a fee limit, or for another hash", async () => {
    const [one, part] = [await wanted(), await wanted({ msats: 1_000_001n })];
    const least = feeReserve(msats(1_000_000n));
    const refused = { kind: "not_sent", reason: "refused" };
    expect(await pay(node, part)).toMatchObject(refused);
    expect(await pay(node, one, { feeLimit: msats(least - 1n) })).toMatchObject(refused);
    expect(await pay(node, { ...one, paymentHash: part.paymentHash })).toMatchObject(refused);
    expect(await pay(node, { ...one, invoice: "lnbcrt1" })).toMatchObject(refused);
    expect(fake.orders).toEqual([]);
    expect((await pay(node, one, { feeLimit: least })).kind).toBe("settled");
  });

  it("when phoenixd does not let us in, and the reason is said", async () => {
    writeFileSync(fake.credentialFile, "wrong");
    expect(await pay(node, await wanted())).toMatchObject({
      reason: "unreachable",
      detail: "phoenixd does not take the password in LEYDEN_NODE_CREDENTIAL",
    });
    await expect(node.info()).rejects.toMatchObject({ why: "credential" });
    writeFileSync(fake.credentialFile, LIMITED_PASSWORD);
    expect(await pay(node, await wanted())).toMatchObject({
      reason: "refused",
      detail: expect.stringContaining("the password in LEYDEN_NODE_CREDENTIAL may not pay"),
    });
    const lacking = [{ name: "payinvoice", neededFor: "service", stops: "payments" }];
    expect(await node.permissions()).toEqual({ lacking, needless: [] });
    writeFileSync(fake.credentialFile, " \n");
    await expect(node.info()).rejects.toMatchObject({ why: "file", message: expect.stringContaining("no password") });
    expect(fake.orders).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ["a server without its paths", (_, response) => response.writeHead(404).end("<html>")],
    ["a page", (_, response) => response.end("<html>")],
    ["what speaks no HTTP", ({ socket }) => socket.end("\u0015\u0003\u0001")],
  ])("to %s, which is said apart, whatever is asked", async (_, handler) => {
    const server = createServer(handler).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { host, credentialFile } = fake;
    const other = connectPhoenixdNode({ host, port, credentialFile, clock: machineClock });
    opened.push(other);
    other.requireNode(fake.node.report.nodeId);
    const causes = [other.info(), other.balances()].map((asked) => asked.catch((error: NodeUnavailable) => error.why));
    expect(await Promise.all(causes)).toEqual(["stranger", "stranger"]);
    expect(await pay(other, await wanted())).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    server.close();
  });

  it("to an address that is neither this machine nor private: not even the password is sent", async () => {
    const link = createPhoenixdLink(fake, machineClock, createNetworks(["10.0.0.0/8"]));
    await expect(link.who()).rejects.toThrow(NotConnected);
    await expect(link.who()).rejects.toThrow("use a tunnel");
    expect(fake.asked).toEqual([]);
  });

  it("when the deadline passes while it is asked who it is", async () => {
    const one = await wanted();
    const deadlineMonotonicMs = machineClock.monotonicMs();
    expect(await pay(node, one, { deadlineMonotonicMs })).toEqual({ kind: "not_sent", reason: "deadline" });
    expect(fake.asked).not.toContain("/payinvoice");
  });
});

it("reserves what phoenixd takes, rounded up", () => {
  expect(feeReserve(msats(1_000n))).toBe(4_004n);
  expect(feeReserve(msats(1n))).toBe(4_001n);
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 14n), (amount) => {
      const taken = 4_000n + (amount * 4_000n) / 1_000_000n;
      expect(feeReserve(msats(amount)) - taken).toBeGreaterThanOrEqual(0n);
      expect(feeReserve(msats(amount)) - taken).toBeLessThanOrEqual(1n);
    }),
    { numRuns: inject("runs") * 100 },
  );
});

describe("the lists", () => {
  it("are read in pages as small as phoenixd likes, also when one is added between two", async () => {
    fake.api.pageMax = 3;
    const hashes: Uint8Array[] = [];
    for (let i = 0; i < 8; i++) hashes.push(await receive());
    for (let i = 0; i < 8; i++) await pay(node, await wanted());
    let late: Promise<Uint8Array> | undefined;
    fake.api.bend = (item) => {
      late ??= receive();
      return item;
    };
    const receipts = await allReceipts(node, "");
    expect(receipts.slice(0, 8).map(({ paymentHash }) => paymentHash)).toEqual(hashes);
    expect(await allReceipts(node, receipts[7]?.cursor ?? "")).toMatchObject([{ paymentHash: await late }]);
    expect(await allOutgoing(node, "")).toHaveLength(8);
  });

  it("have a receipt that was stored while its clock was a day ahead, and hide none after it", async () => {
    const ahead = Buffer.from(await receive()).toString("hex");
    fake.api.bend = (item) =>
      item["paymentHash"] === ahead ? { ...item, completedAt: Number(item["completedAt"]) + 24 * 3_600_000 } : item;
    const found = await allReceipts(node, "");
    expect(found).toHaveLength(1);
    const paymentHash = await receive();
    expect(await allReceipts(node, found[0]?.cursor ?? "")).toMatchObject([{ paymentHash }]);
  });

  it("hide nothing that turns up before the cursor, and the cursor never goes back", async () => {
    const first = await receive();
    const [seen] = await allReceipts(node, "");
    if (seen === undefined) throw new Error("no receipt");
    const late = await receive();
    const at = Number(seen.cursor.split(":")[0]) - 1_000;
    const isLate = (item: { paymentHash?: unknown }) => item.paymentHash === Buffer.from(late).toString("hex");
    fake.api.bend = (item) => (isLate(item) ? { ...item, completedAt: at } : item);

    const [found] = await node.received(seen.cursor, 0);
    expect(found).toMatchObject({ paymentHash: late });
    const placeIn = (cursor = "") => cursor.split("#")[0];
    expect(placeIn(found?.cursor)).toBe(placeIn(seen.cursor));
    expect(await node.received(seen.cursor, 0)).toMatchObject([{ paymentHash: late }]); // it may not have been credited
    const [credited] = await node.received(seen.cursor, 0);
    expect(await node.received(credited?.cursor ?? "", 0)).toEqual([]);
    const again = await connect().received(seen.cursor, 0);
    expect(again.map((item) => item.kind === "receipt" && item.paymentHash)).toEqual([late, first]);
  });

  it("read a new receipt when the websocket says so, also after a restart", async () => {
    for (const isRestarted of [false, true]) {
      if (isRestarted) await fake.restart();
      const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
      const coming = node.received(cursor, 20_000);
      await expect.poll(() => fake.listeners(), { timeout: 5_000 }).toBe(1);
      const paymentHash = await receive();
      fake.announce();
      expect(await coming).toMatchObject([{ paymentHash }]);
    }
  });

  it("leave out what is no payment of a hash", async () => {
    await pay(node, await wanted());
    await pay(node, await wanted());
    let isFirst = true;
    fake.api.bend = (item) => {
      const { paymentHash: _, ...other } = item;
      const bent = isFirst ? { ...other, subType: "auto_liquidity", txId: "00" } : item;
      isFirst = !isFirst;
      return bent;
    };
    expect(await node.outgoing("")).toHaveLength(1);
  });

  it("refuse the place of another node's list", async () => {
    await expect(node.received("17", 0)).rejects.toThrow(NodeUnavailable);
  });
});

describe("what was received", () => {
  /** What phoenixd says of a receipt of 1,000 sat. */
  const paid = async (item: Record<string, unknown>) => {
    const paymentHash = await receive(1_000_000n);
    fake.api.bend = (one) => ({ ...one, ...item });
    const { kind: _, preimage: __, ...looked } = (await node.lookupIncoming(paymentHash)) as Record<string, unknown>;
    const [{ paymentHash: ___, cursor: ____, ...listed } = {} as Record<string, unknown>] = await allReceipts(node, "");
    expect(listed).toMatchObject({ ...looked, kind: "receipt" });
    return { amount: looked["amount"], cost: looked["cost"] };
  };

  it.each([
    ["a channel was opened", { receivedSat: 800, fees: 200_000 }, 1_000_000n, 200_000n],
    ["fee credit paid a part of it", { receivedSat: 850, fees: 200_000 }, 1_000_000n, 200_000n],
    ["fee credit paid all of it", { receivedSat: 1_000, fees: 200_000 }, 1_000_000n, 200_000n],
    ["the payer paid more", { receivedSat: 1_500, fees: 0 }, 1_500_000n, 0n],
    ["it became fee credit", { receivedSat: 1_000, fees: 0 }, 1_000_000n, 0n],
    [
      "a version before 0.6.3 says it",
      { requestedSat: undefined, receivedSat: 800, fees: 200_000 },
      1_000_000n,
      200_000n,
    ],
    ["nothing was asked for", { requestedSat: undefined, invoice: undefined, receivedSat: 800, fees: 9 }, 800_000n, 9n],
  ])("is never more than the payer paid: %s", async (_, item, amount, cost) => {
    expect(await paid(item)).toEqual({ amount, cost });
  });
});

describe("what it holds", () => {
  it("is known to the msat, also while the peer is away", async () => {
    const before = await node.balances();
    await pay(node, await wanted({ msats: 1_234_000n }));
    expect(before.channels - (await node.balances()).channels).toBe(1_234_000n + 4_000n + 4_936n);
    fake.isOffline = true;
    expect((await node.balances()).channels).toBe(before.channels - 1_242_936n);
    expect(await node.info()).toMatchObject({ usableChannels: 0, sendable: 0n });
  });
});

describe("nonsense is no answer", () => {
  it.each([
    { isPaid: "yes" },
    { isPaid: true, preimage: "00" },
    { fees: -1 },
    { fees: "1" },
    { sent: 1.5 },
    { paymentHash: "11".repeat(32) },
    { paymentId: undefined },
    { createdAt: "today" },
  ])("of an outgoing payment: %j", async (nonsense) => {
    const one = await wanted();
    await pay(node, one);
    fake.api.bend = (item) => ({ ...item, ...nonsense });
    await expect(node.lookupOutgoing(one.paymentHash)).rejects.toThrow(NodeUnavailable);
  });

  it.each([{ isPaid: 1 }, { receivedSat: "1" }, { fees: -1 }, { completedAt: undefined }, { preimage: "" }])(
    "of an incoming payment: %j",
    async (nonsense) => {
      const paymentHash = await receive();
      fake.api.bend = (item) => ({ ...item, ...nonsense });
      await expect(node.lookupIncoming(paymentHash)).rejects.toThrow(NodeUnavailable);
    },
  );
});
