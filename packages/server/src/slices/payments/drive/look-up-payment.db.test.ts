import { describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import type { OutgoingStatus } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { dispatchMany } from "../store/batched.ts";
import { renewLeases } from "../store/leases.ts";
import { listAttempts } from "../store/payments.ts";
import { FUNDS, givenDriving, MINUTE, stopsAt, whilePaused } from "../testing/driving.harness.ts";
import type { WorldOptions } from "../testing/world.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { drivePayment } from "./drive-payment.ts";

const RESERVED = 110_000n;

onDatabase("looking up a payment that was given to the node", (database) => {
  const given = () => givenDriving(database());

  it.each([true, false])(
    "completes when its attempt has failed and the node has paid its invoice again, of which the database has lost all",
    async (givesReferences) => {
      const driving = await givenDriving(database(), { node: { retriesFailed: true, givesReferences } });
      const { world, caller, pay, later, kindOf, breaches } = driving;
      world.node.plan = holds();
      const payment = await pay();
      const { invoice, paymentHash } = driving.sent();
      world.node.paying.giveBack(paymentHash);
      world.node.payUnasked(invoice);
      await later(MINUTE);
      await later(MINUTE);

      expect(await kindOf(payment)).toBe("completed");
      expect(await world.balance(caller)).toBe(FUNDS - sats(100n) - 1_500n);
      expect(await breaches()).toEqual([]);
    },
  );

  describe.each([true, false])(
    "after a second attempt that failed (the node gives references: %s)",
    (givesReferences) => {
      /**
       * The answer to attempt 1 is lost, and the node knows nothing of it. Attempt 2 is made in the last minute of the
       * invoice.
       */
      async function givenTwo(node: WorldOptions["node"] = {}) {
        const driving = await givenDriving(database(), { node: { retriesFailed: true, givesReferences, ...node } });
        const { world, pay, later } = driving;
        world.node.plan = cut();
        const payment = await pay();
        world.node.plan = fails("no_route");
        return { ...driving, payment, sendAgain: () => later(59 * MINUTE) };
      }

      async function expectReserved({ world, caller, kindOf, payment }: Awaited<ReturnType<typeof givenTwo>>) {
        expect(["unknown", "in_flight"]).toContain(await kindOf(payment));
        expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
        const attempts = await listAttempts(database().db, payment.id);
        expect(attempts.map(({ reference }) => reference)).toEqual([null, givesReferences ? "1" : null]);
      }

      async function expectOutcome(two: Awaited<ReturnType<typeof givenTwo>>, outcome: object, took: bigint) {
        const { world, caller, payment, later, reread, incidentsOf, breaches } = two;
        for (let i = 0; i < 2; i += 1) {
          expect((await reread(payment)).progress).toMatchObject(outcome);
          expect(await world.balance(caller)).toBe(FUNDS - took);
          expect(await incidentsOf(payment)).toEqual([]);
          await later(60 * MINUTE);
          await watchFinished(world.drive, new AbortController().signal);
        }
        expect(world.node.requests).toHaveLength(2);
        expect(await breaches()).toEqual([]);
      }

      it("completes once when the first one settles late, and gives nothing back before", async () => {
        const two = await givenTwo();
        await two.sendAgain();
        await expectReserved(two);
        await two.later(30_000);
        await expectReserved(two);

        two.world.node.payUnasked(two.sent().invoice);
        await two.later(5 * MINUTE);

        await expectOutcome(two, { kind: "completed", fee: 1_500n }, 101_500n);
      });

      it("completes once when the recipient of the first one takes it long after the expiry", async () => {
        const two = await givenTwo();
        await two.sendAgain();
        two.world.node.payUnasked(two.sent().invoice, holds());
        for (let hour = 0; hour < 3; hour += 1) {
          await two.later(60 * MINUTE);
          await expectReserved(two);
        }

        two.world.node.paying.settle(two.sent().paymentHash);
        await two.later(5 * MINUTE);

        await expectOutcome(two, { kind: "completed", fee: 1_500n }, 101_500n);
      });

      it("gives the money back once when both have failed, after the expiry", async () => {
        const two = await givenTwo();
        await two.sendAgain();
        two.world.node.payUnasked(two.sent().invoice, fails("recipient_rejected"));
        await two.later(30_000);
        await expectReserved(two);

        await two.later(15 * MINUTE);

        await expectOutcome(two, { kind: "failed", code: "recipient_rejected" }, 0n);
      });

      it("gives nothing back on a failure that was reported before the expiry and is heard long after it", async () => {
        for (const call of ["pay", "lookupOutgoing"] as const) {
          const two = await givenTwo();
          const { world, clock, later, sent } = two;
          const { [call]: ask } = world.node;
          if (call === "lookupOutgoing") await two.sendAgain();
          let isAsked = false;
          world.node[call] = async (...question: never[]) => {
            const report = await (ask as (...given: never[]) => Promise<never>)(...question);
            if (isAsked) return report;
            isAsked = true;
            world.node.payUnasked(sent().invoice, holds()); // attempt 1 arrives
            clock.advance(12 * MINUTE);
            return report;
          };
          if (call === "pay") await two.sendAgain();
          else await later(30_000);
          expect(isAsked).toBe(true);
          await expectReserved(two);

          world.node.paying.settle(sent().paymentHash);
          await later(5 * MINUTE);

          await expectOutcome(two, { kind: "completed", fee: 1_500n }, 101_500n);
        }
      });
    },
  );

  it("completes what the node has paid and names anew, and gives nothing back after the expiry", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, breaches } = driving;
    world.node.plan = holds();
    const payment = await pay();
    world.node.paying.settle(driving.sent().paymentHash);
    const { attempts } = world.node.paying;
    attempts.push(...attempts.splice(0).map((attempt) => ({ ...attempt, reference: "after a move" })));

    for (const minutes of [75, 2, 2]) await later(minutes * MINUTE);

    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - sats(100n) - 1_500n);
    expect(await breaches()).toEqual([]);
  });

  it("does not send again through a node that forgot what it paid", async () => {
    const driving = await given();
    const { world, pay, later, kindOf, incidentsOf } = driving;
    await pay();
    world.node.plan = cut(settles());
    const payment = await pay();
    world.node.forgetHistory();
    const before = world.node.requests.length;

    for (const minutes of [1, 10, 10]) await later(minutes * MINUTE);

    expect(world.node.requests).toHaveLength(before);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await incidentsOf(payment)).toEqual(["history_incomplete"]);
  });

  it("neither sends again nor gives up what the node had under way and forgot", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, incidentsOf } = driving;
    world.node.plan = holds();
    const payment = await pay();
    world.node.paying.attempts.pop();
    world.node.plan = settles();

    for (const minutes of [1, 30, 45, 10, 10]) await later(minutes * MINUTE);

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await incidentsOf(payment)).toEqual(["history_incomplete"]);
  });

  it("does not give up a payment of the time that the node forgot, however much it has paid since", async () => {
    const driving = await given();
    const { world, pay, later, kindOf } = driving;
    await pay();
    world.node.plan = cut();
    const payment = await pay();
    world.node.forgetHistory();
    world.node.plan = settles();
    for (let i = 0; i < 10; i += 1) await pay();

    for (const minutes of [65, 11, 2, 10]) await later(minutes * MINUTE);

    expect(await kindOf(payment)).toBe("unknown");
  });

  it("does not give up a payment while the node knows less than it has shown us", async () => {
    const driving = await given();
    const { world, pay, later, kindOf } = driving;
    await database().admin.query(sql`
      insert into lightning.node (id, node_id, network, instance_id, bound_at, outgoing_cursor, outgoing_hash)
      values (1, 'us', 'regtest', gen_random_uuid(), now(), '7', sha256('a payment that it showed'))`);
    try {
      world.node.plan = cut();
      const payment = await pay();
      for (const minutes of [65, 11, 2, 10]) await later(minutes * MINUTE);
      expect(await kindOf(payment)).toBe("unknown");
    } finally {
      await database().admin.query(sql`delete from lightning.node`);
    }
  });

  it.each([
    ["does not give up", "has forgotten", "unknown"],
    ["gives up", "knows", "failed"],
  ] as const)("%s a payment while the node %s what it received last", async (_gives, knows, outcome) => {
    const { world, caller, pay, later, kindOf } = await given();
    const { admin } = database();
    const draft = { caller, amount: sats(5n), description: "an order", expirySeconds: 600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, draft);
    world.node.receiving.payInvoice(charge.invoice);
    await admin.query(sql`
      insert into receiving.receipt (
        payment_hash, via, node_no, id, charge_id, transfer_id, credit_no, amount_msats, settled_at, recorded_at, flags)
      values (${charge.paymentHash}, 'node', 1, ${charge.id}, ${charge.id}, ${charge.id}, 9, 5000, now(), now(), '{}')`);
    try {
      if (knows === "has forgotten") world.node.receiving.forget();
      world.node.plan = cut();
      const payment = await pay();
      for (const minutes of [65, 11, 2, 10]) await later(minutes * MINUTE);
      expect(await kindOf(payment)).toBe(outcome);
    } finally {
      await admin.query(sql`delete from receiving.receipt`);
    }
  });

  it("waits for a node that does not follow the chain yet, without calling an operator", async () => {
    const driving = await given();
    const { world, pay, later, kindOf, incidentsOf } = driving;
    world.node.plan = cut();
    const payment = await pay();
    const { report } = world.node;
    world.node.report = { ...report, synced: false };
    for (const minutes of [65, 11, 2]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await incidentsOf(payment)).toEqual([]);

    world.node.report = report;
    for (const minutes of [5, 5, 5]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
  });

  it("fails what a node does not know that has not heard of the graph: it knows its own payments", async () => {
    const { world, pay, later, kindOf } = await given();
    world.node.plan = cut();
    const payment = await pay();
    world.node.report = { ...world.node.report, knowsGraph: false };
    for (const minutes of [65, 11, 2]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
  });

  it("asks at short intervals after an attempt, however long the payment waited before it", async () => {
    const { world, pay, later, kindOf } = await given();
    world.pay.driver = undefined;
    const payment = await pay();
    await whilePaused(database(), async () => {
      for (let i = 0; i < 12; i += 1) await later(15_000);
      expect(await kindOf(payment)).toBe("ready");
    });

    world.node.plan = () => {
      world.node.broken.add("lookupOutgoing");
      return cut(settles());
    };
    for (let i = 0; i < 3; i += 1) await later(5_000);
    world.node.broken.delete("lookupOutgoing");
    await later(5_000);
    expect(await kindOf(payment)).toBe("completed");
  });

  it("takes the failure of an attempt for that attempt's only, when another process has sent again meanwhile", async () => {
    const driving = await given();
    const { world, pay, later, kindOf } = driving;
    world.node.plan = cut();
    const payment = await pay();

    // A slow process asks; before it hears the answer, another one has sent again.
    world.node.plan = cut(holds());
    const { lookupOutgoing } = world.node;
    const answer = Promise.withResolvers<OutgoingStatus>();
    world.node.lookupOutgoing = () => answer.promise;
    const slow = drivePayment(world.drive, payment);
    world.node.lookupOutgoing = lookupOutgoing;
    await later(20_000);
    expect(world.node.requests).toHaveLength(2);
    answer.resolve({ kind: "failed", reason: "no_route" });
    await slow;

    expect(await kindOf(payment)).toBe("unknown");
  });

  it("is sent by the second process only, when the first one fell asleep between writing and sending", async () => {
    const driving = await given();
    const { world, caller, lease, later, kindOf, breaches } = driving;
    const payment = await lease();
    const { batch, stopped, resume } = stopsAt(world.drive.batch, dispatchMany.name, "after");
    const first = drivePayment({ ...world.drive, batch, leases: new Map() }, payment);
    await stopped;
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    resume();
    await first;

    expect(world.node.requests).toHaveLength(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("renews the leases it can, without waiting for a payment that is being finished", async () => {
    const { world, clock, pay } = await given();
    world.pay.driver = undefined;
    const [one, two] = [await pay(), await pay()];
    const now = clock.now();
    const until = new Date(now.getTime() + 15_000);
    await database().admin.query(sql`
      update payments.payment set lease_until = ${until}, lease_token = 1 where id in (${one.id}, ${two.id})`);
    const later = new Date(until.getTime() + 15_000);

    await database().admin.transaction(async (tx) => {
      await tx.query(sql`select from payments.payment where id = ${one.id} for update`);
      await renewLeases(database().db, {
        leases: new Map([
          [one.id, 1n],
          [two.id, 1n],
        ]),
        now,
        until: later,
      });
    });

    const rows = await database().db.query<{ lease_until: Date }>(sql`
      select lease_until from payments.payment where id in (${one.id}, ${two.id}) order by id`);
    expect(rows.map((row) => row.lease_until.getTime())).toEqual([until.getTime(), later.getTime()]);
  });
});
