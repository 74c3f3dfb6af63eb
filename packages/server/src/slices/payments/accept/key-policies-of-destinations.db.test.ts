import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { UserId } from "#kernel/ids.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { findKey, type KeyPolicyChanges } from "#projects";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { createCharge } from "#receiving";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenStaticCharge } from "#slices/receiving/testing/receiving.harness.ts";
import { publicStaticChargeOf } from "#wallets";
import type { AskedDestination } from "../model/target.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, withUniqueInternalIds } from "../testing/driving.harness.ts";
import { codesOf, keyOf, restrict, withPolicy } from "../testing/key-policy.harness.ts";
import type { Asked } from "../testing/world.harness.ts";
import { pay } from "./pay.ts";

/** Everything that can be paid. */
const KINDS = [
  "address",
  "own address",
  "own LNURL",
  "own static charge",
  "invoice",
  "own invoice",
  "wallet",
  "gamertag",
  "node",
] as const;
type Kind = (typeof KINDS)[number];

/** Those that the node pays, and that may fail. */
const OVER_LIGHTNING = ["address", "invoice", "node"] as const satisfies Kind[];

onDatabase("the policy of a key and what it pays", (database) => {
  async function given(policy: KeyPolicyChanges) {
    const driving = await givenDriving(database());
    const { world, caller } = driving;
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = async ({ user }) => (user === "here" ? payee.wallet : undefined);
    const user = { kind: "user", id: randomUUID() as UserId } as const;
    world.pay.walletOfGamertag = async () => ({ ...payee.wallet, owner: user });
    const nodeId = await world.node.counterparty.nodeId();
    return { ...driving, payee, nodeId, restricted: await withPolicy(database(), caller, policy) };
  }
  type Given = Awaited<ReturnType<typeof given>>;

  /** Something of this kind that `amount` can be paid to; invoices are over the amount. */
  async function destinationOf({ world, payee, nodeId }: Given, kind: Kind, amount: Msats): Promise<AskedDestination> {
    switch (kind) {
      case "address":
        return { kind, lnAddress: "shop@example.com" };
      case "own address":
        return { kind: "address", lnAddress: "here@example.com" };
      case "own LNURL":
        return { kind: "address", lnAddress: publicStaticChargeOf(payee.wallet.id, world.pay.baseUrl) };
      case "own static charge": {
        const { id } = await givenStaticCharge(database(), payee, { minAmount: msats(1n), maxAmount: sats(1_000n) });
        return { kind: "address", lnAddress: encodeLnurl(new URL(`${world.pay.baseUrl}/lnurl/pay/static/${id}`)) };
      }
      case "invoice":
        return { kind, invoice: world.invoice({ amount }).text };
      case "own invoice": {
        const draft = { amount, description: "order", expirySeconds: 3_600 };
        const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: payee, ...draft });
        return { kind: "invoice", invoice: charge.invoice };
      }
      case "wallet":
        return { kind, walletId: payee.wallet.id };
      case "gamertag":
        return { kind, gamertag: "here" };
      case "node":
        return { kind, nodeId, records: [], metadata: undefined };
    }
  }

  const request = ({ world }: Driving, caller: Caller, input: Asked) =>
    pay(world.pay, world.request(caller, { waitMs: 0, ...input }));
  const spentBy = async ({ clock }: Driving, caller: Caller) =>
    (await findKey(database().db, keyOf(caller), clock.now()))?.budgets.daily.spent;

  it.each(KINDS)("lets a payment to %s send its cap and no msat more", async (kind) => {
    const all = await given({ cap: sats(5n) });
    const [most, more] = [sats(5n), msats(5_001n)];
    const tooMuch = { destination: await destinationOf(all, kind, more), amount: more };

    await request(all, all.restricted, { destination: await destinationOf(all, kind, most), amount: most });
    await expect(request(all, all.restricted, tooMuch)).rejects.toMatchObject({ code: "over_key_cap", status: 403 });
    await request(all, all.caller, tooMuch);
    await all.world.settled();
    expect(await all.breaches()).toEqual([]);
  });

  it("counts payments to everything on one budget", async () => {
    const all = await given({ daily: sats(BigInt(10 * KINDS.length)) });
    for (const kind of KINDS)
      await request(all, all.restricted, { destination: await destinationOf(all, kind, sats(10n)), amount: sats(10n) });
    await all.world.settled();

    expect(await spentBy(all, all.restricted)).toBe(BigInt(10_000 * KINDS.length));
    for (const kind of KINDS) {
      const amount = msats(1_000n);
      const asked = { destination: await destinationOf(all, kind, amount), amount };
      await expect(request(all, all.restricted, asked)).rejects.toMatchObject({
        code: "over_key_budget",
        details: expect.arrayContaining([{ field: "daily", issue: "0" }]),
      });
    }
    expect(await all.breaches()).toEqual([]);
  });

  it.each(OVER_LIGHTNING)("gives back to the budget what a payment to %s took that fails", async (kind) => {
    const all = await given({ daily: sats(60n) });
    all.world.node.plan = fails("no_route");
    const asked = { destination: await destinationOf(all, kind, sats(60n)), amount: sats(60n) };
    const { payment } = await request(all, all.restricted, asked);
    await all.world.settled();
    await all.later(MINUTE);

    expect(await all.kindOf(payment)).toBe("failed");
    expect(await spentBy(all, all.restricted)).toBe(0n);
    expect(await all.breaches()).toEqual([]);
  });

  it.each<[list: string, kinds: readonly Kind[], destinations: (all: Given) => string[]]>([
    ["addresses", ["address"], () => ["shop@example.com"]],
    ["hosts", ["address", "own address"], () => ["*@example.com"]],
    ["an address of this service", ["own address"], () => ["here@example.com"]],
    [
      "internal",
      ["own address", "own LNURL", "own static charge", "own invoice", "wallet", "gamertag"],
      () => ["internal"],
    ],
    ["a node", ["node"], ({ nodeId }) => [nodeId.toUpperCase()]],
    ["the node behind an invoice", ["invoice"], ({ world }) => [payeeOf(world.invoice({ amount: sats(1n) }).text)]],
    ["our own node", [], ({ world }) => [world.node.report.nodeId]],
    ["what is not asked for", [], () => ["bob@elsewhere.example", "*@sub.example.com", `02${"ab".repeat(32)}`]],
  ])("lets a key with a list of %s pay %j and nothing else", async (_list, allowed, destinations) => {
    const all = await given({});
    const restricted = await withPolicy(database(), all.caller, { destinations: destinations(all) });
    const answers: [Kind, string][] = [];
    for (const kind of KINDS) {
      const asked = { destination: await destinationOf(all, kind, sats(1n)), amount: sats(1n) };
      answers.push([kind, ...codesOf(await Promise.allSettled([request(all, restricted, asked)]))] as [Kind, string]);
    }
    await all.world.settled();
    const expected = (kind: Kind) => (allowed.includes(kind) ? "taken" : "destination_not_allowed");
    expect(answers).toEqual(KINDS.map((kind) => [kind, expected(kind)]));
  });

  it("asks of an invoice which node signed it, and of none other whether the list has it", async () => {
    const key = randomBytes(32);
    const all = await given({});
    const listed = all.world.invoice({ amount: sats(1n), key }).text;
    const restricted = await withPolicy(database(), all.caller, { destinations: [payeeOf(listed)] });

    for (const invoice of [listed, all.world.invoice({ amount: sats(1n), key }).text])
      await request(all, restricted, { destination: { kind: "invoice", invoice }, amount: sats(1n) });
    const other = all.world.invoice({ amount: sats(1n), key: randomBytes(32) }).text;
    await expect(
      request(all, restricted, { destination: { kind: "invoice", invoice: other }, amount: sats(1n) }),
    ).rejects.toMatchObject({ code: "destination_not_allowed", status: 403 });
    await all.world.settled();
  });

  it.each(KINDS)("answers a repeated request to %s although it would refuse it today", async (kind) => {
    const all = await given({ cap: sats(5n), daily: sats(10n) });
    const caller = withUniqueInternalIds(all.restricted);
    const asked = { destination: await destinationOf(all, kind, sats(5n)), amount: sats(5n) };
    const keyed = { ...asked, idempotencyKey: "order-1" };
    const first = await request(all, caller, keyed);
    const named = { destination: await destinationOf(all, kind, sats(5n)), amount: sats(5n), internalId: "order-2" };
    const second = await request(all, caller, named);
    await all.world.settled();
    await restrict(database(), caller, { cap: msats(1n), daily: msats(0n), destinations: ["bob@elsewhere.example"] });

    const again = await Promise.all([request(all, caller, keyed), request(all, caller, named)]);
    expect(again.map(({ replayed, payment }) => [replayed, payment.id])).toEqual([
      [true, first.payment.id],
      [true, second.payment.id],
    ]);
    expect(await spentBy(all, caller)).toBe(10_000n);
  });

  it("keeps the budget when two processes ask for 64 payments to everything concurrently", async () => {
    const all = await given({ daily: sats(100n) });
    all.world.pay.pendingMax = () => ({ wallet: 100, owner: 100, node: 200 });
    const other = database().batchOn(machineClock);
    const amounts = Array.from({ length: 64 }, (_, i) => sats(BigInt(1 + (i % 7))));
    const asked = await Promise.all(
      amounts.map(async (amount, i) => {
        const destination = await destinationOf(all, KINDS[i % KINDS.length] ?? "address", amount);
        return all.world.request(all.restricted, { destination, amount, waitMs: 0 });
      }),
    );

    const results = await Promise.allSettled(
      asked.map((one, i) => pay(i % 2 === 0 ? all.world.pay : { ...all.world.pay, batch: other }, one)),
    );
    await all.world.settled();

    expect(new Set(codesOf(results))).toEqual(new Set(["taken", "over_key_budget"]));
    const sumOf = (some: readonly bigint[]) => some.reduce((a, b) => a + b, 0n);
    const taken = sumOf(amounts.filter((_, i) => results[i]?.status === "fulfilled"));
    const smallestRefused = amounts
      .filter((_, i) => results[i]?.status === "rejected")
      .toSorted((a, b) => Number(a - b))[0];
    expect(taken).toBeLessThanOrEqual(100_000n);
    expect(taken + (smallestRefused ?? 0n)).toBeGreaterThan(100_000n);
    expect(await spentBy(all, all.restricted)).toBe(taken);
    expect(await all.breaches()).toEqual([]);
  });

  it("decides about an invoice that others of its batch want as about any other", async () => {
    const all = await given({});
    all.world.node.plan = holds();
    const poor = await all.world.project("poor", sats(5n));
    const capped = await withPolicy(database(), all.caller, { cap: sats(1n) });
    const elsewhere = await withPolicy(database(), all.caller, { destinations: ["internal"] });
    const budgeted = await withPolicy(database(), all.caller, { daily: sats(100n) });
    const [one, two] = [1, 2].map(() => all.world.invoice({ amount: sats(60n) }).text);
    const ask = (caller: Caller, invoice = "") =>
      request(all, caller, { destination: { kind: "invoice", invoice }, amount: sats(60n) });

    // The first cannot pay it; so each that follows is asked, in turn.
    const results = await Promise.allSettled([
      ask(poor, one),
      ask(capped, one),
      ask(elsewhere, one),
      ask(budgeted, one),
      ask(budgeted, two),
      ask(all.caller, one),
    ]);
    await all.world.settled();

    expect(codesOf(results)).toEqual([
      "insufficient_funds",
      "over_key_cap",
      "destination_not_allowed",
      "over_key_budget",
      "taken",
      "taken",
    ]);
    expect(await spentBy(all, budgeted)).toBe(60_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("leaves an invoice free that it refuses, for others of the same batch as well", async () => {
    const all = await given({ cap: sats(1n) });
    const { text: invoice } = all.world.invoice({ amount: sats(60n) });
    const asked = { destination: { kind: "invoice", invoice }, amount: sats(60n) } as const;

    const results = await Promise.allSettled([request(all, all.restricted, asked), request(all, all.caller, asked)]);
    await all.world.settled();

    expect(codesOf(results)).toEqual(["over_key_cap", "taken"]);
    expect(await all.world.balance(all.caller)).toBe(FUNDS - 60_000n - 1_500n);
  });
});

function payeeOf(invoice: string): string {
  return decodeInvoice(invoice).payee;
}
