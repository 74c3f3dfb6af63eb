import { expect, it } from "vitest";
import type { EventId } from "#events";
import { idempotencyOf } from "#idempotency";
import type { Actor, Caller } from "#kernel/caller.ts";
import { type AccountNo, newId, type PaymentId, type TransferId, type UserId, type WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { cut, fails, holds, type SendPlan, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { findWallet } from "#wallets";
import type { Payment } from "../model/payment.ts";
import { type Reserve, type Reserved, reserveMany } from "../store/batched.ts";
import { findOutcomes, findPayment } from "../store/payments.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";

const random = machineRandom();
const PAID = 101_500n;
const RESERVED = 110_000n;

onDatabase("payments of other owners than a project", (database) => {
  async function fund(account: bigint): Promise<void> {
    const id = random.uuid();
    await database().db.query(sql`
      select *
        from ledger.post_many(
          now(), array[${id}]::uuid[], array[ledger.system('lightning_node')], array[${account}]::bigint[],
          array[${FUNDS}]::bigint[], null, null, array['test'], array[${id}]::uuid[])`);
  }

  async function user(): Promise<Caller> {
    const [id, userId] = [newId<WalletId>(random), newId<UserId>(random)];
    await database().db.query(sql`
      select wallets.open_many(now(), array[${id}]::uuid[], array['user'], array[${userId}]::uuid[])`);
    const wallet = await findWallet(database().db, id);
    if (wallet === undefined) throw new Error("a user without a wallet");
    await fund(wallet.account);
    return { wallet, actor: { kind: "user", userId, sessionId: "one" } };
  }

  /** The account of outstanding vouchers, with money in it: it belongs to no wallet. */
  async function vouchers(): Promise<AccountNo> {
    const rows = await database().db.query<{ no: AccountNo }>(sql`select ledger.system('vouchers_outstanding') as no`);
    const { no } = one(rows);
    await fund(no);
    return no;
  }

  const slice: Actor = { kind: "slice", name: "vouchers" };

  /** Reserves as a slice does that pays a voucher out. */
  async function reserve({ world }: Driving, account: AccountNo, changes: Partial<Reserve> = {}) {
    const id = newId<PaymentId>(random);
    const outcome: Reserved = await world.pay.batch(reserveMany, {
      id,
      transactionId: newId<TransferId>(random),
      payer: { account, wallet: undefined },
      origin: { kind: "voucher", id: random.uuid() },
      recipient: undefined,
      destination: { kind: "address", lnAddress: world.recipient("shop") },
      keysendPreimage: undefined,
      invoice: undefined,
      amount: sats(100n),
      feeLimit: sats(10n),
      comment: undefined,
      internalId: undefined,
      internalIdIsUnique: false,
      callbackUrl: undefined,
      callbackDelayMs: 0,
      event: newId<EventId>(random),
      receiptEvent: undefined,
      idempotency: undefined,
      pendingMax: { wallet: 1, owner: 1, node: 200 },
      leaseMs: undefined,
      ...changes,
    });
    return { id, outcome };
  }

  const balanceOf = async (account: AccountNo) => {
    const rows = await database().db.query<{ balance: bigint }>(sql`select ledger.balance(${account}) as balance`);
    return one(rows).balance;
  };

  const outcomeOf = async ({ id }: Pick<Payment, "id">) => (await findOutcomes(database().db, [id])).get(id);

  const endings: [string, SendPlan, object, bigint][] = [
    ["is completed", settles(), { kind: "completed", fee: 1_500n }, PAID],
    ["is failed", fails("no_route"), { kind: "failed", code: "no_route" }, 0n],
    ["is completed after a lost answer", cut(settles()), { kind: "completed", fee: 1_500n }, PAID],
    ["is failed after a lost answer", cut(fails()), { kind: "failed", code: "no_route" }, 0n],
    ["is pending while its recipient holds it", holds(), { kind: "pending" }, RESERVED],
  ];

  it.each(endings)(
    "one of a user %s, and what started it finds that out by asking",
    async (_, behaviour, end, took) => {
      const driving = await givenDriving(database());
      const { world, pay, later, breaches } = driving;
      const caller = await user();
      world.node.plan = behaviour;

      const payment = await pay({ caller });
      await later(MINUTE);

      expect(payment.payer.wallet).toEqual({ id: caller.wallet.id, ownerId: caller.wallet.owner.id });
      expect(await outcomeOf(payment)).toMatchObject(end);
      expect(await world.balance(caller)).toBe(FUNDS - took);
      expect(await breaches()).toEqual([]);
    },
  );

  it.each(endings)("one of a system account %s, and is no wallet's", async (_, behaviour, end, took) => {
    const driving = await givenDriving(database());
    const { world, later, breaches } = driving;
    const account = await vouchers();
    const before = await balanceOf(account);
    world.node.plan = behaviour;

    const { id, outcome } = await reserve(driving, account);
    expect(outcome.kind).toBe("reserved");
    expect(await outcomeOf({ id })).toEqual({ kind: "pending" });
    await later(0);
    await later(MINUTE);

    const payment = await findPayment(database().db, id);
    expect(payment?.payer).toEqual({ account, wallet: undefined });
    expect(payment?.origin.kind).toBe("voucher");
    expect(await outcomeOf({ id })).toMatchObject(end);
    expect(before - (await balanceOf(account))).toBe(took);
    expect(await breaches()).toEqual([]);
  });

  it("what was refused reserves nothing and has no outcome, for a user and for a system account", async () => {
    const driving = await givenDriving(database());
    const { world, pay, breaches } = driving;
    const caller = await user();
    const account = await vouchers();
    const before = await balanceOf(account);
    const tooMuch = sats(1_000_000_000n);

    await expect(pay({ caller, amount: tooMuch })).rejects.toMatchObject({ code: "insufficient_funds" });
    const poor = await reserve(driving, account, { amount: tooMuch });
    expect(poor.outcome).toEqual({ kind: "insufficient_funds", available: before });
    const paused = await whilePaused(database(), async () => {
      await expect(pay({ caller })).rejects.toMatchObject({ code: "sending_paused" });
      return await reserve(driving, account);
    });
    expect(paused.outcome).toEqual({ kind: "paused" });

    expect((await findOutcomes(database().db, [poor.id, paused.id])).size).toBe(0);
    expect([await world.balance(caller), await balanceOf(account)]).toEqual([FUNDS, before]);
    expect(await breaches()).toEqual([]);
  });

  it("those of a system account share no pending limit of a wallet, and a user has one", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, breaches } = driving;
    const caller = await user();
    const account = await vouchers();
    world.node.plan = holds();
    world.pay.pendingMax = () => ({ wallet: 1, owner: 1, node: 200 });

    const reserved = [await reserve(driving, account), await reserve(driving, account)];
    expect(reserved.map(({ outcome }) => outcome.kind)).toEqual(["reserved", "reserved"]);
    await later(0);
    await pay({ caller });
    await expect(pay({ caller })).rejects.toMatchObject({ code: "too_many_pending" });
    expect(await breaches()).toEqual([]);
  });

  it("of one idempotency key, that of each actor is its own payment, and each replays its own", async () => {
    const driving = await givenDriving(database());
    const { world, caller: project, pay, later, breaches } = driving;
    const [first, second] = [await user(), await user()];
    const account = await vouchers();
    const idempotencyKey = `key ${random.uuid()}`.replaceAll(" ", "-");
    const ofSlice = (actor: Actor) =>
      idempotencyOf(actor, "ln-address/send-payment", idempotencyKey, { amount: sats(100n) });

    const payments: PaymentId[] = [];
    for (const caller of [project, first, second]) payments.push((await pay({ caller, idempotencyKey })).id);
    const bySlice = await reserve(driving, account, { idempotency: ofSlice(slice) });
    const byAnother = await reserve(driving, account, {
      idempotency: ofSlice({ kind: "slice", name: "purchases" }),
    });
    expect([bySlice.outcome.kind, byAnother.outcome.kind]).toEqual(["reserved", "reserved"]);
    await later(0);
    expect(new Set([...payments, bySlice.id, byAnother.id]).size).toBe(5);

    for (const [i, caller] of [project, first, second].entries())
      expect((await pay({ caller, idempotencyKey })).id).toBe(payments[i]);
    const again = await reserve(driving, account, { idempotency: ofSlice(slice) });
    expect(again.outcome).toEqual({ kind: "replay", id: bySlice.id });
    await expect(pay({ caller: first, idempotencyKey, amount: sats(1n) })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    expect(world.node.requests).toHaveLength(5);
    expect(await breaches()).toEqual([]);
  });

  it("to an internal recipient go from a system account and to a user without the node", async () => {
    const driving = await givenDriving(database());
    const { world, breaches } = driving;
    const payee = await user();
    const account = await vouchers();
    const before = await balanceOf(account);

    const receiptEvent = newId<EventId>(random);
    const { id, outcome } = await reserve(driving, account, {
      recipient: payee.wallet,
      receiptEvent,
      feeLimit: msats(0n),
    });

    expect(outcome.kind).toBe("completed");
    expect(await outcomeOf({ id })).toMatchObject({ kind: "completed", fee: 0n });
    expect([await balanceOf(account), await world.balance(payee)]).toEqual([before - 100_000n, FUNDS + 100_000n]);
    expect(world.node.requests).toHaveLength(0);
    expect(await breaches()).toEqual([]);
  });
});
