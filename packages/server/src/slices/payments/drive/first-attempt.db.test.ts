import { describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { PayDeps } from "../accept/deps.ts";
import { pay as accept } from "../accept/pay.ts";
import { LEASE_MS } from "../model/lease.ts";
import type { BoundInvoice, Payment } from "../model/payment.ts";
import { putPendingOnHold } from "../operate/put-on-hold.ts";
import { listAttempts } from "../store/payments.ts";
import { answersLostOnce, type Driving, FUNDS, givenDriving, MINUTE, stopsAt } from "../testing/driving.harness.ts";
import type { Asked } from "../testing/world.harness.ts";
import type { DriveDeps } from "./deps.ts";
import { firstAttempt } from "./dispatch-payment.ts";
import { drivePayment, driverOf } from "./drive-payment.ts";

const PAID = 101_500n;

onDatabase("the first attempt of a new payment", (database) => {
  const toInvoice = ({ world }: Driving): Asked => ({
    destination: { kind: "invoice", invoice: world.invoice({ amount: sats(100n) }).text },
  });
  const toAddress = ({ world }: Driving): Asked => ({ lnAddress: world.recipient("shop") });

  const attemptsOf = async ({ id }: Pick<Payment, "id">) => await listAttempts(database().db, id);

  async function countAttempts(): Promise<number> {
    const [row] = await database().db.query<{ n: bigint }>(sql`select count(*) as n from payments.attempt`);
    return Number(row?.n ?? -1n);
  }

  /** A process with this queue, which drives what it accepts. */
  function processWith({ world }: Driving, batch: PayDeps["batch"]): PayDeps {
    const drive: DriveDeps = { ...world.drive, batch, leases: new Map() };
    return {
      ...world.pay,
      batch,
      driver: driverOf(() => drive),
    };
  }

  /** The same, which looks up a hash before it is sent, as of a payment that another process accepted. */
  function lookingFirst(driving: Driving, batch: PayDeps["batch"]): PayDeps {
    const drive: DriveDeps = { ...driving.world.drive, batch, leases: new Map() };
    return {
      ...processWith(driving, batch),
      driver: { firstAttempt: () => undefined, drive: (payment) => drivePayment(drive, payment) },
    };
  }

  describe.each([
    { of: "an invoice", to: toInvoice, by: "payments.reserve_many" },
    { of: "an address", to: toAddress, by: "payments.store_invoice_many" },
  ] as const)("to $of", ({ to, by }) => {
    const asked = (driving: Driving, more: Asked = {}) =>
      driving.world.request(driving.caller, { ...to(driving), waitMs: 0, ...more });

    it("is written down with its invoice: one commit less, one line, one request", async () => {
      const driving = await givenDriving(database());
      const { world, caller, reread, breaches } = driving;
      const calls: string[] = [];
      const counting: PayDeps["batch"] = (fn, input) => {
        calls.push(fn.name);
        return world.drive.batch(fn, input);
      };
      const { payment } = await accept(processWith(driving, counting), asked(driving));
      await world.settled();

      expect(calls).toEqual([...new Set(["payments.reserve_many", by]), "payments.finish_many"]);
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
      const writtenBy = async (processOf: typeof processWith, call: string) => {
        const { batch, stopped } = stopsAt(world.drive.batch, call, "after");
        void accept(processOf(driving, batch), asked(driving));
        await stopped;
        const [row] = await database().db.query<{ version: number }>(sql`
          select p.previous_state, p.state, p.version, p.attempt, p.attempts_not_sent, p.node_no, p.tries,
                 p.lease_token, a.number, a.payment_hash = p.payment_hash as "isOfHash",
                 a.dispatched_at = p.dispatched_at as "isAtOnce", a.lease_token = p.lease_token as "isOfHolder",
                 p.dispatch_deadline - p.dispatched_at between interval '9 s' and interval '10 s' as "isOverIn10s"
            from payments.payment p
            join payments.attempt a on a.payment_id = p.id
           where p.wallet_id = ${caller.wallet.id}
           order by p.id desc
           limit 1`);
        return row ?? { version: -1 };
      };
      const atOnce = await writtenBy(processWith, by);
      const alone = await writtenBy(lookingFirst, "payments.dispatch_many");

      expect(atOnce).toMatchObject({ state: "dispatched", attempt: 1, node_no: expect.any(Number), number: 1 });
      expect(atOnce).toMatchObject({ isOfHash: true, isAtOnce: true, isOfHolder: true, isOverIn10s: true });
      expect(alone).toEqual({ ...atOnce, version: atOnce.version + 1 });
    });

    it("is written once when the answer of the call was lost", async () => {
      const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
      const { world, caller, reread, breaches } = driving;
      const { payment } = await accept(world.pay, asked(driving));
      await world.settled();

      expect((await reread(payment)).progress.kind).toBe("completed");
      expect(await attemptsOf(payment)).toHaveLength(1);
      expect(world.node.requests).toHaveLength(1);
      expect(await world.balance(caller)).toBe(FUNDS - PAID);
      expect(await breaches()).toEqual([]);
    });

    it("is not made by a process that slept after writing it until another one had paid", async () => {
      const driving = await givenDriving(database());
      const { world, caller, later, kindOf, breaches } = driving;
      const { batch, stopped, resume } = stopsAt(world.drive.batch, by, "after");
      const request = asked(driving, { idempotencyKey: `slept after ${by}` });
      const driven: Promise<void>[] = [];
      const spawn: PayDeps["scheduler"]["spawn"] = (_, task) => driven.push(task());
      const process = { ...processWith(driving, batch), scheduler: { ...world.pay.scheduler, spawn } };
      const sleeping = accept(process, request);
      await stopped;

      await later(LEASE_MS + 1_000);
      for (let minute = 0; minute < 2; minute += 1) await later(MINUTE);
      const { payment } = await accept(world.pay, request);
      expect(await kindOf(payment)).toBe("completed");
      resume();
      await sleeping;
      await Promise.all(driven);

      expect(world.node.requests).toHaveLength(1);
      expect(await world.balance(caller)).toBe(FUNDS - PAID);
      expect(await breaches()).toEqual([]);
    });

    it("is not made late: a database that took seconds leaves it to the next attempt", async () => {
      const driving = await givenDriving(database());
      const { world, caller, clock, later, reread, breaches } = driving;
      const slow: PayDeps["batch"] = async (fn, input) => {
        const output = await world.drive.batch(fn, input);
        if (fn.name === by) clock.advance(6_000);
        return output;
      };
      const { payment } = await accept(processWith(driving, slow), asked(driving));
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
      const { world, breaches } = driving;
      const before = await countAttempts();
      const processes = [0, 1].map(() => processWith(driving, database().batchOn(driving.clock)));
      const order = (i: number) =>
        accept(processes[i % 2] as PayDeps, asked(driving)).then(
          () => "made",
          (error) => error.code,
        );
      await order(0);
      await world.settled();
      const orders = Array.from({ length: 12 }, (_, i) => order(i));
      await pauseSending({ db: database().db, clock: driving.clock }, { kind: "operator", reason: "a test" });
      const atPause = await countAttempts();
      const outcomes = await Promise.all(orders);
      await world.settled();
      expect(await order(0)).toBe("sending_paused");

      expect(outcomes.filter((one) => one !== "made" && one !== "sending_paused")).toEqual([]);
      expect(await countAttempts()).toBe(atPause);
      expect(atPause).toBeGreaterThan(before);
      expect(world.node.requests).toHaveLength(atPause - before);
      expect(await breaches()).toEqual([]);
      await resumeSending(database(), "operator");
    });
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

  const meanwhile: readonly [string, (driving: Driving) => Promise<unknown>, string][] = [
    ["it was put on hold", ({ world }) => putPendingOnHold(world.drive), "ready"],
    ["its lease has expired", async ({ clock }) => clock.advance(LEASE_MS), "ready"],
    [
      "another process has taken it",
      async ({ world, clock }) => {
        clock.advance(LEASE_MS);
        await database().admin.query(sql`
          update payments.payment set lease_token = lease_token + 1 where state = 'resolving'`);
        return world;
      },
      "resolving",
    ],
  ];

  it.each(meanwhile)(
    "is not written down with the invoice of an address when %s meanwhile",
    async (_, happen, state) => {
      const driving = await givenDriving(database());
      const { world, caller, kindOf } = driving;
      const before = await countAttempts();
      const happening: PayDeps["batch"] = async (fn, input) => {
        if (fn.name === "payments.store_invoice_many") await happen(driving);
        return await world.drive.batch(fn, input);
      };
      const { payment } = await accept(
        processWith(driving, happening),
        world.request(caller, { ...toAddress(driving), waitMs: 0 }),
      );
      await world.settled();

      expect(await kindOf(payment)).toBe(state);
      expect(await countAttempts()).toBe(before);
      expect(world.node.requests).toEqual([]);
      await resumeSending(database(), "restore");
    },
  );

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
