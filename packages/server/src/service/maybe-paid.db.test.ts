import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { beforeEach, describe, expect, it } from "vitest";
import { newId, type PaymentId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { adoptPayment, listForeign } from "#lightning";
import { findPayment, payForOrigin } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { assignPayment, openRestore, releaseRestore } from "#restore";
import { type Driving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { importJournal } from "./import-journal.ts";
import { reconcile } from "./reconcile.ts";
import { quick, restored } from "./testing/restored.harness.ts";

const DAY_MS = 24 * 3_600_000;
const REASON = "the backup of the night";

onDatabase("a payment that was lost with a restore, asked for again", (database) => {
  const { anew, given, liftAll } = restored(database);
  beforeEach(anew);

  /** The node has paid these without us; the operator has let everybody work again. */
  async function afterRestore(...amounts: Msats[]) {
    const driving = await given();
    for (const amount of amounts) driving.paid(amount);
    await driving.check();
    const { db } = database();
    const hashes = (await listForeign(db)).map(({ paymentHash }) => bytesToHex(paymentHash)).sort();
    await releaseRestore(quick(driving.world.drive), { reason: REASON });
    await liftAll();
    return { ...driving, hashes, refusal: refusalOf(driving) };
  }

  const refusalOf =
    ({ pay }: Driving) =>
    async (request: Parameters<Driving["pay"]>[0] = {}) =>
      await pay(request).then(
        () => undefined,
        (error) => error,
      );
  /** So many calls in one batch, but for the first one. */
  const together = (batch: Batch, count: number): Batch => {
    const gate = Promise.withResolvers<void>();
    let left = count;
    return async (fn, input) => {
      left -= 1;
      if (left === 0) gate.resolve();
      await gate.promise;
      return await batch(fn, input);
    };
  };
  const named = (hashes: readonly string[]) => hashes.map((issue) => ({ field: "Leyden-Pay-Anyway", issue }));

  it("is refused, with the hashes that it may be, and reserves nothing", async () => {
    const { refusal, hashes, world, caller } = await afterRestore(sats(100n), sats(100n), sats(7n));
    const before = await world.balance(caller);
    const seven = (await listForeign(database().db)).find(({ amount }) => amount === sats(7n));
    const alike = hashes.filter((hash) => hash !== bytesToHex(seven?.paymentHash ?? new Uint8Array()));

    const error = await refusal();

    expect(error).toMatchObject({ code: "maybe_paid", status: 409, details: named(alike) });
    expect(alike).toHaveLength(2);
    expect(await world.balance(caller)).toBe(before);
    expect(world.node.requests).toEqual([]);
  });

  it("is refused to an address, of an invoice and to a node; another amount, and what stays inside, is not", async () => {
    const { refusal, world, caller } = await afterRestore(sats(100n));
    const nodeId = `02${"ab".repeat(32)}`;
    const other = await world.project("recipient", 0n as Msats);
    const invoice = (amount: bigint) => world.invoice({ amount: sats(amount) }).text;
    expect(await refusal()).toMatchObject({ code: "maybe_paid" });
    expect(await refusal({ destination: { kind: "invoice", invoice: invoice(100n) } })).toMatchObject({
      code: "maybe_paid",
    });
    expect(await refusal({ destination: { kind: "node", nodeId, records: [], metadata: undefined } })).toMatchObject({
      code: "maybe_paid",
    });
    expect(await refusal({ amount: sats(101n) })).toBeUndefined();
    expect(await refusal({ destination: { kind: "wallet", walletId: other.wallet.id } })).toBeUndefined();
    expect(await world.balance(other)).toBe(sats(100n));
    expect(caller.wallet.id).not.toBe(other.wallet.id);

    const inside = () => refusal({ destination: { kind: "wallet", walletId: other.wallet.id } });
    const outside = () => refusal({ destination: { kind: "invoice", invoice: invoice(100n) } });
    world.pay.batch = together(world.pay.batch, 12);
    const mixed = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? inside() : outside())));
    expect(mixed.map((error) => error?.code)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? undefined : "maybe_paid")),
    );
  });

  it("is made when the payer names one of the hashes, for this payment alone", async () => {
    const { refusal, pay, hashes } = await afterRestore(sats(100n), sats(100n));
    const [hash = ""] = hashes;
    expect(await refusal({ payAnyway: "00".repeat(32) })).toMatchObject({ code: "maybe_paid" });
    expect((await pay({ payAnyway: hash.toUpperCase() })).amount).toBe(sats(100n));
    expect(await refusal()).toMatchObject({ code: "maybe_paid" });
  });

  it("leaves its idempotency key free, and the header is no part of what was asked", async () => {
    const { refusal, pay, hashes } = await afterRestore(sats(100n));
    const key = { idempotencyKey: "order-4711" };
    expect(await refusal(key)).toMatchObject({ code: "maybe_paid" });
    const made = await pay({ ...key, payAnyway: hashes[0] });
    const again = await pay(key);
    expect(again.id).toBe(made.id);
    expect((await pay({ ...key, payAnyway: "ff".repeat(32) })).id).toBe(made.id);
  });

  it("is refused also when the operator has booked the payment of the node as a loss, until 30 days later", async () => {
    const driving = await afterRestore(sats(100n));
    const { refusal, world, later } = driving;
    await reconcile(world.drive, {
      reason: REASON,
      requireJournal: async () => undefined,
      booked: () => undefined,
      isWhole: async () => true,
    });
    expect(await listForeign(database().db)).toEqual([]);
    expect(await refusal()).toMatchObject({ code: "maybe_paid" });
    await later(29 * DAY_MS);
    expect(await refusal()).toMatchObject({ code: "maybe_paid" });
    await later(1.1 * DAY_MS);
    expect(await refusal()).toBeUndefined();
  });

  it("is refused to the wallet to which the operator has assigned it, and to no other, until 30 days later", async () => {
    const driving = await afterRestore(sats(100n));
    const { caller, world, refusal, pay, later, hashes } = driving;
    const [hash = ""] = hashes;
    const other = await world.project("other", sats(1_000n));
    const to = { kind: "wallet", id: caller.wallet.id } as const;
    await assignPayment(world.drive, { paymentHash: hexToBytes(hash), to, reason: REASON, insteadOfLoss: false });
    await later(0);
    expect(await refusal()).toMatchObject({ code: "maybe_paid", details: named(hashes) });
    expect(await refusal({ caller: other })).toBeUndefined();
    const sent = world.node.requests.length;
    const key = { idempotencyKey: "its own", payAnyway: hash };
    expect((await pay(key)).id).toBe((await pay(key)).id);
    await later(0);
    expect(world.node.requests).toHaveLength(sent + 1);
    await later(30.1 * DAY_MS);
    expect(await refusal()).toBeUndefined();
  });

  it("is refused after a second restore as well: the journal says to which wallet it was assigned", async () => {
    const driving = await afterRestore(sats(100n));
    const { caller, world, refusal, hashes, clock } = driving;
    const [hash = ""] = hashes;
    const [other, mistaken] = [
      await world.project("other", sats(1_000n)),
      await world.project("mistaken", 0n as Msats),
    ];
    const [line, earlier] = ([caller, mistaken] as const).map(({ wallet }) => ({
      what: "operator.book" as const,
      id: newId<PaymentId>(world.drive.random),
      kind: "reconcile_wallet",
      subject: wallet.id,
      wallet: wallet.id,
      paymentHash: hexToBytes(hash),
      amount: sats(100n),
      feeLimit: sats(1n),
    }));
    if (line === undefined || earlier === undefined) throw new Error("no line");
    const on = givenJournal();
    const writer = on.writer({ clock });
    await writer.append(earlier); // refused then, and decided anew
    await writer.append(line);
    await writer.close();
    await openRestore(world.drive, "book_went_back");
    const run = () => importJournal(world.drive, { folders: [on.folder], installation: on.installation });

    const both = (await Promise.all([run(), run()])).flatMap(({ imported }) => imported);
    expect(both.filter(({ outcome }) => outcome === "done")).toMatchObject([{ id: line.id }]);
    expect((await run()).imported).toEqual([]);
    await liftAll();
    await driving.later(MINUTE);

    expect(await findPayment(database().db, line.id)).toMatchObject({ progress: { kind: "completed" } });
    expect(await findPayment(database().db, earlier.id)).toBeUndefined();
    expect(await refusal({ idempotencyKey: "its own" })).toMatchObject({ code: "maybe_paid", details: named(hashes) });
    expect(await refusal({ caller: other })).toBeUndefined();
  });

  it("is made when the operator has made the payment of the node, or a payment of ours explains it", async () => {
    const { refusal, world, later, hashes, pay } = await afterRestore(sats(100n), sats(7n));
    for (const { paymentHash, amount } of await listForeign(database().db))
      if (amount === sats(100n)) await adoptPayment(database(), { paymentHash, reason: "by hand" });
    expect(await refusal()).toBeUndefined();
    expect(await refusal({ amount: sats(7n) })).toMatchObject({ code: "maybe_paid" });

    const ours = await pay({ amount: sats(8n) });
    const seven = (await listForeign(database().db)).find(({ amount }) => amount === sats(7n));
    await database().admin.query(sql`
      update payments.payment
         set payment_hash = ${seven?.paymentHash}, preimage = null
       where id = ${ours.id}`);
    expect(await refusal({ amount: sats(7n) })).toBeUndefined();
    expect(hashes).toHaveLength(2);
    await later(0);
    expect(world.node.requests.length).toBeGreaterThan(0);
  });

  it("is no question where nothing was restored: an operator's own payments, found while the service ran or not", async () => {
    const driving = await given();
    driving.paid(sats(100n));
    await driving.check();
    const deps = quick(driving.world.drive);
    await reconcile(deps, {
      reason: REASON,
      mine: true,
      requireJournal: async () => undefined,
      booked: () => undefined,
      isWhole: async () => true,
    });
    await liftAll();
    expect(await refusalOf(driving)()).toBeUndefined();
  });

  it("is not compared with what was found before the copy was made, or what was alone", async () => {
    const { refusal } = await afterRestore(sats(5n));
    const insert = (foundAt: string, isAlone: boolean) =>
      database().admin.query(sql`
        insert into lightning.foreign_payment (payment_hash, amount_msats, found_at, is_alone)
        values (${crypto.getRandomValues(new Uint8Array(32))}, ${sats(100n)}, ${foundAt}::timestamptz, ${isAlone})`);
    await insert("2020-01-01T00:00:00Z", false);
    await insert(new Date().toISOString(), true);
    expect(await refusal()).toBeUndefined();
    await insert(new Date().toISOString(), false);
    expect(await refusal()).toMatchObject({ code: "maybe_paid" });
  });

  it("does not hold what another slice pays out: whoever takes a voucher cannot say which payment it was", async () => {
    const { world, caller } = await afterRestore(sats(100n));
    const { text: invoice } = world.invoice({ amount: sats(100n) });
    const id = newId<PaymentId>(world.pay.random);
    await payForOrigin(world.pay, {
      id,
      payer: { account: caller.wallet.account, wallet: { id: caller.wallet.id, ownerId: caller.wallet.owner.id } },
      fundedBy: undefined,
      origin: { kind: "withdrawal", id: crypto.randomUUID() } as never,
      invoice,
      amount: sats(100n),
      feeLimit: sats(1n),
    });
    await world.settled();
    expect(world.node.requests).toHaveLength(1);
  });

  describe("while a restore is being opened", () => {
    it("is reserved before it and waits, or is refused: never sent", async () => {
      const driving = await given();
      const { world, clock } = driving;
      world.pay.driver = undefined;
      const opening = openRestore({ ...world.drive, clock }, "book_went_back");
      const made = await Promise.all([
        ...Array.from({ length: 6 }, () => driving.pay().catch((error) => error)),
        opening.then(() => driving.pay().catch((error) => error)),
      ]);
      expect(await opening).toBe(true);
      for (const one of made) {
        if (one instanceof Error) expect(one).toMatchObject({ code: "restoring" });
        else expect(await driving.reread(one)).toMatchObject({ onHoldFor: "restore" });
      }
      expect(made.at(-1)).toMatchObject({ code: "restoring" });
      await driving.later(60_000);
      expect(world.node.requests).toEqual([]);
    });

    it("and again in a second process: the question stays as long as one of them is open", async () => {
      const driving = await afterRestore(sats(100n));
      const deps = quick(driving.world.drive);
      const opened = await Promise.all([openRestore(deps, "book_went_back"), openRestore(deps, "foreign_payments")]);
      expect(opened.filter(Boolean)).toHaveLength(1);
      await releaseRestore(deps, { reason: REASON });
      await liftAll();
      expect(await driving.refusal()).toMatchObject({ code: "maybe_paid" });
    });
  });
});
