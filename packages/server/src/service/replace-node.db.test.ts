import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { compareLists } from "#audit";
import type { ChargeId, PaymentId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { listPauses } from "#ledger";
import { findNode } from "#lightning";
import { countInFlight, endByHand, findPayment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findCharge } from "#receiving";
import { cut, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { dispatchPayment } from "#slices/payments/drive/dispatch-payment.ts";
import { driverOf } from "#slices/payments/drive/drive-payment.ts";
import { isSent, type Payment } from "#slices/payments/model/payment.ts";
import { FUNDS, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { replaceAsShown } from "./replace-node.ts";
import { importOf } from "./testing/imported.harness.ts";
import { DAY, INSTALLATION, issue, replacing, stateOf } from "./testing/replacing.harness.ts";

onDatabase("payments of a node that is replaced", (database) => {
  const { given, inEachState, follow } = replacing(database);

  it("leaves what was ordered there reserved, whatever the new one says, and lets go on what never left", async () => {
    const on = await given();
    const { world, next, replace, later, reread, caller } = on;
    const charge = await issue(on, caller);
    await world.node.counterparty.pay(charge.invoice);
    await follow(world.node);
    const made = await inEachState(on);
    const states = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(made).map(async ([name, one]) => [name, stateOf(await reread(one))])),
      );
    expect(await states()).toEqual({
      completed: "completed",
      failed: "failed",
      held: "in_flight",
      lost: "unknown",
      paid: "unknown",
      dispatched: "dispatched",
      known: "unknown",
      unsent: "unknown",
      accepted: "resolving",
    });
    expect(await replace()).toBe("replaced");
    const watched = await database().admin.query(sql`select id from payments.payment where watch_due_at is not null`);
    expect(watched).toEqual([]);

    const balance = await world.balance(caller);
    for (const ms of [MINUTE, MINUTE, 10 * MINUTE, DAY, DAY, DAY, 15 * DAY]) await later(ms);
    expect(await states()).toEqual({
      completed: "completed",
      failed: "failed",
      held: "in_flight there",
      lost: "unknown there",
      paid: "unknown there",
      dispatched: "dispatched there",
      known: "unknown there",
      unsent: "completed",
      accepted: "completed",
    });
    expect(next.requests).toHaveLength(2);
    expect(await countInFlight(database().db)).toBe(0);
    const rest = 2n * (sats(10n) - 1_500n); // of the fee limits of the two that went on
    expect(await world.balance(caller)).toBe(balance + rest);
    for (const one of [made.held, made.lost, made.paid, made.dispatched, made.known])
      expect(await on.incidentsOf(one)).toEqual(["former_node"]);
    expect(await listPauses(database().db)).toEqual([]);
    expect(await on.breaches()).toEqual([]);
    const { breaches } = await compareLists({ db: database().db, clock: on.clock, node: next });
    expect(breaches).toEqual([]);
  });

  it("changes nothing where something was ordered or invoiced since it was shown", async () => {
    const on = await given();
    const request = { instanceId: INSTALLATION, reason: "a test", althoughInvoicesAreOpen: false };
    const before = await on.show();
    on.world.node.plan = holds();
    await on.pay();
    await expect(replaceAsShown(on.drive, before, request)).rejects.toThrow("a payment was ordered meanwhile");
    const after = await on.show();
    await issue(on, on.caller);
    await expect(replaceAsShown(on.drive, after, request)).rejects.toThrow("a charge was made meanwhile");
    expect((await findNode(database().db))?.nodeId).toBe(on.nodeId);
    expect(on.world.journal.entries.filter(({ kind }) => kind === "refused")).toHaveLength(2);
    expect(await on.breaches()).toEqual([]);
  });

  it("is refused while an invoice of the former one is open: who pays it there is credited nowhere", async () => {
    const on = await given();
    const request = { instanceId: INSTALLATION, reason: "a test", althoughInvoicesAreOpen: false };
    await database().admin.query(sql`update receiving.charge set state = 'expired' where state = 'pending'`);
    const charge = await issue(on, on.caller);
    await expect(replaceAsShown(on.drive, await on.show(), request)).rejects.toThrow(
      "invoices of the former node are open, 1 of them",
    );
    on.clock.advance(DAY); // it has expired, and the node was not asked since: it may have been paid before
    await expect(replaceAsShown(on.drive, await on.show(), request)).rejects.toThrow("invoices of the former node");
    expect((await findNode(database().db))?.nodeId).toBe(on.nodeId);
    const looking = { ...creditDeps(database()), ...database(), node: on.world.node, clock: on.clock };
    await lookUpDueCharges(looking);
    expect((await on.show()).charges).toEqual([]);
    expect(await findCharge(database().db, charge.walletId, charge.id)).toMatchObject({ state: { kind: "expired" } });
    expect(await replaceAsShown(on.drive, await on.show(), request)).toBe("replaced");
  });

  it("is done with open invoices where the operator says so, and they expire at once", async () => {
    const on = await given();
    const charge = await issue(on, on.caller);
    expect(await on.replace()).toBe("replaced");
    expect(await findCharge(database().db, charge.walletId, charge.id)).toMatchObject({ state: { kind: "expired" } });
    expect(await on.breaches()).toEqual([]);
  });

  it("gives the new one no order for what was ordered there, also where a driver has it", async () => {
    const on = await given();
    on.world.node.plan = holds();
    const { id } = await on.pay();
    await on.replace();
    await database().admin.query(sql`
      update payments.payment set lease_until = '2999-01-01', state = 'unknown', previous_state = 'in_flight'
       where id = ${id}`);
    const payment = await findPayment(database().db, id);
    if (payment === undefined || !isSent(payment)) throw new Error("it was sent");
    expect(await dispatchPayment(on.drive, payment)).toBeUndefined();
    expect(on.next.requests).toEqual([]);
    await database().admin.query(sql`update payments.payment set lease_until = null where id = ${id}`);
  });

  it("takes the history of the new one for whole, which knows nothing of what the former one has paid", async () => {
    const on = await given();
    const { world, next, later, reread } = on;
    world.node.plan = settles();
    await on.pay();
    await on.replace();
    const plan = next.plan;
    next.plan = cut();
    world.pay.driver = driverOf(() => on.drive);
    const payment = await on.pay();
    expect(stateOf(await reread(payment))).toBe("unknown");
    next.plan = plan;
    for (const ms of [MINUTE, MINUTE]) await later(ms);
    expect(stateOf(await reread(payment))).toBe("completed");
  });

  it("takes what the journal brings back for that of the node of its time", async () => {
    const on = await given();
    const { wallet } = on.caller;
    await on.replace();
    const hash = () => randomBytes(32);
    const [payment, charge] = [on.drive.random.uuid(), on.drive.random.uuid()];
    const of = { wallet: wallet.id, amount: sats(5n) };
    const expiresAt = new Date(on.clock.now().getTime() + DAY);
    const bringBack = await importOf(database(), [
      { what: "charge.issue", id: charge, paymentHash: hash(), expiresAt, ...of },
      {
        what: "payment.dispatch",
        id: payment,
        paymentHash: hash(),
        feeLimit: sats(1n),
        origin: { kind: "request" },
        ...of,
      },
    ]);
    expect((await bringBack()).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(await findCharge(database().db, wallet.id, charge as ChargeId)).toMatchObject({
      state: { kind: "expired" },
    });
    const found = await findPayment(database().db, payment as PaymentId);
    expect(found).toMatchObject({ isAtFormerNode: true, isBroughtBack: true, progress: { kind: "unknown" } });
    expect(await on.breaches()).toEqual([]);
  });

  it("ends what was ordered there by evidence alone, and what was paid there was in limbo", async () => {
    const on = await given();
    const { world, replace, limbo, caller, reread } = on;
    world.node.plan = holds();
    const [paid, other] = [await on.pay(), await on.pay()];
    await replace();
    on.clock.advance(DAY);
    const deps = { ...on.drive, node: on.next };
    const before = (await limbo()) ?? 0n;
    const hash =
      "invoice" in paid.progress && typeof paid.progress.invoice === "object" ? paid.progress.invoice : undefined;
    const preimage = world.preimageOf(hash?.paymentHash ?? new Uint8Array());
    const completed = { kind: "completed", fee: msats(2_000n), preimage } as const;
    const end = (
      payment: Payment,
      as: Parameters<typeof endByHand>[1]["as"],
      despite: Parameters<typeof endByHand>[1]["despite"] = [],
    ) => endByHand(deps, { id: payment.id, reason: "a test", as, despite });

    await expect(end(paid, { ...completed, preimage: undefined })).rejects.toThrow("neither the node nor a preimage");
    await end(paid, completed);
    expect(await limbo()).toBe(before - sats(100n) - 2_000n);
    await expect(end(other, { kind: "failed" })).rejects.toThrow("ordered at a node that was replaced");
    await expect(end(other, { kind: "failed" }, ["silent_node"])).rejects.toThrow(
      "ordered at a node that was replaced",
    );
    await end(other, { kind: "failed" }, ["replaced_node"]);
    expect(await world.balance(caller)).toBe(FUNDS - sats(100n) - 2_000n);
    expect(await limbo()).toBe(before - sats(100n) - 2_000n);
    expect([stateOf(await reread(paid)), stateOf(await reread(other))]).toEqual(["completed there", "failed there"]);
    const rows = await database().admin.query(sql`
      select id from payments.payment where watch_due_at is not null and node_replaced_at is not null`);
    expect(rows).toEqual([]);
    expect(await on.breaches()).toEqual([]);
  });
});
