import { beforeEach, expect, it } from "vitest";
import { runAudit } from "#audit";
import { type Msats, sats } from "#kernel/money.ts";
import { bookAsLoss, listForeign, setAside } from "#lightning";
import { part, sql } from "#platform/database/db.ts";
import { OF_TIMES, seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { type Assigned, assignPayment } from "#restore";
import { holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { givenVouchers, MOST } from "#slices/vouchers/testing/vouchers.harness.ts";
import { allInvariants } from "./invariants.ts";
import { restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const REASON = "the recipient says so";

onDatabase("a payment of the node that was booked as a loss, and is something all the same:", (database) => {
  const { anew, given: driven } = restored(database);
  beforeEach(async () => {
    await anew();
    await database().admin.query(sql`update vouchers.voucher set restore_id = null`);
  });

  const deps = ({ world }: Pick<Driving, "world">) => world.drive;
  const assign = (driving: Pick<Driving, "world">, paymentHash: Uint8Array, to: Assigned) =>
    assignPayment(deps(driving), { paymentHash, to, reason: REASON, insteadOfLoss: false });
  const foreign = async () => await listForeign(database().db);

  /** The node has paid this since; the database is found to have gone back. */
  async function paidSince({ world }: Pick<Driving, "world">, amount: Msats, plan = pays()): Promise<Uint8Array> {
    await database().admin.query(sql`update lightning.node set node_id = ${world.node.report.nodeId}`);
    const hash = world.node.payUnasked(world.invoice({ amount }).text, plan);
    await checkForeignPayments(world.drive);
    return hash;
  }

  async function breaches({ clock }: Pick<Driving, "clock">): Promise<readonly string[]> {
    const lines = await runAudit({ db: database().db, invariants: await allInvariants(clock) });
    const found = lines.filter(({ id }) => !OF_TIMES.has(id));
    return found.flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`));
  }

  const instead = (driving: Pick<Driving, "world">, paymentHash: Uint8Array, to: Assigned, changes = {}) =>
    assignPayment(
      { ...deps(driving), ...changes },
      { paymentHash, to, reason: "the recipient knows it", insteadOfLoss: true },
    );
  const lossOf = async ({ world }: Pick<Driving, "world">) => await world.systemBalance("loss");

  it("the loss is taken back in the same step, once, by two commands at the same time and one more", async () => {
    const driving = await driven();
    const { world, caller } = driving;
    const [loss, routes] = [await lossOf(driving), await world.systemBalance("routing_expense")];
    const hash = await paidSince(driving, sats(100n));
    await bookAsLoss(deps(driving), { paymentHash: hash, reason: REASON });
    expect(await lossOf(driving)).toBe(loss - 101_500n);
    await database().admin.query(sql`update lightning.foreign_payment set is_explained = true`);
    const to = { kind: "wallet", id: caller.wallet.id } as const;
    const both = await Promise.all([instead(driving, hash, to), instead(driving, hash, to)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["assigned", "was_assigned"]);
    const isExplained = await database().admin.query(sql`
      select is_explained from lightning.foreign_payment where payment_hash = ${hash}`);
    expect(isExplained).toEqual([{ is_explained: false }]);
    await driving.later(MINUTE);
    expect(await instead(driving, hash, to)).toMatchObject({ outcome: "was_assigned" });
    expect([await lossOf(driving), await world.balance(caller)]).toEqual([loss, FUNDS - 101_500n]);
    expect(await world.systemBalance("routing_expense")).toBe(routes + 1_500n);
    const booking = (await allInvariants(driving.clock)).filter(({ id }) => id === "I6o");
    const mine = part`where payment_hash = ${hash}`;
    for (const damage of [
      sql`update lightning.loss_taken_back set amount_msats = amount_msats + 1 ${mine}`,
      sql`update lightning.loss_taken_back set id = gen_random_uuid() ${mine}`,
      sql`delete from lightning.loss_taken_back ${mine}`,
    ])
      expect(await seenAfter(database().admin, booking, (tx) => tx.query(damage))).toEqual(["I6o"]);
    expect([await foreign(), world.node.requests.length, await breaches(driving)]).toEqual([[], 0, []]);
  });

  it("also what was set aside, whether it was booked to its end or not", async () => {
    for (const isEnded of [true, false]) {
      const driving = await driven();
      const { world, caller } = driving;
      const loss = await lossOf(driving);
      const hash = await paidSince(driving, sats(100n), holds());
      await setAside(deps(driving), { paymentHash: hash, reason: "it hangs" });
      world.node.paying.settle(hash);
      if (isEnded) await bookAsLoss(deps(driving), { paymentHash: hash, reason: REASON });
      await instead(driving, hash, { kind: "wallet", id: caller.wallet.id });
      await driving.later(MINUTE);
      expect([await lossOf(driving), await world.balance(caller)]).toEqual([loss, FUNDS - 101_500n]);
      expect([await foreign(), await breaches(driving)]).toEqual([[], []]);
    }
  });

  it("but where it cannot be that, the loss stays as it was", async () => {
    const given = await givenVouchers(database());
    const [gift, second] = [await given.issue(), await given.issue()];
    const loss = await lossOf(given);
    const [hash, other] = [await paidSince(given, MOST), await paidSince(given, MOST)];
    await bookAsLoss(deps(given), { paymentHash: hash, reason: REASON });
    const booked = await lossOf(given);
    expect(booked).toBeLessThan(loss);
    const to = { kind: "voucher", id: gift.voucher.id } as const;
    await expect(assign(given, hash, to)).rejects.toMatchObject({
      message: expect.stringContaining("it is decided already"),
      advice: expect.stringContaining("--instead-of-loss"),
    });
    await assign(given, other, to);
    await expect(instead(given, hash, to)).rejects.toThrow("it is being paid out by another payment");
    expect([await lossOf(given), await foreign()]).toEqual([booked, []]);
    await expect(instead(given, other, { kind: "voucher", id: second.voucher.id })).rejects.toThrow(
      "and that is not taken back",
    );
    await given.later(MINUTE);
    await given.later(MINUTE);
    expect([await given.stateOf(gift), await lossOf(given)]).toEqual(["redeemed", booked]);
    expect(await breaches(given)).toEqual([]);
  });

  it("nothing is changed by a command that dies before it is written", async () => {
    const driving = await driven();
    const { world, caller } = driving;
    const hash = await paidSince(driving, sats(100n));
    await bookAsLoss(deps(driving), { paymentHash: hash, reason: REASON });
    const booked = await lossOf(driving);
    const to = { kind: "wallet", id: caller.wallet.id } as const;
    const dying = {
      journal: {
        append: async () => {
          throw new Error("killed");
        },
      },
    };
    await expect(instead(driving, hash, to, dying)).rejects.toThrow("killed");
    expect([await lossOf(driving), await world.balance(caller)]).toEqual([booked, FUNDS]);
    expect(await breaches(driving)).toEqual([]);
  });
});
