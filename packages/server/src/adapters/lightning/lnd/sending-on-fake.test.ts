import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { paymentsIn } from "../conformance/counterparty.harness.ts";
import { cutAfter, cutBefore, cutInside, fails, hangs, nonsense, twice } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { callsOf, pairsOfEachTest, quickClock, sleepsOf, wantedFrom } from "./testing/pair.harness.ts";
import { paymentJson } from "./testing/payment-json.harness.ts";
import { jsonOf } from "./testing/rest.harness.ts";

const given = pairsOfEachTest();

/** All takes a twentieth of its time. */
const TWENTY_TIMES: Clock = {
  ...sleepsOf((ms) => ms / 20),
  monotonicMs: () => machineClock.monotonicMs() * 20,
};

describe("a payment through LND", () => {
  it("is not sent when no byte of it has left", async () => {
    const { lnd, node } = await given(
      {},
      sleepsOf((ms) => (ms === 5_000 ? 800 : ms)),
    );
    const { request, paymentHash, references } = await wantedFrom(lnd);
    const unreachable = { kind: "not_sent", reason: "unreachable" };

    for (const door of ["shut", "silent"] as const) {
      lnd.door = door;
      expect([door, await node.pay(request)]).toMatchObject([door, unreachable]);
    }
    lnd.door = "open";
    lnd.kill();
    expect(await node.pay(request)).toMatchObject(unreachable);
    await lnd.start();

    expect(callsOf(lnd, "SendPaymentV2")).toBe(0);
    expect(references).toEqual([]);
    expect(await node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });
    expect((await node.pay(request)).kind).toBe("settled");
  });

  it.each([
    ["before the node has it", cutBefore(), "not_found"],
    ["before the outcome", cutAfter(), "settled"],
    ["in the outcome", cutInside(), "settled"],
    ["by nonsense", nonsense("<html>"), "settled"],
    ["by an outcome without its fields", nonsense('{"result":{"status":"FAILED"}}\n'), "settled"],
    ["by nothing at all", nonsense("{}\n"), "settled"],
  ])("is unknown when bytes of it have left and the answer ends %s", async (_, fault, then) => {
    const { lnd, node } = await given();
    const { request, paymentHash } = await wantedFrom(lnd);
    lnd.next("SendPaymentV2", fault);

    expect((await node.pay(request)).kind).toBe("unknown");

    await expect.poll(async () => (await node.lookupOutgoing(paymentHash)).kind).toBe(then);
  });

  it("is unknown when the node says something that cannot be: a preimage of another hash, another payment", async () => {
    const { lnd, node } = await given();
    const [mine, other] = [await wantedFrom(lnd), await wantedFrom(lnd)];
    expect((await node.pay(other.request)).kind).toBe("settled");
    const settled = lnd.now.payments.find(bytesToHex(other.paymentHash));
    if (settled === undefined) throw new Error("no payment");
    const answers = [settled, { ...settled, hash: bytesToHex(mine.paymentHash) }].map(
      (one) => `${jsonOf({ result: paymentJson(one) })}\n`,
    );

    for (const answer of answers) {
      const { request, paymentHash } = mine;
      lnd.next("SendPaymentV2", nonsense(answer, { acts: false }));
      expect((await node.pay(request)).kind).toBe("unknown");
      lnd.next("TrackPaymentV2", nonsense(answer, { acts: false }));
      await expect(node.lookupOutgoing(paymentHash)).rejects.toThrow(NodeUnavailable);
    }
  });

  it("that is AMP has a place in the list, and a look-up says what it took; none of ours is settled so", async () => {
    const { lnd, node } = await given();
    const [amp, plain] = [await wantedFrom(lnd), await wantedFrom(lnd)];
    for (const { request } of [amp, plain]) expect((await node.pay(request)).kind).toBe("settled");
    const payment = lnd.now.payments.find(bytesToHex(amp.paymentHash));
    if (payment === undefined) throw new Error("no payment");
    Object.assign(payment, { isAmp: true, preimage: "22".repeat(32) });

    const { paymentHash } = amp;
    const place = bytesToHex(paymentHash);
    expect(await node.outgoing("")).toMatchObject([
      { kind: "unreadable", cursor: "1", place, paymentHash, amount: 1_000_000n },
      { kind: "payment", paymentHash: plain.paymentHash },
    ]);
    expect(await node.lookupOutgoing(paymentHash)).toMatchObject({ kind: "settled", fee: 1_100n });
    const { cursor } = await node.finished("", 0);
    Object.assign(payment, { isAmp: undefined });
    await expect(node.lookupOutgoing(paymentHash)).rejects.toThrow(NodeUnavailable);
    expect((await node.finished(cursor, 0)).payments).toEqual([]);
  });

  it("is unknown when an error comes inside of a 200, whatever the error says", async () => {
    for (const error of [
      new RpcError(2, "routerrpc server shutting down"),
      new RpcError(5, "no"),
      new RpcError(3, "no"),
    ]) {
      const { lnd, node } = await given();
      const { request, paymentHash } = await wantedFrom(lnd);
      const { code, message } = error;
      const inside = `${JSON.stringify({ error: { code, message } })}\n`;
      lnd.next("SendPaymentV2", nonsense(inside));

      expect(await node.pay(request)).toMatchObject({ kind: "unknown", detail: expect.stringContaining(message) });

      await expect.poll(async () => (await node.lookupOutgoing(paymentHash)).kind).toBe("settled");
    }
  });

  it("asks the node for nothing but the outcome", async () => {
    const { lnd, node } = await given();
    const { request, references } = await wantedFrom(lnd);
    expect((await node.pay(request)).kind).toBe("settled");
    const [sent] = lnd.calls.filter(({ name }) => name === "SendPaymentV2");
    expect(sent?.request).toMatchObject({ no_inflight_updates: true });
    expect(callsOf(lnd, "TrackPaymentV2")).toBe(0);
    expect(references).toHaveLength(1);
  });

  it.each([
    ["in flight when it says so beside", undefined, "in_flight", 1],
    ["in flight when it says so the second time", fails(new RpcError(2, "busy")), "in_flight", 1],
    ["unknown when it does not say so either", hangs(), "unknown", 0],
  ] as const)("is %s, while the node gives no outcome", async (_, fault, kind, named) => {
    const { lnd, node } = await given({}, TWENTY_TIMES);
    const draft = { msats: 1_000_000n, hold: true };
    const { request, paymentHash, references } = await wantedFrom(lnd, draft, { deadlineMonotonicMs: Infinity });
    lnd.next("SendPaymentV2", hangs());
    if (fault?.kind === "hang") lnd.always("TrackPaymentV2", fault);
    else if (fault !== undefined) lnd.next("TrackPaymentV2", fault);

    expect((await node.pay(request)).kind).toBe(kind);

    expect(references).toHaveLength(named);
    lnd.always("TrackPaymentV2", undefined);
    expect(await node.lookupOutgoing(paymentHash, references[0])).toMatchObject({ kind: "in_flight" });
  });

  it("is not named after an attempt from before, which the node has under the hash while it has not begun", async () => {
    const { lnd, node } = await given({}, TWENTY_TIMES);
    const draft = { msats: 1_000_000n, hold: true };
    const { request, paymentHash, references } = await wantedFrom(lnd, draft, { deadlineMonotonicMs: Infinity });
    const failing = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    lnd.now.payments.giveBack(bytesToHex(paymentHash));
    expect((await failing).kind).toBe("failed");
    const before = references.length;

    lnd.next("SendPaymentV2", hangs({ acts: false }));
    expect((await node.pay(request)).kind).toBe("unknown");

    expect(references).toHaveLength(before);
  });

  it("is refused when the node takes no such request and knows nothing of it afterwards", async () => {
    const { lnd, node } = await given();
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 1_000_000n, minFinalCltvExpiry: 1_010 });
    const outcome = await node.pay(request);
    expect(["refused", "no_route"]).toContain("reason" in outcome ? outcome.reason : outcome.kind);
    expect(await node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });

    const plain = await wantedFrom(lnd);
    lnd.next("SendPaymentV2", fails(new RpcError(2, "something went wrong")));
    expect(await node.pay(plain.request)).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(await lnd.counterparty.receivedMsats(plain.paymentHash)).toBe(0n);
  });

  it("is not refused by an error alone: the node may have begun it, and a look-up that fails proves nothing", async () => {
    for (const acts of [true, false]) {
      const { lnd, node } = await given();
      const { request, paymentHash } = await wantedFrom(lnd);
      lnd.next("SendPaymentV2", fails(new RpcError(2, "something went wrong"), { acts }));
      if (!acts) lnd.next("TrackPaymentV2", fails(new RpcError(2, "permission denied")));

      expect(["unknown", "in_flight", "settled"]).toContain((await node.pay(request)).kind);

      const then = acts ? "settled" : "not_found";
      await expect.poll(async () => (await node.lookupOutgoing(paymentHash)).kind).toBe(then);
    }
  });

  it("is settled by its status, whatever reason of a failure stands beside it", async () => {
    for (const reason of ["FAILURE_REASON_CANCELED", "FAILURE_REASON_TIMEOUT"] as const) {
      const { lnd, node } = await given();
      const { request, paymentHash } = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
      const paid = node.pay(request);
      await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
      const payment = lnd.now.payments.find(bytesToHex(paymentHash));
      if (payment !== undefined) payment.reason = reason;
      expect(await node.lookupOutgoing(paymentHash)).toMatchObject({ kind: "in_flight" });

      lnd.now.payments.settle(bytesToHex(paymentHash), { reason });

      expect(await paid).toMatchObject({ kind: "settled", fee: 1_100n });
      expect(await node.lookupOutgoing(paymentHash)).toEqual(await paid);
      expect(paymentsIn(await node.outgoing("")).at(-1)?.status).toEqual(await paid);
    }
  });

  it("is in flight until its last part is settled, and its fee is that of all parts", async () => {
    const { lnd, node } = await given();
    lnd.now.payments.parts = 3;
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 3_000_000n, hold: true });
    const paid = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    lnd.now.payments.settle(bytesToHex(paymentHash), { leaving: 1 });
    expect(await node.lookupOutgoing(paymentHash)).toMatchObject({ kind: "in_flight" });
    expect(paymentsIn(await node.outgoing("")).at(-1)?.status.kind).toBe("in_flight");
    lnd.now.payments.settle(bytesToHex(paymentHash));
    expect(await paid).toMatchObject({ kind: "settled", fee: 3_300n });
  });

  it("is in flight while some parts are lost and others held, and fails when the node says so", async () => {
    const { lnd, node } = await given();
    Object.assign(lnd.now.payments, { parts: 3, lostParts: 1 });
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 3_000_000n });
    const paid = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    expect(await node.lookupOutgoing(paymentHash)).toMatchObject({ kind: "in_flight" });
    lnd.now.payments.giveBack(bytesToHex(paymentHash), "FAILURE_REASON_TIMEOUT");
    expect(await paid).toEqual({ kind: "failed", reason: "timeout" });
  });

  it("is sent once when each message comes twice, and its reference is the same one", async () => {
    const { lnd, node } = await given();
    const { request, paymentHash, references } = await wantedFrom(lnd);
    lnd.next("SendPaymentV2", twice());
    expect((await node.pay(request)).kind).toBe("settled");
    expect(new Set(references).size).toBe(1);
    expect(await lnd.counterparty.receivedMsats(paymentHash)).toBe(1_000_000n);
  });

  it("has a hash in any bytes, which stands padded in the path", async () => {
    const { node } = await given();
    for (const byte of [0xff, 0xfb, 0xbe, 0x00])
      expect(await node.lookupOutgoing(new Uint8Array(32).fill(byte))).toEqual({ kind: "not_found" });
  });

  it("is not sent for a hash that the node has or is paying", async () => {
    const { lnd, node } = await given();
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
    const first = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    expect(["not_sent", "in_flight"]).toContain((await node.pay(request)).kind);
    await lnd.counterparty.settle(paymentHash);
    expect((await first).kind).toBe("settled");
    expect(["not_sent", "settled"]).toContain((await node.pay(request)).kind);
    expect(await lnd.counterparty.receivedMsats(paymentHash)).toBe(1_000_000n);
  });
});

