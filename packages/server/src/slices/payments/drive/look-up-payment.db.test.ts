import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { NodeUnavailable, type OutgoingStatus } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { dispatchMany } from "../store/batched.ts";
import { renewLeases } from "../store/leases.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, whilePaused } from "../testing/driving.harness.ts";
import { answersNothing, fails, holds, settles } from "../testing/world.harness.ts";
import { drivePayment } from "./drive-payment.ts";

const RESERVED = 110_000n;

onDatabase("looking up a payment that was given to the node", (database) => {
  const hashOf = ({ world }: Driving, at: number) =>
    bytesToHex(world.node.orders.at(at)?.paymentHash ?? new Uint8Array());

  const given = () => givenDriving(database());

  it("keeps the money after a failure while an earlier attempt may still arrive, until the invoice has expired", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, reread, breaches } = driving;
    world.node.behaviour = answersNothing();
    const payment = await pay();
    world.node.behaviour = fails("no_route");
    await later(20_000);
    expect(world.node.orders).toHaveLength(2);

    for (const minutes of [0, 10, 40]) {
      await later(minutes * MINUTE);
      expect(await kindOf(payment)).toBe("unknown");
      expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    }
    await later(20 * MINUTE);
    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(world.node.orders).toHaveLength(2);
    expect(await breaches()).toEqual([]);
  });

  it("books the success of an earlier order that arrived after the failure of a later one", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf } = driving;
    world.node.behaviour = answersNothing();
    const payment = await pay();
    world.node.behaviour = fails("no_route");
    await later(20_000);

    const [first] = world.node.orders;
    if (first === undefined) throw new Error("nothing was sent");
    await Promise.resolve(settles()(first, world.node));
    await later(5 * MINUTE);

    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
  });

  it("does not send again through a node that forgot what it paid", async () => {
    const driving = await given();
    const { world, pay, later, kindOf, incidentsOf } = driving;
    await pay();
    world.node.behaviour = answersNothing(settles());
    const payment = await pay();
    world.node.known.clear();
    const orders = world.node.orders.length;

    for (const minutes of [1, 10, 10]) await later(minutes * MINUTE);

    expect(world.node.orders).toHaveLength(orders);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await incidentsOf(payment)).toEqual(["history_incomplete"]);
  });

  it("neither sends again nor gives up what the node had under way and forgot", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, incidentsOf } = driving;
    world.node.behaviour = holds();
    const payment = await pay();
    world.node.known.delete(hashOf(driving, -1));
    world.node.behaviour = settles();

    for (const minutes of [1, 30, 45, 10, 10]) await later(minutes * MINUTE);

    expect(world.node.orders).toHaveLength(1);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await incidentsOf(payment)).toEqual(["history_incomplete"]);
  });

  it("does not give up a payment of the time that the node forgot, however much it has paid since", async () => {
    const driving = await given();
    const { world, pay, later, kindOf } = driving;
    await pay();
    world.node.behaviour = answersNothing();
    const payment = await pay();
    world.node.known.clear();
    world.node.behaviour = settles();
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
      world.node.behaviour = answersNothing();
      const payment = await pay();
      for (const minutes of [65, 11, 2, 10]) await later(minutes * MINUTE);
      expect(await kindOf(payment)).toBe("unknown");
    } finally {
      await database().admin.query(sql`delete from lightning.node`);
    }
  });

  it("waits for a node that does not follow the chain yet, without calling an operator", async () => {
    const driving = await given();
    const { world, pay, later, kindOf, incidentsOf } = driving;
    world.node.behaviour = answersNothing();
    const payment = await pay();
    const { info } = world.node;
    world.node.info = async () => ({ ...(await info()), synced: false });
    for (const minutes of [65, 11, 2]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await incidentsOf(payment)).toEqual([]);

    world.node.info = info;
    for (const minutes of [5, 5, 5]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
  });

  it("asks at short intervals after an order, however long the payment waited before it", async () => {
    const { world, pay, later, kindOf } = await given();
    world.pay.drive = undefined;
    const payment = await pay();
    await whilePaused(database(), async () => {
      for (let i = 0; i < 12; i += 1) await later(15_000);
      expect(await kindOf(payment)).toBe("ready");
    });

    world.node.behaviour = answersNothing(settles());
    world.node.lookupError = new NodeUnavailable("gone");
    for (let i = 0; i < 3; i += 1) await later(5_000);
    world.node.lookupError = undefined;
    await later(5_000);
    expect(await kindOf(payment)).toBe("completed");
  });

  it("takes the failure of an attempt for that attempt's only, when another process has sent again meanwhile", async () => {
    const driving = await given();
    const { world, pay, later, kindOf } = driving;
    world.node.behaviour = answersNothing();
    const payment = await pay();

    // A slow process asks; before it hears the answer, another one has sent again.
    world.node.behaviour = answersNothing(holds());
    const { lookupOutgoing } = world.node;
    const answer = Promise.withResolvers<OutgoingStatus>();
    world.node.lookupOutgoing = () => answer.promise;
    const slow = drivePayment(world.drive, payment);
    world.node.lookupOutgoing = lookupOutgoing;
    await later(20_000);
    expect(world.node.orders).toHaveLength(2);
    answer.resolve({ kind: "failed", reason: "no_route" });
    await slow;

    expect(await kindOf(payment)).toBe("unknown");
  });

  it("is sent by the second process only, when the first one fell asleep between writing and sending", async () => {
    const driving = await given();
    const { world, clock, caller, lease, later, kindOf, breaches } = driving;
    const payment = await lease();
    // As an adapter does it, right before the bytes go out.
    let paid = 0;
    world.node.behaviour = (order, node) => {
      if (order.deadlineMonotonicMs <= clock.monotonicMs()) return { kind: "not_sent", reason: "deadline" };
      paid += 1;
      return settles()(order, node);
    };

    const written = Promise.withResolvers<void>();
    const awake = Promise.withResolvers<void>();
    const sleepy: Batch = async (fn, input) => {
      const output = await world.drive.batch(fn, input);
      if (fn.name === dispatchMany.name) {
        written.resolve();
        await awake.promise;
      }
      return output;
    };
    const first = drivePayment({ ...world.drive, batch: sleepy, leases: new Map() }, payment);
    await written.promise;
    await later(MINUTE);
    expect(await kindOf(payment)).toBe("completed");
    awake.resolve();
    await first;

    expect(world.node.orders).toHaveLength(2);
    expect(paid).toBe(1);
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("renews the leases it can, without waiting for a payment that is being finished", async () => {
    const { world, clock, pay } = await given();
    world.pay.drive = undefined;
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
