import { beforeEach, expect, it } from "vitest";
import { idempotencyOf } from "#idempotency";
import { listIncidentsOf } from "#incidents";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { findHead } from "#ledger";
import { listForeign } from "#lightning";
import { endByHand, findPayment, releasePayments } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { bringBackPayment, coverDeficits, type Departed } from "#restore";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { presentPayment } from "#slices/payments/present-payment.ts";
import { type Driving, FUNDS, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { readStatement } from "#statements";
import { departedOf } from "./testing/departed.harness.ts";
import { restored } from "./testing/restored.harness.ts";

onDatabase("a payment that is brought back", (database) => {
  const { anew, given, resolving, openLedger, expectWhole } = restored(database);
  beforeEach(anew);

  const bringBack = ({ world }: Driving, departed: Departed) => bringBackPayment(world.drive, departed);
  const stateOf = async ({ id }: Departed) => (await findPayment(database().db, id))?.progress.kind;
  /** The ledger is closed, as after a restore that was found. */
  const close = () => database().admin.query(sql`select ledger.close_book('restoring')`);

  it.each([
    ["settled", settles({ fee: sats(2n) }), "completed", FUNDS - sats(102n)],
    ["failed", fails(), "failed", FUNDS],
    ["in flight", holds(), "in_flight", FUNDS - sats(110n)],
    ["not known", undefined, "unknown", FUNDS - sats(110n)],
  ] as const)(
    "is %s at the node, and ends so, also while the ledger is closed",
    async (_says, plan, state, balance) => {
      const driving = await given();
      const { world, caller, later, reread } = driving;
      await close();
      const departed = departedOf(driving, caller, { plan });

      expect(await bringBack(driving, departed)).toEqual({ outcome: "brought_back", lent: 0n });
      expect(await bringBack(driving, departed)).toEqual({ outcome: "known", lent: 0n });
      await later(MINUTE);
      await later(26 * 60 * MINUTE);

      expect(await stateOf(departed)).toBe(state);
      expect(await world.balance(caller)).toBe(balance);
      expect(world.node.requests, "nothing is sent").toHaveLength(0);
      const back = await findPayment(database().db, departed.id);
      expect(back).toMatchObject({ isBroughtBack: true, destination: { kind: "unknown" } });
      if (back !== undefined && state !== "completed" && state !== "failed")
        expect((await reread(back)).onHoldFor).toBe("restore");
      expect(await bringBack(driving, departed)).toMatchObject({
        outcome: state === "failed" ? "failed" : "known",
      });
      await expectWhole(driving);
    },
  );

  it("is not let go on by hand, and ended by the operator with evidence when the node does not know it", async () => {
    const driving = await given();
    const { world, caller, later } = driving;
    const departed = departedOf(driving, caller);
    await bringBack(driving, departed);
    await later(MINUTE);
    const { id } = departed;
    const release = releasePayments(world.drive, { id, reason: "a test", despiteForeign: true });
    await expect(release).rejects.toThrow("never sent again");
    await releasePayments(world.drive, { id: undefined, reason: "a test", despiteForeign: true });
    expect(await findPayment(database().db, id)).toMatchObject({ onHoldFor: "restore" });

    const despite = ["silent_node", "lost_history"] as const;
    await endByHand(world.drive, { id, reason: "the recipient says so", as: { kind: "failed" }, despite });
    expect([await stateOf(departed), await world.balance(caller)]).toEqual(["failed", FUNDS]);
    expect((await bringBack(driving, departed)).outcome).toBe("failed");
    await expectWhole(driving);
  });

  it("is written once by those who race", async () => {
    const driving = await given();
    const { world, caller, later } = driving;
    const departed = departedOf(driving, caller, { plan: settles() });

    const all = await Promise.all(Array.from({ length: 6 }, () => bringBack(driving, departed)));
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(["brought_back", ...Array(5).fill("known")]);
    await Promise.all([bringBack(driving, departed), later(MINUTE), later(MINUTE)]);
    expect(await stateOf(departed)).toBe("completed");
    expect(await world.balance(caller)).toBeGreaterThan(FUNDS - sats(111n));
    await expectWhole(driving);
  });

  it("answers the same key, and the same internalId, with itself", async () => {
    const driving = await given();
    const { world, caller, pay, later } = driving;
    const lnAddress = world.recipient("again");
    const amount = sats(100n);
    const idempotency = idempotencyOf(caller.actor, "ln-address/send-payment", "k-1", {
      kind: "address",
      lnAddress,
      caller: undefined,
      amount,
    });
    const departed = departedOf(driving, caller, { plan: settles(), idempotency, internalId: "order-7" });
    await bringBack(driving, departed);
    await later(MINUTE);
    const { no } = await findHead(database().db);

    const replayed = await pay({ lnAddress, amount, idempotencyKey: "k-1" });
    expect(replayed).toMatchObject({ id: departed.id, internalId: "order-7", idempotency });
    expect((await findHead(database().db)).no, "nothing is posted").toBe(no);
    await expect(pay({ lnAddress, amount: sats(99n), idempotencyKey: "k-1" })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    const actor = { ...caller.actor, policy: { feeCeilingBasisPoints: 500n, internalIdIsUnique: true } };
    const strict = world.request({ ...caller, actor } as Caller, { lnAddress, amount, internalId: "order-7" });
    expect((await driving.pay(strict)).id).toBe(departed.id);
    expect(world.node.requests).toHaveLength(0);
    await expectWhole(driving);
  });

  it("is read, listed and in the statement as what was brought back", async () => {
    const driving = await given();
    const { world, clock, later } = driving;
    const poor = await world.project("poor", sats(30n));
    const departed = departedOf(driving, poor, { plan: settles({ fee: sats(2n) }), internalId: "order-8" });
    await bringBack(driving, departed);
    await later(MINUTE);

    const found = await findPayment(database().db, departed.id);
    if (found === undefined) throw new Error("it is not there");
    const shown = presentPayment(found, { clock, capabilities: world.node.capabilities });
    const { id, firstAt } = departed;
    expect(shown).toMatchObject({ id, restored: true, status: "completed", internalId: "order-8", invoice: "" });
    expect(shown.createdAt).toBe(firstAt.toISOString());
    expect(shown).not.toHaveProperty("lnAddress");
    const lines: (readonly [string, bigint, boolean])[] = [];
    for await (const page of readStatement(database(), { wallet: poor.wallet }))
      lines.push(...page.map(({ type, amount, isRestored }) => [type, amount, isRestored] as const));
    expect(lines.slice(0, 3)).toEqual([
      ["fee_refund", sats(8n), true],
      ["payment", -sats(110n), true],
      ["transfer", sats(80n), true],
    ]);
  });

  it("explains the payment of the node that nobody had explained", async () => {
    const driving = await given();
    const { caller, later, check } = driving;
    const departed = departedOf(driving, caller, { plan: settles() });
    await check();
    expect(await listForeign(database().db)).toHaveLength(1);

    await bringBack(driving, departed);
    expect(await listForeign(database().db)).toEqual([]);
    await later(MINUTE);
    expect(await stateOf(departed)).toBe("completed");
    await check();
    await expectWhole(driving);
  });

  it("gets the hash that the copy lacks, is completed by the node, and asks nobody for an invoice", async () => {
    const driving = await given();
    const { world, caller, later, kindOf } = driving;
    const payment = await resolving(driving);
    const departed = departedOf(driving, caller, { plan: settles(), id: payment.id });
    await database().admin.query(sql`select payments.put_on_hold('restore')`);

    expect(await bringBack(driving, departed)).toEqual({ outcome: "advanced", lent: 0n });
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    expect(world.node.requests).toHaveLength(0);
    await expectWhole(driving);
  });

  it("is left alone when the copy knows its end, another payment has its hash, or it was booked as a loss", async () => {
    const driving = await given();
    const { world, caller, pay, check, later } = driving;
    const done = await pay();
    const { no } = await findHead(database().db);
    const over = { id: done.id };
    expect((await bringBack(driving, departedOf(driving, caller, over))).outcome).toBe("differs");
    const paymentHash = done.progress.kind === "completed" ? done.progress.paymentHash : undefined;
    const hash = { paymentHash: paymentHash ?? new Uint8Array() };
    expect((await bringBack(driving, departedOf(driving, caller, { ...over, ...hash }))).outcome).toBe("known");
    expect((await bringBack(driving, departedOf(driving, caller, hash))).outcome).toBe("in_use");
    const stranger = { ...caller, wallet: { ...caller.wallet, id: crypto.randomUUID() } } as Caller;
    expect((await bringBack(driving, departedOf(driving, stranger))).outcome).toBe("no_wallet");
    expect((await findHead(database().db)).no).toBe(no);

    const lost = departedOf(driving, caller, { plan: settles() });
    await check();
    await database().admin.query(sql`
      select lightning.book_foreign_many(
               now(), array[${lost.paymentHash}::bytea], array[gen_random_uuid()], array[100000], array[0], array['lost'],
               array[gen_random_uuid()])`);
    expect((await bringBack(driving, lost)).outcome).toBe("booked");
    await openLedger();
    await later(MINUTE);
    expect(await world.balance(caller)).toBeLessThan(FUNDS);
    await expectWhole(driving);
  });

  it("lends the wallet what it lacks, counts it as the operator's loss, and lets nothing else leave the wallet", async () => {
    const driving = await given();
    const { world, later, pay } = driving;
    const poor = await world.project("poor", sats(30n));
    const [own, lent] = [await ownMoney(), await world.systemBalance("restore_deficit")];
    const departed = departedOf(driving, poor, { plan: settles({ fee: sats(2n) }) });

    expect(await bringBack(driving, departed)).toEqual({ outcome: "brought_back", lent: sats(80n) });
    expect([await world.balance(poor), lent - (await world.systemBalance("restore_deficit"))]).toEqual([0n, sats(80n)]);
    expect(own - (await ownMoney())).toBe(sats(80n));
    await later(MINUTE);
    expect(await world.balance(poor)).toBe(sats(8n));
    await expect(pay({ caller: poor, amount: sats(1n) })).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await lentOf(poor)).toBe(sats(80n));
    expect(await incidents(poor)).toEqual(["restore_deficit"]);
    await expectWhole(driving);
  });

  it("lends anew for another payment of the wallet, and gives back what was not paid", async () => {
    const driving = await given();
    const { world, later } = driving;
    const poor = await world.project("poor", sats(30n));
    const first = departedOf(driving, poor, { plan: settles({ fee: sats(2n) }) });
    const second = departedOf(driving, poor, { plan: fails() });
    await limit(poor, sats(1n));
    expect([(await bringBack(driving, first)).lent, (await bringBack(driving, second)).lent]).toEqual([
      sats(80n),
      sats(110n),
    ]);
    await later(MINUTE);
    expect([await lentOf(poor), await world.balance(poor)]).toEqual([sats(190n), sats(118n)]);
    await cover(driving);
    expect([await lentOf(poor), await world.balance(poor)]).toEqual([sats(72n), 0n]);
    await expectWhole(driving);
  });

  it("counts on the limits of the day on which it came back, and not any more when it has failed", async () => {
    const driving = await given();
    const { clock, caller, later } = driving;
    const spent = async () => {
      const [row] = await database().admin.query<{ spent: bigint }>(sql`
        select spent_day as spent from ledger.account where no = ${caller.wallet.account}`);
      return row?.spent;
    };
    const before = new Date(clock.now().getTime() - 30 * 60 * MINUTE);
    await bringBack(driving, departedOf(driving, caller, { plan: fails(), firstAt: before, lastAt: before }));
    expect(await spent()).toBe(sats(100n));
    await later(MINUTE);
    expect(await spent()).toBe(0n);
    await expectWhole(driving);
  });

  it("takes back what it lent from what the wallet receives, once, and lets the rest go", async () => {
    const driving = await given();
    const { world, caller, pay } = driving;
    await openLedger();
    const poor = await world.project("poor", sats(0n));
    await bringBack(driving, departedOf(driving, poor, { plan: settles({ fee: sats(2n) }) }));
    await driving.later(MINUTE);
    await cover(driving); // what the route did not take
    const into = { destination: { kind: "wallet", walletId: poor.wallet.id } } as const;

    await pay({ ...into, amount: sats(50n) });
    await expect(pay({ caller: poor, amount: sats(1n) })).rejects.toMatchObject({ code: "insufficient_funds" });
    await Promise.all([cover(driving), cover(driving), cover(driving)]);
    expect([await lentOf(poor), await world.balance(poor)]).toEqual([sats(52n), 0n]);
    await pay({ ...into, amount: sats(100n) });
    await pay({ caller: poor, destination: { kind: "wallet", walletId: caller.wallet.id }, amount: sats(40n) });
    await cover(driving);
    expect([await lentOf(poor), await world.balance(poor)]).toEqual([0n, sats(8n)]);
    expect(await incidents(poor)).toEqual([]);
    await expectWhole(driving);
  });

  it("is a breach when a wallet owes something else than what was lent", async () => {
    const driving = await given();
    const poor = await driving.world.project("poor", sats(0n));
    await bringBack(driving, departedOf(driving, poor));
    await expectWhole(driving);
    const owe = (msats: bigint) =>
      database().admin.query(sql`
        update ledger.account set lent_msats = lent_msats + ${msats} where no = ${poor.wallet.account}`);
    await owe(1n);
    await expect(expectWhole(driving)).rejects.toThrow("to deeply equal []");
    await owe(-1n);
    await expectWhole(driving);
  });

  const cover = ({ world }: Driving) => coverDeficits(world.drive);
  const incidents = async ({ wallet }: Caller) =>
    (await listIncidentsOf(database().db, wallet.id)).filter(({ isOpen }) => isOpen).map(({ kind }) => kind);
  const limit = ({ wallet }: Caller, daily: Msats) =>
    database().admin.query(sql`select ledger.set_limits(now(), ${wallet.account}, ${daily}, null, null, null)`);

  async function ownMoney(): Promise<bigint> {
    const [row] = await database().admin.query<{ own: bigint }>(sql`select ledger.own_money() as own`);
    return row?.own ?? 0n;
  }

  async function lentOf({ wallet }: Caller): Promise<Msats> {
    const [row] = await database().admin.query<{ lent: Msats }>(sql`
      select lent_msats as lent from ledger.account where no = ${wallet.account}`);
    return row?.lent as Msats;
  }
});
