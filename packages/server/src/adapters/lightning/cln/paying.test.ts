import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { pay } from "../conformance/counterparty.harness.ts";
import { hexOf } from "./testing/cln-world.harness.ts";
import { payingWorld } from "./testing/paying-world.harness.ts";

const { groups, lookUp, ordered, partsOf, payHurried, received, wanted, world } = payingWorld();

describe("the order to pay", () => {
  it("names the limits and, where the invoice has none, the amount", async () => {
    const one = await wanted();
    await pay(world().node, one, { feeLimit: msats(20_000n), cltvLimitBlocks: 1_008 });
    expect(ordered().at(-1)?.params).toEqual({
      invstring: one.invoice,
      maxfee: "20000msat",
      maxdelay: 1_008,
      retry_for: 20,
    });
    const free = await world().counterparty.invoice({});
    await pay(world().node, free, { amount: msats(777_777n) });
    expect(ordered().at(-1)?.params).toMatchObject({ amount_msat: "777777msat" });
    expect(await received(free)).toBe(777_777n);
  });

  it("has the groupid as its reference, to the last of 64 bits, once, and while it is still under way", async () => {
    const one = await wanted({ hold: true });
    const references: string[] = [];
    const paid = pay(world().node, one, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => references).toHaveLength(1);
    const [group = 0n] = groups(one);
    expect(references).toEqual([String(group)]);
    expect(group > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(await lookUp(one, String(group))).toMatchObject({ kind: "in_flight" });
    const [part] = world().fake.paying.partsOf(hexOf(one.paymentHash));
    if (part === undefined) throw new Error("no part");
    const another = { ...part, index: part.index + 1, group: group + 1n, status: "failed" as const, inChannel: false };
    world().fake.state().parts.push(another); // told from ours by the last digit alone
    expect(await lookUp(one, String(group + 1n))).toMatchObject({ kind: "failed" });
    await world().counterparty.settle(one.paymentHash);
    expect((await paid).kind).toBe("settled");
    expect(await lookUp(one, String(group))).toMatchObject({ kind: "settled" });
    expect(references).toHaveLength(1);
  });
});

describe("an invoice that is not the one of the hash", () => {
  it("is refused before anything leaves, as one that is none", async () => {
    const [one, other] = [await wanted(), await wanted()];
    for (const invoice of [other.invoice, "lnbcrt1nonsense"])
      expect(await pay(world().node, { ...one, invoice })).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(world().fake.calls).toEqual([]);
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
    world().fake.lines.set("listsendpays", Array(50).fill({ kind: "change", change: beside }));
    const paid = pay(world().node, one, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    await world().counterparty.settle(one.paymentHash);
    expect((await paid).kind).toBe("settled");
    expect(references).toEqual([]);
  });
});

describe("a hash that the node has had", () => {
  it("is not ordered again when it was paid, or is being paid", async () => {
    const [paid, held] = [await wanted(), await wanted({ hold: true })];
    await pay(world().node, paid);
    const first = pay(world().node, held);
    await expect.poll(() => world().counterparty.isHeld(held.paymentHash)).toBe(true);
    const before = ordered().length;
    for (const one of [paid, held])
      expect(await pay(world().node, one)).toEqual({ kind: "not_sent", reason: "known_hash" });
    expect(ordered()).toHaveLength(before);
    await world().counterparty.settle(held.paymentHash);
    await first;
  });

  it("is tried again in a new group when it has failed, and the new one decides", async () => {
    const one = await wanted({ hold: true });
    const recipient = world().fake.paying.recipients.get(hexOf(one.paymentHash));
    const first = pay(world().node, one);
    await expect.poll(() => world().counterparty.isHeld(one.paymentHash)).toBe(true);
    await world().counterparty.fail(one.paymentHash);
    expect(await first).toEqual({ kind: "failed", reason: "recipient_rejected" });
    const [failed = 0n] = groups(one);
    world().fake.paying.recipients.set(hexOf(one.paymentHash), { preimage: recipient?.preimage ?? "", hold: false });

    expect((await pay(world().node, one)).kind).toBe("settled");

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
    world().fake.lines.set("xpay", [{ kind: "say", status: 500, text: JSON.stringify({ code, message }) }]);
    expect((await pay(world().node, one)).kind).toBe("settled");
    expect(await received(one)).toBe(1_000_000n);
  });

  it("is in flight when the node answers -3 because another process was faster", async () => {
    const one = await wanted({ hold: true });
    const text = JSON.stringify({ code: -3, message: "Payment with groupid=1 still in progress" });
    world().fake.lines.set("xpay", [{ kind: "say", status: 500, text }]);
    world().fake.plans.push({ error: { code: -3, message: "still in progress" } });
    expect(await payHurried(one)).toEqual({ kind: "in_flight" });
    await world().counterparty.settle(one.paymentHash);
    expect((await lookUp(one)).kind).toBe("settled");
  });
});

/** As a node of v26.06.6 says it. */
const OURS_IN_ALL = "We could not find a usable set of paths. Total source capacity is only 5000000000msat";
const ONE_OF_OURS = "122x2x0/0  (created by layer auto.localchans) isn't big enough to carry 11001101000msat.";

describe("an error of the command", () => {
  const refused = { kind: "not_sent", reason: "refused" } as const;
  it.each([
    [205, "Failed: There is no connection between source and destination", { kind: "failed", reason: "no_route" }],
    [206, "Failed: Could not find route without excessive cost", { kind: "failed", reason: "fee_limit" }],
    [206, "Failed: Could not find route without excessive delays", { kind: "failed", reason: "no_route" }],
    [207, "Invoice expired 1 seconds ago", { kind: "not_sent", reason: "expired" }],
    [213, "Preapproval declined", refused],
    [205, `Failed: ${OURS_IN_ALL}`, { kind: "failed", reason: "insufficient_liquidity" }],
    [205, `Failed: ${ONE_OF_OURS}`, { kind: "failed", reason: "no_route" }],
    [215, `Failed: ${OURS_IN_ALL}`, { kind: "failed", reason: "insufficient_liquidity" }],
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
    world().fake.plans.push({ sendsNothing: true, error: { code, message } });
    expect(await pay(world().node, one)).toMatchObject(outcome);
    expect(await lookUp(one)).toEqual({ kind: "not_found" });

    const other = await wanted({ hold: true });
    world().fake.plans.push({ error: { code, message } });
    expect(await payHurried(other)).toEqual({ kind: "in_flight" });
    await world().counterparty.settle(other.paymentHash);
    expect((await lookUp(other)).kind).toBe("settled");
  });

  it.each([
    [203, "Destination said it doesn't know invoice", "recipient_rejected"],
    [209, "Timed out after after 3 attempts.", "timeout"],
    [209, "Failed after 1 attempts. Then routing failed", "no_route"],
    [206, "Failed: Could not find route without excessive cost", "fee_limit"],
    [205, `Failed: ${OURS_IN_ALL}`, "insufficient_liquidity"],
    [205, `Failed: ${ONE_OF_OURS}`, "no_route"],
    [215, `Failed: ${OURS_IN_ALL}`, "insufficient_liquidity"],
  ])("%i (%s) says why an attempt failed whose parts have all failed", async (code, message, reason) => {
    const one = await wanted();
    world().fake.plans.push({ failures: 1, routeMs: 0, error: { code, message } });
    world().fake.paying.recipients.delete(hexOf(one.paymentHash));
    const paid = pay(world().node, one);
    await expect.poll(() => partsOf(one)).toHaveLength(2);
    for (const part of partsOf(one)) world().fake.paying.resolve(part, "failed");
    expect(await paid).toEqual({ kind: "failed", reason });
  });

  it.each([-3, -4, 4_711])(
    "%i leaves it unknown whether an attempt goes on whose parts have all failed",
    async (code) => {
      const one = await wanted();
      world().fake.plans.push({
        failures: 1,
        routeMs: 0,
        error: { code, message: "Unexpected injectpaymentonion error" },
      });
      world().fake.paying.recipients.delete(hexOf(one.paymentHash));
      const paid = pay(world().node, one);
      await expect.poll(() => partsOf(one)).toHaveLength(2);
      for (const part of partsOf(one)) world().fake.paying.resolve(part, "failed");
      expect((await paid).kind).toBe("unknown");
      expect(await lookUp(one)).toEqual({ kind: "failed", reason: "other" });
    },
  );

  it("leaves it unknown when nothing can be looked up after it", async () => {
    for (const [code, text] of [
      [401, { code: 1_502, message: "Not permitted" }],
      [500, { code: 206, message: "excessive cost" }],
    ] as const) {
      const one = await wanted();
      world().fake.lines.set("xpay", [{ kind: "say", status: code, text: JSON.stringify(text) }]);
      const cut = { kind: "cut", when: "before" } as const;
      const whole = { kind: "late", ms: 0 } as const;
      world().fake.lines.set("listsendpays", [whole, ...Array(5).fill(cut)]);
      expect((await pay(world().node, one)).kind).toBe("unknown");
      world().fake.lines.clear();
    }
  });
});

describe("a rune that does not allow to pay", () => {
  it("is a refusal in the node's words, and nothing is sent", async () => {
    const one = await wanted();
    await world().fake.writeRune(world().fake.rune([["method/xpay"]]));
    const outcome = await pay(world().node, one);
    await world().fake.writeRune(world().fake.rune());
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(outcome.kind === "not_sent" && outcome.detail).toContain("Not permitted");
    expect(await lookUp(one)).toEqual({ kind: "not_found" });
  });

  it("is a refusal also where it allows nothing, before anything is ordered", async () => {
    const one = await wanted();
    await world().fake.writeRune(world().fake.rune([["method=nothing"]]));
    const outcome = await pay(world().node, one);
    await world().fake.writeRune(world().fake.rune());
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(ordered()).toHaveLength(0);
  });

  it("because it has expired is one as well, also between the look and the order, and doctor names it", async () => {
    const one = await wanted();
    const said = { kind: "refuse", words: "time is greater or equal to 1700000000" } as const;
    world().fake.lines.set("xpay", [said]);
    world().fake.lines.set("listsendpays", [{ kind: "late", ms: 0 }, ...Array(20).fill(said)]);
    expect(await pay(world().node, one)).toMatchObject({ kind: "not_sent", reason: "refused" });
    world().fake.lines.clear();
    await world().fake.writeRune(world().fake.rune([["time<1700000000"]]));
    const outcome = await pay(world().node, one);
    const info = await world()
      .node.info()
      .catch((error: Error) => error);
    await world().fake.writeRune(world().fake.rune());
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(info).toMatchObject({ name: "NodeUnavailable", why: "credential" });
    expect(await lookUp(one)).toEqual({ kind: "not_found" });
  });

  it("for a moment, by a limit of calls, is not: nothing was sent, and it is sent again later", async () => {
    const one = await wanted();
    await world().fake.writeRune(world().fake.rune([["rate=60"]]));
    const [first, second] = [
      await pay(world().node, one),
      await world()
        .node.info()
        .catch((error: Error) => error),
    ];
    await world().fake.writeRune(world().fake.rune());
    expect(ordered()).toHaveLength(1); // and refused
    expect(first).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    expect(second).toMatchObject({ name: "NodeUnavailable", why: "limited" });
    expect((await pay(world().node, one)).kind).toBe("settled");
  });
});
