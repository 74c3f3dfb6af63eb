import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type LightningNode, PAY_WAIT_MS, type SendOutcome } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay, type Wanted } from "../conformance/counterparty.harness.ts";
import { connectClnNode } from "./cln.ts";
import { type ClnWorld, clnWorld, hexOf } from "./testing/cln-world.harness.ts";
import { jumpingClock } from "./testing/jumping-clock.harness.ts";

/** So long no look-up is under way: the adapter sleeps. */
const QUIET_MS = 30;
const clock = jumpingClock();
let world: ClnWorld;
let impatient: LightningNode;
beforeAll(async () => {
  world = await clnWorld();
  const { port, certFile, credentialFile } = world.fake;
  impatient = connectClnNode({ host: "127.0.0.1", port, certFile, credentialFile, clock });
});
afterAll(async () => {
  await impatient.close();
  await world.stop();
});
beforeEach(() => {
  world.fake.plans.length = 0;
  world.fake.lines.clear();
  world.fake.calls.length = 0;
});

const wanted = (options: { readonly msats?: bigint; readonly hold?: boolean } = {}) =>
  world.counterparty.invoice({ msats: 1_000_000n, ...options });
const groups = ({ paymentHash }: Wanted) =>
  new Set(world.fake.paying.partsOf(hexOf(paymentHash)).map(({ group }) => group));
const lookUp = ({ paymentHash }: Wanted, reference?: string) => world.node.lookupOutgoing(paymentHash, reference);
const ordered = () => world.fake.calls.filter(({ command }) => command === "xpay");
const received = ({ paymentHash }: Wanted) => world.counterparty.receivedMsats(paymentHash);

/** Pays; half a minute passes as soon as the order is there and no look-up is under way. */
async function payHurried(one: Wanted): Promise<SendOutcome> {
  const before = ordered().length;
  const paid = pay(impatient, one, { deadlineMonotonicMs: clock.monotonicMs() + 5_000 });
  const isQuiet = () => machineClock.monotonicMs() - (world.fake.quietSinceMs ?? Number.POSITIVE_INFINITY) > QUIET_MS;
  while (ordered().length === before || !isQuiet()) await machineClock.sleep(1);
  clock.jump(PAY_WAIT_MS);
  return await paid;
}

