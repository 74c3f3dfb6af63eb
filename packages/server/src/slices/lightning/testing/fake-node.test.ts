import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import type { SendRequest } from "../port.ts";
import { createFakeNode, type FakeNodeOptions } from "./fake-node.harness.ts";
import { cut, fails, hangs, holds, knows, late, pays, settles } from "./fake-plan.harness.ts";

/** A fake node and a request to send that its counterparty waits for. */
async function given(options: Partial<FakeNodeOptions> = {}) {
  const node = createFakeNode({ clock: machineClock, payWaitMs: 0, ...options });
  const references: string[] = [];
  const invoice = await node.counterparty.invoice({ msats: 1_000_000n });
  const request: SendRequest = {
    ...invoice,
    amount: undefined,
    feeLimit: msats(20_000n),
    cltvLimitBlocks: 1_008,
    deadlineMonotonicMs: machineClock.monotonicMs() + 60_000,
    onReference: (reference) => references.push(reference),
  };
  const { paymentHash } = invoice;
  const status = () => node.lookupOutgoing(paymentHash);
  return { node, request, paymentHash, references, status };
}

const UNKNOWN = { kind: "unknown", detail: "the connection broke" };

describe("the fake node", () => {
  it("has paid when only its answer was lost, and was never asked when the request was lost", async () => {
    for (const [plan, then] of [
      [cut(pays()), "settled"],
      [cut(fails()), "failed"],
      [cut(holds()), "in_flight"],
      [cut(), "not_found"],
    ] as const) {
      const { node, request, references, status } = await given();
      node.plan = plan;
      expect(await node.pay(request)).toEqual(UNKNOWN);
      expect((await status()).kind).toBe(then);
      expect(references).toEqual([]);
      expect(node.requests).toEqual([request]);
    }
  });

  it("gives no answer while it hangs, and what it did is found afterwards", async () => {
    const { node, request, references, status } = await given();
    node.plan = hangs();
    const outcome = node.pay(request);
    await expect.poll(status).toMatchObject({ kind: "settled" });
    expect(references).toHaveLength(1);

    node.restart();

    expect(await outcome).toEqual(UNKNOWN);
  });

  it("refuses a hash that it knows, and has done what the plan says", async () => {
    for (const plan of [pays(), fails(), holds()]) {
      const { node, request, references, status } = await given();
      node.plan = knows(plan);
      expect(await node.pay(request)).toEqual({ kind: "not_sent", reason: "known_hash" });
      expect((await status()).kind).toBe({ pay: "settled", fail: "failed", hold: "in_flight" }[String(plan.act.kind)]);
      expect(references).toEqual([]);
    }
  });

  it("pays unasked what a request asks for later, once, and gives no references where it has none", async () => {
    const { node, request, paymentHash, references, status } = await given({ givesReferences: false });
    expect(node.payUnasked(request.invoice)).toEqual(paymentHash);
    expect(node.requests).toEqual([]);
    expect(await node.pay(request)).toEqual(await status());
    expect(await node.counterparty.receivedMsats(paymentHash)).toBe(1_000_000n);
    expect(references).toEqual([]);
  });

  it("answers late", async () => {
    const waited: number[] = [];
    const clock: Clock = { ...machineClock, sleep: async (ms) => void waited.push(ms) };
    const { node, request } = await given({ clock });
    node.plan = late(7_000);

    expect((await node.pay(request)).kind).toBe("settled");
    expect(waited).toEqual([7_000]);
  });

  it("settles with the preimage and the fee of a test, also above the limit", async () => {
    const { node, request } = await given();
    const preimage = new Uint8Array(32).fill(1);
    node.plan = settles({ preimage, fee: msats(30_000n) });
    expect(await node.pay(request)).toEqual({ kind: "settled", preimage, fee: 30_000n });
  });

  it("does what a function says about each request", async () => {
    const { node, request } = await given();
    node.plan = async ({ feeLimit }) => (feeLimit === 20_000n ? fails("other") : pays());
    expect(await node.pay(request)).toEqual({ kind: "failed", reason: "other" });
  });

  it("holds the money of a payment until its outcome, and gives back that of a failed one", async () => {
    const { node, request, paymentHash } = await given();
    const before = await node.balances();
    node.plan = holds();
    expect(await node.pay(request)).toEqual({ kind: "in_flight" });

    const after = await node.balances();
    expect([before.channels - after.channels, after.outgoingHtlcs]).toEqual([1_001_500n, 1_001_500n]);
    await node.counterparty.fail(paymentHash);
    expect(await node.balances()).toEqual(before);
  });

  it("reports that a failed payment has settled after all, and its money is gone then", async () => {
    const { node, request, paymentHash, status } = await given();
    const { cursor } = await node.finished("", 0);
    const before = await node.balances();
    node.plan = fails("recipient_rejected");
    await node.pay(request);

    node.paying.settleFailed(paymentHash);

    expect((await status()).kind).toBe("settled");
    const { payments } = await node.finished(cursor, 0);
    expect(payments.map(({ status }) => status.kind)).toEqual(["failed", "settled"]);
    expect(before.channels - (await node.balances()).channels).toBe(1_001_500n);
  });

  it("begins another attempt after a failure where it is asked for, and tells them apart by reference", async () => {
    const { node, request, paymentHash, references, status } = await given({ retriesFailed: true });
    node.plan = fails();
    await node.pay(request);
    node.plan = pays();
    await node.pay(request);

    const [first, second] = references;
    expect((await node.lookupOutgoing(paymentHash, first)).kind).toBe("failed");
    expect((await node.lookupOutgoing(paymentHash, second)).kind).toBe("settled");
    expect((await status()).kind).toBe("settled");
    expect((await node.outgoing("")).map((item) => item.kind === "payment" && item.status.kind)).toEqual([
      "failed",
      "settled",
    ]);
  });

  it("knows nothing after it was rebuilt from its seed, and what was in flight can still settle", async () => {
    const { node, request, paymentHash, status } = await given();
    const before = await node.balances();
    node.plan = holds();
    await node.pay(request);
    node.receiving.receive(new Uint8Array(32).fill(2), 5_000n);

    node.forgetHistory();

    expect(await status()).toEqual({ kind: "not_found" });
    expect(await node.outgoing("")).toEqual([]);
    expect(await node.received("", 0)).toEqual([]);
    await node.counterparty.settle(paymentHash);
    expect(before.channels + 5_000n - (await node.balances()).channels).toBe(1_001_500n);
    expect(await node.counterparty.receivedMsats(paymentHash)).toBe(1_000_000n);
  });

  it("refuses another invoice with a hash that it knows", async () => {
    const { node, request } = await given();
    await node.pay(request);
    const { invoice } = await node.counterparty.invoice({ msats: 1n });
    expect(await node.pay({ ...request, invoice })).toEqual({ kind: "not_sent", reason: "known_hash" });
  });

  it("fails single calls while the others work", async () => {
    const { node, request, paymentHash } = await given();
    node.broken.add("lookupOutgoing");
    await expect(node.lookupOutgoing(paymentHash)).rejects.toThrow(NodeUnavailable);
    expect((await node.pay(request)).kind).toBe("settled");
  });

  it("breaks the calls that wait when it restarts", async () => {
    const { node } = await given();
    const { cursor } = await node.finished("", 0);
    const waiting = [node.received("", 20_000), node.finished(cursor, 20_000)];
    node.restart();
    for (const call of waiting) await expect(call).rejects.toThrow(NodeUnavailable);
  });
});
