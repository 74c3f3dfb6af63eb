import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import type { CrashPoint } from "../../kernel/clock.ts";
import { msats, sats } from "../../kernel/money.ts";
import { onDatabase } from "../../platform/database.harness.ts";
import { one, sql } from "../../platform/db.ts";
import { runAudit } from "../audit/index.ts";
import { NodeUnavailable } from "../lightning/index.ts";
import { driveDue } from "./drive-due.ts";
import { invariants } from "./invariants.ts";
import { payLightningAddress } from "./pay-lightning-address.ts";
import type { Payment } from "./payment.ts";
import { resolveByHand } from "./resolve-by-hand.ts";
import { findPayment } from "./store.ts";
import { createTestClock, type TestClock } from "./test-clock.harness.ts";
import { watchFailed } from "./watch-failed.ts";
import { answersNothing, createWorld, fails, holds, settles, type World } from "./world.harness.ts";

const FUNDS = sats(10_000n);
const MINUTE = 60_000;

onDatabase("a payment whose end is not clear", (database) => {
  async function givenWorld() {
    const clock = createTestClock();
    const world = createWorld(database(), { clock, batch: database().batchOn(clock) });
    const caller = await world.project("payer", FUNDS);
    return { world, clock, caller };
  }

  async function givenPayment(world: World, caller: Awaited<ReturnType<World["project"]>>): Promise<Payment> {
    const { payment } = await payLightningAddress(
      world.pay,
      world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(100n), waitMs: 0 }),
    );
    await world.settled();
    return await reread(world, payment);
  }

  async function reread(world: World, { id }: Payment): Promise<Payment> {
    const payment = await findPayment(world.drive.db, id);
    if (payment === undefined) throw new Error(`payment ${id} is lost`);
    return payment;
  }

  /** As the loop does it, after `ms`. */
  async function later(world: World, clock: TestClock, ms: number): Promise<void> {
    clock.advance(ms);
    await driveDue(world.drive);
    await world.settled();
  }

  async function expectAudit(world: World): Promise<void> {
    const lines = await runAudit({ db: world.drive.db, invariants });
    expect(lines.flatMap(({ breaches }) => breaches)).toEqual([]);
  }

  it("completes when the node says later that it was paid", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = answersNothing(settles());
    const payment = await givenPayment(world, caller);
    expect(payment.progress.kind).toBe("unknown");

    await later(world, clock, 2_000);

    expect((await reread(world, payment)).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectAudit(world);
  });

  it("fails when the node says later that it failed", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = answersNothing(fails("no_route"));
    const payment = await givenPayment(world, caller);
    await later(world, clock, 2_000);
    expect((await reread(world, payment)).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await world.balance(caller)).toBe(FUNDS);
    await expectAudit(world);
  });

  it("stays open for as long as the node does not answer or the recipient holds it", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = holds();
    const payment = await givenPayment(world, caller);
    for (const error of [undefined, new NodeUnavailable("gone"), undefined]) {
      world.node.lookupError = error;
      await later(world, clock, 10 * MINUTE);
      expect((await reread(world, payment)).progress.kind).toBe(error === undefined ? "in_flight" : "unknown");
    }
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    expect(world.node.orders).toHaveLength(1);
    await expectAudit(world);
  });

  it("is not sent again while the first order may still be on its way, and then with the same invoice", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = answersNothing();
    const payment = await givenPayment(world, caller);

    await later(world, clock, 3_000);
    expect(world.node.orders).toHaveLength(1);

    world.node.behaviour = settles();
    await later(world, clock, 20_000);
    await later(world, clock, 1_000);
    expect(world.node.orders).toHaveLength(2);
    expect(world.node.orders[0]?.invoice).toBe(world.node.orders[1]?.invoice);
    expect((await reread(world, payment)).progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectAudit(world);
  });

  /** The node of this test knows what the nodes of earlier tests have paid. */
  async function givenWholeHistory(world: World): Promise<void> {
    const rows = await database().db.query<{ hash: Uint8Array; preimage: Uint8Array }>(sql`
      select payment_hash as hash, preimage from payments.payment where preimage is not null`);
    for (const { hash, preimage } of rows)
      world.node.known.set(bytesToHex(hash), { kind: "settled", preimage, fee: msats(0n) });
  }

  it("fails by absence only long after the end of its invoice, found twice", async () => {
    const { world, clock, caller } = await givenWorld();
    await givenWholeHistory(world);
    world.node.behaviour = answersNothing();
    const payment = await givenPayment(world, caller);
    const kind = async () => (await reread(world, payment)).progress.kind;

    await later(world, clock, 65 * MINUTE); // the invoice ran out after 60
    expect(await kind()).toBe("unknown");
    await later(world, clock, 10 * MINUTE);
    expect(await kind()).toBe("unknown");
    await later(world, clock, 2 * MINUTE);
    expect(await kind()).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    await expectAudit(world);
  });

  it("is kept open by a node that lost its history, until an operator resolves it", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = settles();
    await givenPayment(world, caller);
    world.node.behaviour = answersNothing();
    const payment = await givenPayment(world, caller);
    world.node.known.clear();

    for (const minutes of [65, 11, 2, 10, 10]) await later(world, clock, minutes * MINUTE);
    expect((await reread(world, payment)).progress.kind).toBe("unknown");
    const incidents = await database().db.query(
      sql`select kind from payments.incident where payment_id = ${payment.id}`,
    );
    expect(incidents).toEqual([{ kind: "history_incomplete" }]);

    const resolved = await resolveByHand(world.drive, {
      id: payment.id,
      because: "asked the recipient",
      end: { kind: "failed" },
    });
    expect(resolved.progress).toMatchObject({ kind: "failed", code: "node_unavailable" });
    await expect(
      resolveByHand(world.drive, { id: payment.id, because: "again", end: { kind: "failed" } }),
    ).rejects.toMatchObject({ code: "payment_ended" });
    await expectAudit(world);
  });

  it("books a payment that succeeds after it had failed as a loss, and freezes its hash", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = fails();
    const payment = await givenPayment(world, caller);
    const [order] = world.node.orders;
    if (order === undefined) throw new Error("nothing was sent");
    const before = await world.systemBalance("loss");

    await Promise.resolve(settles()(order, world.node));
    await watchFailed(world.drive, new AbortController().signal);

    expect((await reread(world, payment)).progress.kind).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect((await world.systemBalance("loss")) - before).toBe(-101_500n);
    const lnAddress = world.recipient("thief", { invoice: () => ({ pr: order.invoice }) });
    const { payment: again } = await payLightningAddress(
      world.pay,
      world.request(caller, { lnAddress, amount: sats(100n) }),
    );
    expect(again.progress).toMatchObject({ kind: "failed", code: "invoice_already_paid" });
    await later(world, clock, MINUTE);
    await expectAudit(world);
  });

  it("cannot be sent by a worker that slept beyond its lease", async () => {
    const { world, clock, caller } = await givenWorld();
    const { payment } = await payLightningAddress(
      { ...world.pay, drive: async () => undefined },
      world.request(caller, { lnAddress: world.recipient("shop"), amount: sats(100n), waitMs: 0 }),
    );
    await world.settled();
    clock.advance(MINUTE);
    await driveDue(world.drive); // another worker takes it and pays
    await world.settled();
    await world.pay.drive?.(payment); // the first one wakes up

    expect(world.node.orders).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await expectAudit(world);
  });

  it("is taken by one of many workers", async () => {
    const { world, clock, caller } = await givenWorld();
    world.node.behaviour = answersNothing(settles());
    await givenPayment(world, caller);
    clock.advance(2_000);
    const taken = await Promise.all(Array.from({ length: 8 }, () => driveDue(world.drive)));
    await world.settled();
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  const points: CrashPoint[] = [
    "before-reserve",
    "after-reserve",
    "after-resolve",
    "after-store-invoice",
    "before-dispatch",
    "after-dispatch",
    "before-settle",
    "after-settle",
  ];

  it.each(points)("ends once when the process dies at %s", async (point) => {
    const { world, clock, caller } = await givenWorld();
    const lnAddress = world.recipient("shop");
    const die = (at: CrashPoint) => {
      if (at === point) throw new Error("the process died");
    };
    const dying = { ...world.drive, reached: die };
    const key = { lnAddress, amount: sats(100n), idempotencyKey: `crash-${point}`, waitMs: 0 };
    const { drivePayment } = await import("./drive-payment.ts");
    await payLightningAddress(
      { ...world.pay, reached: die, drive: (payment) => drivePayment(dying, payment) },
      world.request(caller, key),
    ).catch(() => undefined);
    await world.settled().catch(() => undefined);

    // The next process: its worker goes on, and the client repeats its request.
    await later(world, clock, MINUTE);
    await later(world, clock, MINUTE);
    await later(world, clock, MINUTE);
    const { payment } = await payLightningAddress(world.pay, world.request(caller, { ...key, waitMs: 5_000 }));
    await world.settled();

    expect(payment.progress.kind).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect([...world.node.known.values()].filter(({ kind }) => kind === "settled")).toHaveLength(1);
    const [count] = await database().db.query<{ n: bigint }>(sql`
      select count(*) as n from payments.payment where project_id = ${caller.projectId}`);
    expect(count?.n).toBe(1n);
    await expectAudit(world);
  });

  it("is booked to the msat whatever the order of proofs", async () => {
    const { world, caller } = await givenWorld();
    world.node.behaviour = answersNothing(settles(msats(7n)));
    const payment = await givenPayment(world, caller);
    if (!("invoice" in payment.progress) || typeof payment.progress.invoice !== "object") throw new Error("no invoice");
    const preimage = world.node.preimages.get(bytesToHex(payment.progress.invoice.paymentHash));
    const { completePayment, failPayment } = await import("./end-payment.ts");

    const outcomes = await Promise.all([
      completePayment(world.drive, payment, { preimage, fee: msats(7n) }),
      failPayment(world.drive, payment, { attempt: 0, code: "no_route", detail: "of an attempt before" }),
      completePayment(world.drive, payment, { preimage, fee: msats(7n) }),
    ]);

    expect(outcomes.filter((outcome) => outcome === "ended")).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - 100_007n);
    const rows = await database().db.query<{ n: bigint }>(sql`
      select count(*) as n from ledger.caused_by(array['payment_end']) where cause = ${payment.id}`);
    expect(one(rows).n).toBe(3n);
    await expectAudit(world);
  });
});