describe("the order to pay", () => {
  it("names the limits and, where the invoice has none, the amount", async () => {
    const one = await wanted();
    await pay(world.node, one, { feeLimit: msats(20_000n), cltvLimitBlocks: 1_008 });
    expect(ordered().at(-1)?.params).toEqual({
      invstring: one.invoice,
      maxfee: "20000msat",
      maxdelay: 1_008,
      retry_for: 20,
    });
    const free = await world.counterparty.invoice({});
    await pay(world.node, free, { amount: msats(777_777n) });
    expect(ordered().at(-1)?.params).toMatchObject({ amount_msat: "777777msat" });
    expect(await received(free)).toBe(777_777n);
  });

  it("has the groupid as its reference, to the last of 64 bits, once, and while it is still under way", async () => {
    const one = await wanted({ hold: true });
    const references: string[] = [];
    const paid = pay(world.node, one, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => references).toHaveLength(1);
    const [group = 0n] = groups(one);
    expect(references).toEqual([String(group)]);
    expect(group > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(await lookUp(one, String(group))).toMatchObject({ kind: "in_flight" });
    expect(await lookUp(one, String(group + 1n))).toEqual({ kind: "not_found" });
    await world.counterparty.settle(one.paymentHash);
    expect((await paid).kind).toBe("settled");
    expect(references).toHaveLength(1);
  });
});

describe("an invoice that is not the one of the hash", () => {
  it("is refused before anything leaves, as one that is none", async () => {
    const [one, other] = [await wanted(), await wanted()];
    for (const invoice of [other.invoice, "lnbcrt1nonsense"])
      expect(await pay(world.node, { ...one, invoice })).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(world.fake.calls).toEqual([]);
  });
});

describe("an attempt beside which another process begins one", () => {
  it("has no reference, and is judged by both", async () => {
    const one = await wanted({ hold: true });
    const references: string[] = [];
    const beside = (body: unknown) => {
      const [part, ...others] = (body as { readonly payments: object[] }).payments;
      return {
        payments:
          part === undefined ? [] : [part, ...others, { ...part, created_index: 99, groupid: 5, status: "failed" }],
      };
    };
    world.fake.lines.set("listsendpays", Array(50).fill({ kind: "change", change: beside }));
    const paid = pay(world.node, one, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    await world.counterparty.settle(one.paymentHash);
    expect((await paid).kind).toBe("settled");
    expect(references).toEqual([]);
  });
});

describe("a hash that the node has had", () => {
  it("is not ordered again when it was paid, or is being paid", async () => {
    const [paid, held] = [await wanted(), await wanted({ hold: true })];
    await pay(world.node, paid);
    const first = pay(world.node, held);
    await expect.poll(() => world.counterparty.isHeld(held.paymentHash)).toBe(true);
    const before = ordered().length;
    for (const one of [paid, held])
      expect(await pay(world.node, one)).toEqual({ kind: "not_sent", reason: "known_hash" });
    expect(ordered()).toHaveLength(before);
    await world.counterparty.settle(held.paymentHash);
    await first;
  });

  it("is tried again in a new group when it has failed, and the new one decides", async () => {
    const one = await wanted({ hold: true });
    const recipient = world.fake.paying.recipients.get(hexOf(one.paymentHash));
    const first = pay(world.node, one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    await world.counterparty.fail(one.paymentHash);
    expect(await first).toEqual({ kind: "failed", reason: "recipient_rejected" });
    const [failed = 0n] = groups(one);
    world.fake.paying.recipients.set(hexOf(one.paymentHash), { preimage: recipient?.preimage ?? "", hold: false });

    expect((await pay(world.node, one)).kind).toBe("settled");

    expect(groups(one).size).toBe(2);
    expect(await lookUp(one, String(failed))).toEqual({ kind: "failed", reason: "other" });
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it.each([
    [219, "Already paid this invoice successfully"],
    [201, "Already succeeded other parts"],
    [-3, "Unexpected injectpaymentonion error 201: Already succeeded other parts"],
  ])("is settled when the node answers %i because another process was faster", async (code, message) => {
    const one = await wanted();
    world.fake.lines.set("xpay", [{ kind: "say", status: 500, text: JSON.stringify({ code, message }) }]);
    expect((await pay(world.node, one)).kind).toBe("settled");
    expect(await received(one)).toBe(1_000_000n);
  });

  it("is in flight when the node answers -3 because another process was faster", async () => {
    const one = await wanted({ hold: true });
    const text = JSON.stringify({ code: -3, message: "Payment with groupid=1 still in progress" });
    world.fake.lines.set("xpay", [{ kind: "say", status: 500, text }]);
    world.fake.plans.push({ error: { code: -3, message: "still in progress" } });
    expect(await payHurried(one)).toEqual({ kind: "in_flight" });
    await world.counterparty.settle(one.paymentHash);
    expect((await lookUp(one)).kind).toBe("settled");
  });
});

describe("an error of the command", () => {
  const refused = { kind: "not_sent", reason: "refused" } as const;
  it.each([
    [205, "Failed: There is no connection between source and destination", { kind: "failed", reason: "no_route" }],
    [206, "Failed: Could not find route without excessive cost", { kind: "failed", reason: "fee_limit" }],
    [206, "Failed: Could not find route without excessive delays", { kind: "failed", reason: "no_route" }],
    [207, "Invoice expired 1 seconds ago", { kind: "not_sent", reason: "expired" }],
    [213, "Preapproval declined", refused],
    [215, "Failed: Total source capacity is only 5000000000msat", { kind: "failed", reason: "insufficient_liquidity" }],
    [220, "Failed: Total destination capacity is too small", { kind: "failed", reason: "no_route" }],
    [-32_602, "amount_msat required", refused],
    [-1, "anything", { kind: "unknown" }],
    [-3, "Unexpected injectpaymentonion error -32602", { kind: "unknown" }],
    [-4, "Plugin terminated before replying", { kind: "unknown" }],
    [203, "Destination said it doesn't know invoice", { kind: "unknown" }],
    [209, "Reservation failed", { kind: "unknown" }],
    [4_711, "a code of a later version", { kind: "unknown" }],
  ] as const)("%i (%s) proves what it says only where nothing is on record", async (code, message, outcome) => {
    const one = await wanted();
    world.fake.plans.push({ sendsNothing: true, error: { code, message } });
    expect(await pay(world.node, one)).toMatchObject(outcome);
    expect(await lookUp(one)).toEqual({ kind: "not_found" });

    const other = await wanted({ hold: true });
    world.fake.plans.push({ error: { code, message } });
    expect(await payHurried(other)).toEqual({ kind: "in_flight" });
    await world.counterparty.settle(other.paymentHash);
    expect((await lookUp(other)).kind).toBe("settled");
  });

  it.each([
    [203, "Destination said it doesn't know invoice", "recipient_rejected"],
    [209, "Timed out after after 3 attempts.", "timeout"],
    [209, "Failed after 1 attempts. Then routing failed", "no_route"],
    [206, "Failed: Could not find route without excessive cost", "fee_limit"],
    [-3, "anything", "other"],
  ])("%i (%s) says why an attempt failed whose parts have all failed", async (code, message, reason) => {
    const one = await wanted();
    world.fake.plans.push({ failures: 1, routeMs: 0, error: { code, message } });
    world.fake.paying.recipients.delete(hexOf(one.paymentHash));
    const paid = pay(world.node, one);
    await expect.poll(() => world.fake.paying.partsOf(hexOf(one.paymentHash))).toHaveLength(2);
    for (const part of world.fake.paying.partsOf(hexOf(one.paymentHash))) world.fake.paying.resolve(part, "failed");
    expect(await paid).toEqual({ kind: "failed", reason });
  });

  it("leaves it unknown when nothing can be looked up after it", async () => {
    for (const [code, text] of [
      [401, { code: 1_502, message: "Not permitted" }],
      [500, { code: 206, message: "excessive cost" }],
    ] as const) {
      const one = await wanted();
      world.fake.lines.set("xpay", [{ kind: "say", status: code, text: JSON.stringify(text) }]);
      const cut = { kind: "cut", when: "before" } as const;
      const whole = { kind: "late", ms: 0 } as const;
      world.fake.lines.set("listsendpays", [whole, ...Array(5).fill(cut)]);
      expect((await pay(world.node, one)).kind).toBe("unknown");
      world.fake.lines.clear();
    }
  });
});

describe("a rune that does not allow to pay", () => {
  it("is a refusal in the node's words, and nothing is sent", async () => {
    const one = await wanted();
    await world.fake.writeRune(world.fake.rune([["method/xpay"]]));
    const outcome = await pay(world.node, one);
    await world.fake.writeRune(world.fake.rune());
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(outcome.kind === "not_sent" && outcome.detail).toContain("Not permitted");
    expect(await lookUp(one)).toEqual({ kind: "not_found" });
  });

  it("is a refusal also where it allows nothing, before anything is ordered", async () => {
    const one = await wanted();
    await world.fake.writeRune(world.fake.rune([["method=nothing"]]));
    const outcome = await pay(world.node, one);
    await world.fake.writeRune(world.fake.rune());
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(ordered()).toHaveLength(0);
  });
});

describe("a payment in several parts", () => {
  it("costs what all of them cost", async () => {
    const one = await wanted();
    world.fake.plans.push({ parts: 3 });
    const outcome = await pay(world.node, one);
    expect(outcome).toMatchObject({ kind: "settled", fee: 1_100n });
    expect(await lookUp(one)).toEqual(outcome);
  });

  it("has not failed while one of them flies, though the command says that it has", async () => {
    const one = await wanted({ hold: true });
    world.fake.plans.push({ parts: 2, error: { code: 203, message: "Destination said it doesn't know invoice" } });
    const paid = payHurried(one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    const [first, second] = world.fake.paying.partsOf(hexOf(one.paymentHash));
    if (first === undefined || second === undefined) throw new Error("no parts");
    world.fake.paying.resolve(first, "failed");
    expect(await paid).toEqual({ kind: "in_flight" });
    expect(await lookUp(one)).toMatchObject({ kind: "in_flight" });
    world.fake.paying.resolve(second, "complete");
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("has no fee before the last of them is final, though the command has the preimage", async () => {
    const one = await wanted({ hold: true });
    world.fake.plans.push({ parts: 2, answersEarly: true });
    const paid = payHurried(one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    const [first, second] = world.fake.paying.partsOf(hexOf(one.paymentHash));
    if (first === undefined || second === undefined) throw new Error("no parts");
    world.fake.paying.resolve(second, "complete");
    expect(await paid).toEqual({ kind: "in_flight" });
    world.fake.paying.resolve(first, "failed");
    expect(await lookUp(one)).toMatchObject({ kind: "settled", fee: 0n });
  });
});

describe("a payment that is tried again", () => {
  it("has not failed between two tries, whoever asks", async () => {
    const one = await wanted();
    world.fake.plans.push({ failures: 3, routeMs: 150 });
    const paid = pay(world.node, one);
    const seen = new Set<string>();
    let outcome: SendOutcome | undefined;
    void paid.then((one) => {
      outcome = one;
    });
    while (outcome === undefined) {
      seen.add((await lookUp(one)).kind);
      await machineClock.sleep(10);
    }
    expect(outcome.kind).toBe("settled");
    expect(seen).not.toContain("failed");
    expect(seen).toContain("in_flight");
    expect(groups(one).size).toBe(1);
  });

  it("has failed for good when its command died between two tries", async () => {
    const one = await wanted();
    world.fake.plans.push({ failures: 2, routeMs: 2_000 });
    const paid = pay(world.node, one);
    await expect.poll(() => world.fake.paying.partsOf(hexOf(one.paymentHash))).toHaveLength(1);
    world.fake.restart();
    expect((await paid).kind).toBe("unknown");
    expect(await lookUp(one)).toEqual({ kind: "failed", reason: "other" });
  });
});

describe("a node that does not say what it did", () => {
  it.each([
    ["cut before it has the order", { kind: "cut", when: "before" }, "not_found"],
    ["cut after it has paid", { kind: "cut", when: "after" }, "settled"],
    ["nonsense", { kind: "say", status: 201, text: "<html>" }, "settled"],
    ["an error without a code", { kind: "say", status: 500, text: '{"message":"socket closed"}' }, "settled"],
    ["a status of a proxy", { kind: "say", status: 502, text: "bad gateway" }, "settled"],
  ] as const)("%s: unknown, and a look-up finds it", async (_, line, found) => {
    const one = await wanted();
    world.fake.lines.set("xpay", [line]);
    const outcome = await pay(world.node, one);
    expect(["unknown", found]).toContain(outcome.kind);
    if (line.kind === "cut") expect(outcome.kind).toBe("unknown");
    await expect.poll(async () => (await lookUp(one)).kind).toBe(found);
  });

  it("pays once when it is asked again after that", async () => {
    const one = await wanted();
    world.fake.lines.set("xpay", [{ kind: "cut", when: "after" }]);
    expect((await pay(world.node, one)).kind).toBe("unknown");
    expect(await pay(world.node, one)).toEqual({ kind: "not_sent", reason: "known_hash" });
    expect(await received(one)).toBe(1_000_000n);
  });

  it("is unknown when it answers that it has paid what it lists as failed", async () => {
    const one = await wanted();
    world.fake.plans.push({ failures: 1, routeMs: 0 });
    const isFailed = (part: object) => "status" in part && part.status === "failed";
    const hide = (body: unknown) => ({
      payments: (body as { readonly payments: object[] }).payments.filter(isFailed),
    });
    const failedAlone = { kind: "change", change: hide } as const;
    world.fake.lines.set("listsendpays", Array(10).fill(failedAlone));
    const say = { pays: [{ created_index: 1, status: "failed" }] };
    const contrary = {
      kind: "change",
      change: (body: unknown) => {
        const { pays } = body as { readonly pays: object[] };
        return {
          pays: pays.map((pay) => ({
            ...pay,
            ...say.pays[0],
            ...("created_index" in pay && { created_index: pay.created_index }),
          })),
        };
      },
    } as const;
    world.fake.lines.set("listpays", Array(10).fill(contrary));
    expect((await pay(world.node, one)).kind).toBe("unknown");
  });

  it("holds a payment for longer than it looks for routes: in flight after half a minute", async () => {
    const one = await wanted({ hold: true });
    expect(await payHurried(one)).toEqual({ kind: "in_flight" });
    expect(await lookUp(one)).toMatchObject({ kind: "in_flight" });
    await world.counterparty.settle(one.paymentHash);
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("hangs without a part on record: unknown after half a minute", async () => {
    const one = await wanted();
    world.fake.plans.push({ sendsNothing: true, error: { code: 209, message: "never heard" } });
    world.fake.lines.set("xpay", [{ kind: "hang" }]);
    expect((await payHurried(one)).kind).toBe("unknown");
  });

  it("answers so late that the deadline passes: nothing is ordered", async () => {
    const one = await wanted();
    world.fake.lines.set("listsendpays", [{ kind: "late", ms: 200 }]);
    const outcome = await pay(world.node, one, { deadlineMonotonicMs: machineClock.monotonicMs() + 100 });
    expect(outcome).toEqual({ kind: "not_sent", reason: "deadline" });
    expect(ordered()).toHaveLength(0);
  });
});

describe("a node that contradicts itself", () => {
  it("is believed when it says that what failed was paid after all", async () => {
    const one = await wanted({ hold: true });
    const recipient = world.fake.paying.recipients.get(hexOf(one.paymentHash));
    const paid = pay(world.node, one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    await world.counterparty.fail(one.paymentHash);
    expect((await paid).kind).toBe("failed");
    expect((await lookUp(one)).kind).toBe("failed");
    const [part] = world.fake.paying.partsOf(hexOf(one.paymentHash));
    if (part === undefined || recipient === undefined) throw new Error("no part");
    world.fake.paying.recipients.set(hexOf(one.paymentHash), recipient);
    world.fake.paying.resolve(part, "complete");
    expect((await lookUp(one)).kind).toBe("settled");
  });

  it("has not failed a payment while one of its two lists says otherwise", async () => {
    const one = await wanted({ hold: true });
    const paid = pay(world.node, one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    await world.counterparty.fail(one.paymentHash);
    await paid;
    const asComplete = (body: unknown) => {
      const { pays } = body as { readonly pays: object[] };
      return { pays: pays.map((pay) => ({ ...pay, status: "complete" })) };
    };
    world.fake.lines.set("listpays", [{ kind: "change", change: asComplete }]);
    expect((await lookUp(one)).kind).toBe("in_flight");
    world.fake.lines.set("listpays", [{ kind: "change", change: () => ({ pays: [] }) }]);
    await expect(lookUp(one)).rejects.toThrow(/does not list/);
  });
});

describe("a payment without an invoice", () => {
  it("is not sent: the node takes no preimage of ours", () => {
    expect(world.node.capabilities.keysend).toBe(false);
  });
});