describe.each(["bbolt", "sql"] as const)("the reference of an attempt on %s", (database) => {
  it("is another one after a failure, also where the index is given again, and to the last digit", async () => {
    const { lnd, node } = await given({ database }, quickClock);
    const now = BigInt(machineClock.now().getTime()) * 1_000_000n;
    let turns = 0n;
    lnd.now.payments.nowNs = () => now + turns++;
    const { request, paymentHash, references } = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
    const failing = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    lnd.now.payments.giveBack(bytesToHex(paymentHash));
    expect(await failing).toEqual({ kind: "failed", reason: "recipient_rejected" });
    const again = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    await expect.poll(() => new Set(references).size).toBe(2);
    const [first = "", second = ""] = new Set(references);

    expect(await node.lookupOutgoing(paymentHash, second)).toMatchObject({ kind: "in_flight" });
    expect((await node.lookupOutgoing(paymentHash, first)).kind).toBe("in_flight"); // it may have been named anew
    await lnd.counterparty.settle(paymentHash);
    expect((await again).kind).toBe("settled");
    expect(await node.lookupOutgoing(paymentHash, second)).toEqual(await again);
    expect(await node.lookupOutgoing(paymentHash, first)).toEqual(await again);
  });
});

describe("a payment whose node was killed", () => {
  it.each([
    ["before_storing", "not_found"],
    ["stored", "failed"],
    ["attempt_stored", "in_flight"],
    ["htlc_sent", "settled"],
  ] as const)("at %s is unknown, and afterwards %s", async (dieAt, then) => {
    const { lnd, node } = await given();
    const { request, paymentHash } = await wantedFrom(lnd);
    lnd.now.payments.dieAt = dieAt;
    expect((await node.pay(request)).kind).toBe("unknown");
    await lnd.start();
    await expect.poll(async () => (await node.lookupOutgoing(paymentHash)).kind).toBe(then);
    const received = then === "settled" ? 1_000_000n : 0n;
    expect(await lnd.counterparty.receivedMsats(paymentHash)).toBe(received);
  });

  it("is not found when the node was put back to a copy or its payments were deleted, and nothing is made of it", async () => {
    const { lnd, node } = await given();
    const putBack = lnd.keep();
    const { request, paymentHash, references } = await wantedFrom(lnd);
    expect((await node.pay(request)).kind).toBe("settled");
    putBack();
    expect(await node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });
    expect(await node.lookupOutgoing(paymentHash, references[0])).toEqual({ kind: "not_found" });
  });
});
