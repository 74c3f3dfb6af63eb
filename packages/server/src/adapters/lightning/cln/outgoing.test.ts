import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { allOutgoing, pay, paymentsIn, type Wanted } from "../conformance/counterparty.harness.ts";
import { type ClnWorld, clnWorld, hexOf } from "./testing/cln-world.harness.ts";
import type { FakePart } from "./testing/fake-state.harness.ts";

let world: ClnWorld;
beforeEach(async () => {
  world = await clnWorld();
});
afterEach(() => world.stop());

const wanted = (hold = false) => world.counterparty.invoice({ msats: 1_000_000n, hold });
const paid = async () => {
  const one = await wanted();
  expect((await pay(world.node, one)).kind).toBe("settled");
  return one;
};
const hashes = async (cursor: string) =>
  paymentsIn(await world.node.outgoing(cursor)).map(({ paymentHash }) => hexOf(paymentHash));
const held = async () => {
  const one = await wanted(true);
  void pay(world.node, one);
  await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
  return one;
};

/** Puts a part into the node's records that no command began. */
function record(changes: Partial<FakePart>): void {
  const { state } = world.fake;
  const index = ++state().partsMade;
  state().parts.push({
    index,
    changed: ++state().partsChanged,
    paymentHash: randomBytes(32).toString("hex"),
    group: BigInt(index),
    number: 1,
    status: "complete",
    delivered: 1_000n,
    sent: 1_001n,
    bolt11: "lnbcrt10n1",
    createdAt: 1_795_408_565,
    preimage: "00".repeat(32),
    expiry: 0,
    inChannel: false,
    ...changes,
  });
}

describe("the list of payments", () => {
  it("has each once over many pages, and needs no look-up for each", async () => {
    for (let i = 0; i < 2_500; i++) record({});
    const all = await allOutgoing(world.node, "");
    expect(all).toHaveLength(2_500);
    expect(new Set(all.map(({ paymentHash }) => hexOf(paymentHash))).size).toBe(2_500);
    expect(all[0]).toMatchObject({ amount: 1_000n, status: { kind: "settled", fee: 1n } });
    expect(world.fake.calls.filter(({ command }) => command === "listsendpays").length).toBeLessThan(10);
  });

  it("has a payment once whose parts lie in two pages, with all of them", async () => {
    const paymentHash = "ab".repeat(32);
    const parts = { paymentHash, group: 7n, bolt11: "lnbcrt20n1" };
    for (let i = 0; i < 999; i++) record({});
    record({ ...parts, number: 1 });
    record({ ...parts, number: 2, sent: 1_005n });
    record({});
    const all = (await allOutgoing(world.node, "")).filter((one) => hexOf(one.paymentHash) === paymentHash);
    expect(all).toMatchObject([{ amount: 2_000n, status: { kind: "settled", fee: 6n } }]);
  });

  it("goes on over a page that has later parts of earlier payments alone", async () => {
    const parts = { paymentHash: "cd".repeat(32), group: 9n };
    record({ ...parts, status: "failed", preimage: undefined });
    const [first] = await world.node.outgoing("");
    for (let i = 0; i < 1_000; i++) record({ ...parts, number: 2 + i, status: "failed", preimage: undefined });
    record({ paymentHash: "ef".repeat(32) });
    expect(await hashes(first?.cursor ?? "")).toEqual(["ef".repeat(32)]);
  });

  it("has what other programs sent, without an invoice or an amount", async () => {
    record({
      bolt11: "",
      delivered: undefined as unknown as bigint,
      sent: 5_000n,
      number: undefined as unknown as number,
    });
    expect(await world.node.outgoing("")).toMatchObject([{ amount: 5_000n, status: { kind: "settled", fee: 0n } }]);
  });

  it("begins again where a node that went back has another payment at the place, or none", async () => {
    const before = await paid();
    const restore = world.fake.keep();
    await paid();
    const lost = await paid();
    const { cursor = "" } =
      paymentsIn(await world.node.outgoing("")).find((one) => hexOf(one.paymentHash) === hexOf(lost.paymentHash)) ?? {};
    expect(await world.node.outgoing(cursor)).toEqual([]);
    restore();
    await expect.poll(() => hashes(cursor).catch(() => undefined)).toEqual([hexOf(before.paymentHash)]);
    const [second, third, fourth] = [await paid(), await paid(), await paid()];
    const all = [before, second, third, fourth].map(({ paymentHash }) => hexOf(paymentHash));
    expect(await hashes(cursor)).toEqual(all);
  });
});

describe("the list of outcomes", () => {
  const finished = async (cursor: string, waitMs = 0) => {
    const { payments, cursor: next } = await world.node.finished(cursor, waitMs);
    return { next, outcomes: payments.map(({ paymentHash, status }) => [hexOf(paymentHash), status.kind]) };
  };
  const settle = ({ paymentHash }: Wanted) => world.counterparty.settle(paymentHash);

  it("has a payment with a try that failed only when it has succeeded", async () => {
    const { next } = await finished("");
    const one = await wanted();
    world.fake.plans.push({ failures: 1, routeMs: 700 });
    const outcome = pay(world.node, one);
    await expect.poll(() => world.fake.paying.partsOf(hexOf(one.paymentHash))).toHaveLength(1);
    expect((await finished(next)).outcomes).toEqual([]);
    expect((await outcome).kind).toBe("settled");
    expect((await finished(next)).outcomes).toEqual([[hexOf(one.paymentHash), "settled"]]);
  });

  it("has a payment that failed when its command has given up, after which nothing changes any more", async () => {
    const { next } = await finished("");
    const one = await wanted();
    world.fake.plans.push({ failures: 1, routeMs: 400, givesUp: true });
    const outcome = pay(world.node, one);
    await expect.poll(() => world.fake.paying.partsOf(hexOf(one.paymentHash))[0]?.status).toBe("failed");
    const early = await finished(next);
    expect(early.outcomes).toEqual([]);
    expect(await outcome).toEqual({ kind: "failed", reason: "no_route" });
    expect((await finished(early.next)).outcomes).toEqual([[hexOf(one.paymentHash), "failed"]]);
  });

  it("is not kept up by a payment of which one part is held", async () => {
    const { next } = await finished("");
    world.fake.plans.push({ parts: 2 });
    const slow = await held();
    const [first] = world.fake.paying.partsOf(hexOf(slow.paymentHash));
    if (first !== undefined) world.fake.paying.resolve(first, "failed");
    const quick = await paid();
    const { outcomes, next: after } = await finished(next);
    expect(outcomes).toEqual([[hexOf(quick.paymentHash), "settled"]]);
    await settle(slow);
    expect((await finished(after)).outcomes).toEqual([[hexOf(slow.paymentHash), "settled"]]);
  });

  it("says it within a second, and goes on from now at a node that went back", async () => {
    const restore = world.fake.keep();
    const one = await held();
    const { next } = await finished("");
    const began = machineClock.monotonicMs();
    const coming = finished(next, 5_000);
    await settle(one);
    expect((await coming).outcomes).toEqual([[hexOf(one.paymentHash), "settled"]]);
    expect(machineClock.monotonicMs() - began).toBeLessThan(3_000);
    restore();
    await expect
      .poll(() =>
        finished("17").then(
          ({ next }) => next,
          () => undefined,
        ),
      )
      .toBe("0");
  });
});
