import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { msats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import { one, sql } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { Charge } from "../model/charge.ts";
import {
  balanceOf,
  breaches,
  chargeNow,
  creditDeps,
  givenCaller,
  givenCharge,
  random,
  receiptsOf,
} from "../testing/receiving.harness.ts";
import { creditReceipt } from "./credit-receipt.ts";

const SUSPENSE = 9n;
const settledAt = new Date("2026-01-31T12:00:00.000Z");

onDatabase("creditReceipt", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  const credit = (
    deps: ReturnType<typeof creditDeps>,
    paymentHash: Uint8Array,
    amount: bigint,
    at = settledAt,
    cost = 0n,
  ) => creditReceipt(deps, { paymentHash, amount: msats(amount), cost: msats(cost), settledAt: at }, undefined);

  const given = async (options?: Parameters<typeof givenCharge>[2]) => {
    const caller = await givenCaller(database());
    return await givenCharge(database(), caller, options);
  };

  it("puts what the node received into the wallet and completes the charge", async () => {
    const charge = await given();
    const deps = creditDeps(database());

    await credit(deps, charge.paymentHash, 10_000n);

    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
    expect(await chargeNow(database(), charge)).toMatchObject({
      received: 10_000n,
      state: { kind: "completed", paidAt: settledAt },
    });
    expect(deps.credited).toEqual([{ outcome: "credited", chargeId: charge.id, flags: [] }]);
    expect(deps.lines).toMatchObject([{ level: "info", msg: "receipt.credited" }]);
  });

  it("credits once when one receipt comes over eight connections at the same time", async () => {
    const charge = await given();
    const deps = creditDeps(database());

    await Promise.all(Array.from({ length: 8 }, () => credit(deps, charge.paymentHash, 10_000n)));

    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
    expect(deps.credited).toHaveLength(1);
    expect(await receiptsOf(database(), charge.paymentHash)).toHaveLength(1);
  });

  it("answers the first answer when the same call is repeated after a lost connection", async () => {
    const charge = await given();
    const fixed = { ...creditDeps(database()), random: { ...random, uuid: () => charge.id } };

    await credit(fixed, charge.paymentHash, 10_000n);
    await credit(fixed, charge.paymentHash, 10_000n);

    expect(fixed.credited).toHaveLength(2);
    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
  });

  it("credits an overpayment in full and flags it", async () => {
    const charge = await given();
    await credit(creditDeps(database()), charge.paymentHash, 12_345n);

    expect(await balanceOf(database(), charge.account)).toBe(12_345n);
    expect(await receiptsOf(database(), charge.paymentHash)).toMatchObject([
      { amount_msats: 12_345n, flags: ["overpaid"] },
    ]);
    expect(await chargeNow(database(), charge)).toMatchObject({ amount: 10_000n, received: 12_345n });
  });

  it("credits too little as well, and leaves the charge open", async () => {
    const charge = await given();
    await credit(creditDeps(database()), charge.paymentHash, 9_999n);

    expect(await balanceOf(database(), charge.account)).toBe(9_999n);
    expect(await receiptsOf(database(), charge.paymentHash)).toMatchObject([{ flags: ["underpaid"] }]);
    expect(await chargeNow(database(), charge)).toMatchObject({ state: { kind: "pending" } });
  });

  it("credits what comes after the expiry, flags it and completes the charge", async () => {
    const charge = await given({ expirySeconds: -60 });
    const late = new Date(charge.expiresAt.getTime() + 1);
    await credit(creditDeps(database()), charge.paymentHash, 10_000n, late);

    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
    expect(await receiptsOf(database(), charge.paymentHash)).toMatchObject([{ flags: ["late"] }]);
    expect(await chargeNow(database(), charge)).toMatchObject({ state: { kind: "completed", paidAt: late } });
  });

  it("puts a payment of an unknown hash into suspense and records it for the operator", async () => {
    const before = await balanceOf(database(), SUSPENSE);
    const paymentHash = randomBytes(32);
    const deps = creditDeps(database());

    await credit(deps, paymentHash, 777n);

    expect(await balanceOf(database(), SUSPENSE)).toBe(before + 777n);
    expect(await receiptsOf(database(), paymentHash)).toMatchObject([{ flags: ["unknown"] }]);
    expect(deps.lines).toMatchObject([{ level: "error", msg: "receipt.suspended" }]);
  });

  it("puts a payment to an account that is gone into suspense and records it for the operator", async () => {
    const caller = await givenCaller(database());
    const charge = await givenCharge(database(), {
      ...caller,
      wallet: { ...caller.wallet, account: 999_999_999n as never },
    });
    const before = await balanceOf(database(), SUSPENSE);
    const deps = creditDeps(database());

    await credit(deps, charge.paymentHash, 10_000n);

    expect(await balanceOf(database(), SUSPENSE)).toBe(before + 10_000n);
    expect(await receiptsOf(database(), charge.paymentHash)).toMatchObject([{ flags: ["suspense"] }]);
    expect(deps.lines).toMatchObject([{ level: "error", msg: "receipt.suspended" }]);
    await database().admin.query(sql`
      update receiving.charge set account_no = ${caller.wallet.account} where id = ${charge.id}`); // for the audit
  });

  it("credits above the maximum balance, because the money has arrived, and flags it", async () => {
    const caller = await givenCaller(database());
    const [upTo, above] = [await givenCharge(database(), caller), await givenCharge(database(), caller)];
    const noLimits = { daily: undefined, weekly: undefined, monthly: undefined };
    const limits = { ...noLimits, maxBalance: msats(10_000n) };
    await setLimits({ db: database().db, clock: machineClock }, caller.wallet.account, limits);

    await credit(creditDeps(database()), upTo.paymentHash, 10_000n);
    await credit(creditDeps(database()), above.paymentHash, 10_001n);

    expect(await balanceOf(database(), caller.wallet.account)).toBe(20_001n);
    expect(await receiptsOf(database(), upTo.paymentHash)).toMatchObject([{ flags: [] }]);
    expect(await receiptsOf(database(), above.paymentHash)).toMatchObject([{ flags: ["overpaid", "over_maximum"] }]);
  });

  it("credits a second payment by the other way and flags it", async () => {
    const charge = await given();
    expect(await payInternally(database(), charge)).toBe("taken");
    await credit(creditDeps(database()), charge.paymentHash, 10_000n);

    expect(await balanceOf(database(), charge.account)).toBe(20_000n);
    expect(await receiptsOf(database(), charge.paymentHash)).toMatchObject([
      { via: "ledger", flags: [] },
      { via: "node", flags: ["second"] },
    ]);
    expect(await chargeNow(database(), charge)).toMatchObject({ received: 20_000n, state: { kind: "completed" } });
  });

  it("credits all that the payer paid, and books what the backend kept as our expense", async () => {
    const LIQUIDITY = one(
      await database().db.query<{ no: bigint }>(sql`select ledger.system('liquidity_expense') as no`),
    ).no;
    const NODE = one(await database().db.query<{ no: bigint }>(sql`select ledger.system('lightning_node') as no`)).no;
    const [expense, before] = [await balanceOf(database(), LIQUIDITY), await balanceOf(database(), NODE)];
    const charge = await given();

    await credit(creditDeps(database()), charge.paymentHash, 10_000n, settledAt, 40n);

    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
    expect(await balanceOf(database(), LIQUIDITY)).toBe(expense - 40n);
    expect(await balanceOf(database(), NODE)).toBe(before - 9_960n);
  });

  it("records an incident for what no wallet could take, once", async () => {
    const paymentHash = randomBytes(32);
    await Promise.all([1, 2, 3].map(() => credit(creditDeps(database()), paymentHash, 777n)));

    const [receipt] = await receiptsOf(database(), paymentHash);
    const incidents = await listIncidentsOf(database().db, receipt?.id ?? "");
    expect(incidents).toMatchObject([{ subjectKind: "receipt", kind: "receipt_suspended", isOpen: true }]);
  });

  it("takes a charge once when it is paid internally and over Lightning at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const charge = await given();
      const [taken] = await Promise.all([
        payInternally(database(), charge),
        credit(creditDeps(database()), charge.paymentHash, 10_000n),
      ]);

      const [first, second] = await receiptsOf(database(), charge.paymentHash);
      if (taken === "taken")
        expect([first, second]).toMatchObject([{ via: "ledger" }, { via: "node", flags: ["second"] }]);
      else expect([taken, first, second]).toMatchObject(["completed", { via: "node", flags: [] }, undefined]);
      expect(await balanceOf(database(), charge.account)).toBe(taken === "taken" ? 20_000n : 10_000n);
    }
  });
});

/**
 * A payment of the charge from inside the ledger, as the payments slice makes it; answers what became of the charge.
 */
async function payInternally({ admin }: DatabaseUnderTest, charge: Charge): Promise<string> {
  const transfer = random.uuid();
  const payment = random.uuid();
  return await admin.transaction(async (tx) => {
    await tx.query(sql`select ledger.lock_book()`);
    const [taken] = await tx.query<{ outcome: [string]; account: [bigint | null] }>(sql`
      select outcome, account
        from receiving.take_internal_many(
               now(), array[${charge.id}]::uuid[], array[${charge.invoice}]::text[], array[${charge.amount}]::bigint[],
               array[${payment}]::uuid[], array[${transfer}]::uuid[], array[${random.uuid()}]::uuid[],
               array[${random.uuid()}]::uuid[])`);
    if (taken?.outcome[0] === "taken")
      await tx.query(sql`
        select ledger.post_many(now(), array[${transfer}]::uuid[], array[7::bigint], array[${taken.account[0]}]::bigint[],
                                array[${charge.amount}]::bigint[], null, null, array['payment'], array[${payment}]::uuid[])`);
    return taken?.outcome[0] ?? "none";
  });
}
