import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { PayDeps } from "../accept/deps.ts";
import { pay as accept } from "../accept/pay.ts";
import { LEASE_MS } from "../model/lease.ts";
import type { BoundInvoice, Payment } from "../model/payment.ts";
import { listAttempts } from "../store/payments.ts";
import { answersLostOnce, type Driving, FUNDS, givenDriving, MINUTE, stopsAt } from "../testing/driving.harness.ts";
import type { Asked } from "../testing/world.harness.ts";
import type { DriveDeps } from "./deps.ts";
import { firstAttempt } from "./dispatch-payment.ts";
import { drivePayment } from "./drive-payment.ts";

const PAID = 101_500n;

onDatabase("the first attempt of a payment whose invoice came with its request", (database) => {
  const toInvoice = ({ world }: Driving): Asked => ({
    destination: { kind: "invoice", invoice: world.invoice({ amount: sats(100n) }).text },
  });

  const attemptsOf = async ({ id }: Pick<Payment, "id">) => await listAttempts(database().db, id);

  async function countAttempts(): Promise<bigint> {
    const [row] = await database().db.query<{ n: bigint }>(sql`select count(*) as n from payments.attempt`);
    return row?.n ?? -1n;
  }

  /** A process with this queue. */
  function processWith({ world }: Driving, batch: PayDeps["batch"]): PayDeps {
    const drive: DriveDeps = { ...world.drive, batch, leases: new Map() };
    return {
      ...world.pay,
      batch,
      drive: (payment, begun) => drivePayment(drive, payment, { isNew: true, begun }),
      firstAttempt: (invoice) => firstAttempt(drive, invoice),
    };
  }

  it("is written down with the reservation: two commits a payment, one line, one request", async () => {
    const driving = await givenDriving(database());
    const { world, caller, reread, breaches } = driving;
    const calls: string[] = [];
    const counting: PayDeps["batch"] = (fn, input) => {
      calls.push(fn.name);
      return world.drive.batch(fn, input);
    };
    const { payment } = await accept(processWith(driving, counting), world.request(caller, toInvoice(driving)));

    expect(calls).toEqual(["payments.reserve_many", "payments.finish_many"]);
    expect((await reread(payment)).progress.kind).toBe("completed");
    expect(await attemptsOf(payment)).toMatchObject([{ number: 1 }]);
    expect(world.journal.entries).toMatchObject([{ id: payment.id }]);
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is the one that dispatching alone would have written", async () => {
    const driving = await givenDriving(database());
    const { world, caller } = driving;
    const written = async (deps: PayDeps) => {
      const { payment } = await accept(deps, { ...world.request(caller, toInvoice(driving)), waitMs: 0 });
      await world.settled();
      const [row] = await database().db.query<{ version: number }>(sql`
        select p.previous_state, p.state, p.version, p.attempt, p.attempts_not_sent, p.node_no, p.tries, p.lease_token,
               a.number, a.payment_hash = p.payment_hash as "isOfHash", a.dispatched_at = p.dispatched_at as "isAtOnce",
               p.dispatch_deadline - p.dispatched_at between interval '9 s' and interval '10 s' as "isOverIn10s",
               a.lease_token = p.lease_token as "isOfHolder"
          from payments.payment p
          join payments.attempt a on a.payment_id = p.id
         where p.id = ${payment.id}`);
      return row;
    };
    const hangs = () => new Promise<never>(() => undefined);
    world.journal.before = hangs;
    const process = processWith(driving, world.drive.batch);
    const atOnce = await written({ ...process, drive: async () => undefined });
    const { batch, stopped } = stopsAt(world.drive.batch, "payments.dispatch_many", "after");
    const waiting = processWith(driving, batch);
    const drive: PayDeps["drive"] = async (...driven) => {
      void waiting.drive?.(...driven);
      await stopped;
    };
    const later = await written({ ...waiting, drive, firstAttempt: () => undefined });

    expect(atOnce).toEqual({
      previous_state: "ready",
      state: "dispatched",
      version: 1,
      attempt: 1,
      attempts_not_sent: 0,
      node_no: expect.any(Number),
      tries: 0,
      lease_token: 1n,
      number: 1,
      isOfHash: true,
      isAtOnce: true,
      isOverIn10s: true,
      isOfHolder: true,
    });
    expect(later).toEqual({ ...atOnce, version: 2 });
  });

  it("is written once when the answer of the call was lost", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const { world, caller, breaches } = driving;
    const { payment } = await accept(world.pay, world.request(caller, toInvoice(driving)));

    expect(payment.progress.kind).toBe("completed");
    expect(await attemptsOf(payment)).toHaveLength(1);
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is neither written down nor in the journal when the payment is refused", async () => {
    const driving = await givenDriving(database());
    const { world, breaches } = driving;
    const poor = await world.project("poor", sats(100n)); // no fee limit is left
    const before = await countAttempts();

    await expect(accept(world.pay, world.request(poor, toInvoice(driving)))).rejects.toMatchObject({
      code: "insufficient_funds",
    });
    await world.settled();

    expect(await countAttempts()).toBe(before);
    expect(world.journal.entries).toEqual([]);
    expect(world.node.requests).toEqual([]);
    expect(await breaches()).toEqual([]);
  });

  it("is not made by a process that slept after its reservation until another one had paid", async () => {
    const driving = await givenDriving(database());
    const { world, caller, later, kindOf, breaches } = driving;
    const { batch, stopped, resume } = stopsAt(world.drive.batch, "payments.reserve_many", "after");
    const request = { ...world.request(caller, toInvoice(driving)), waitMs: 0, idempotencyKey: "slept" };
    const sleeping = accept(processWith(driving, batch), request);
    await stopped;

    await later(LEASE_MS + 1_000);
    for (let minute = 0; minute < 2; minute += 1) await later(MINUTE);
    const { payment } = await accept(world.pay, request);
    expect(await kindOf(payment)).toBe("completed");
    resume();
    await sleeping;
    await world.settled();

    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is not made late: a database that took seconds leaves it to the next attempt", async () => {
    const driving = await givenDriving(database());
    const { world, caller, clock, later, reread, breaches } = driving;
    const slow: PayDeps["batch"] = async (fn, input) => {
      const output = await world.drive.batch(fn, input);
      if (fn.name === "payments.reserve_many") clock.advance(6_000);
      return output;
    };
    const request = { ...world.request(caller, toInvoice(driving)), waitMs: 0 };
    const { payment } = await accept(processWith(driving, slow), request);
    await world.settled();
    expect(world.node.requests).toEqual([]);
    expect(await attemptsOf(payment)).toMatchObject([{ number: 1, notSentReason: "deadline" }]);

    await later(5_000);
    expect((await reread(payment)).progress.kind).toBe("completed");
    expect(world.node.requests).toHaveLength(1);
    expect(await world.balance(caller)).toBe(FUNDS - PAID);
    expect(await breaches()).toEqual([]);
  });

  it("is written by no process any more once a pause has returned", async () => {
    const driving = await givenDriving(database());
    const { world, caller, breaches } = driving;
    const processes = [0, 1].map(() => processWith(driving, database().batchOn(driving.clock)));
    const order = (i: number) =>
      accept(processes[i % 2] as PayDeps, { ...world.request(caller, toInvoice(driving)), waitMs: 0 }).then(
        () => "made",
        (error) => error.code,
      );
    await order(0);
    const orders = Array.from({ length: 12 }, (_, i) => order(i));
    await pauseSending({ db: database().db, clock: driving.clock }, { kind: "operator", reason: "a test" });
    const atPause = await countAttempts();
    const outcomes = ["made", ...(await Promise.all(orders))];
    await expect(accept(world.pay, world.request(caller, toInvoice(driving)))).rejects.toMatchObject({
      code: "sending_paused",
    });
    await world.settled();

    expect(outcomes.filter((one) => one !== "made" && one !== "sending_paused")).toEqual([]);
    expect(await countAttempts()).toBe(atPause);
    expect(world.node.requests).toHaveLength(outcomes.filter((one) => one === "made").length);
    expect(await breaches()).toEqual([]);
    await resumeSending(database(), "operator");
  });

  it("waits for what has to be looked up before it", async () => {
    const { world, clock } = await givenDriving(database());
    const expiresAt = new Date(clock.now().getTime() + MINUTE);
    const invoice: BoundInvoice = { text: "", paymentHash: new Uint8Array(), expiresAt, isOwn: false, payee: "" };
    const { drive } = world;
    const paysAgain = { ...drive.node, capabilities: { ...drive.node.capabilities, paysHashOnce: false } };

    expect(firstAttempt(drive, invoice)).toMatchObject({ deadline: expect.any(Date) });
    expect(firstAttempt(drive, { ...invoice, isOwn: true }), "ours").toBeUndefined();
    expect(firstAttempt(drive, { ...invoice, expiresAt: clock.now() }), "expired").toBeUndefined();
    expect(firstAttempt({ ...drive, formerIds: ["02"] }, invoice), "maybe of a former node").toBeUndefined();
    expect(firstAttempt({ ...drive, node: paysAgain }, invoice), "the node pays a hash again").toBeUndefined();
  });
});
