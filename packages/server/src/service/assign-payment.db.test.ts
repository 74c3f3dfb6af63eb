import { beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#audit";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { bookAsLoss, listForeign, setAside } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { type Assigned, assignPayment, readRestore, releaseRestore } from "#restore";
import { holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { givenVouchers, MOST } from "#slices/vouchers/testing/vouchers.harness.ts";
import { notePayoutRules, revokeByOperator } from "#vouchers";
import { allInvariants } from "./invariants.ts";
import { quick, restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

/** As the service of these tests pays out. */
const RULES = {
  fees: { floor: sats(10n), basisPoints: 100n },
  capabilities: { feeLimit: { kind: "exact" }, wholeSats: false },
} as const;
const REASON = "the recipient says so";
const HOUR = 60 * MINUTE;

onDatabase("a payment that the node made after the copy", (database) => {
  const { anew, given: driven, resolving, liftAll } = restored(database);
  beforeEach(async () => {
    await anew();
    await database().admin.query(sql`update vouchers.voucher set restore_id = null`);
    await database().admin.query(sql`update ramp.purchase set restore_id = null`);
  });

  const deps = ({ world }: Pick<Driving, "world">) => world.drive;
  const assign = (driving: Pick<Driving, "world">, paymentHash: Uint8Array, to: Assigned, changes = {}) =>
    assignPayment({ ...deps(driving), ...changes }, { paymentHash, to, reason: REASON, insteadOfLoss: false });
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

  const waits = async (driving: Pick<Driving, "world">, thing: string) =>
    (await readRestore(deps(driving))).waiting.some(({ id }) => id === thing);

  const release = ({ world }: Pick<Driving, "world">) => releaseRestore(quick(deps({ world })), { reason: REASON });

  describe("is that of a wallet", () => {
    it("which pays amount and fee, once, by two commands at the same time and one more", async () => {
      const driving = await driven();
      const { world, caller } = driving;
      const hash = await paidSince(driving, sats(100n));
      const to = { kind: "wallet", id: caller.wallet.id } as const;
      const outcomes = (await Promise.all([assign(driving, hash, to), assign(driving, hash, to)])).map(
        ({ outcome, paymentId }) => [outcome, paymentId],
      );
      expect(outcomes.map(([outcome]) => outcome).sort()).toEqual(["assigned", "was_assigned"]);
      expect(new Set(outcomes.map(([, id]) => id)).size).toBe(1);
      await Promise.all([driving.later(0), assign(driving, hash, to)]);
      await driving.later(MINUTE);
      expect(await assign(driving, hash, to)).toMatchObject({ outcome: "was_assigned" });
      expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
      expect([await foreign(), world.node.requests.length, await breaches(driving)]).toEqual([[], 0, []]);
    });

    it("and is told to the journal before it is written: after a crash in between the command is run again", async () => {
      const driving = await driven();
      const { world, caller } = driving;
      const hash = await paidSince(driving, sats(100n));
      const to = { kind: "wallet", id: caller.wallet.id } as const;
      const lines: unknown[] = [];
      const dying = {
        journal: {
          append: async (line: unknown) => {
            lines.push(line);
            throw new Error("killed");
          },
        },
      };
      await expect(assign(driving, hash, to, dying)).rejects.toThrow("killed");
      expect(lines).toMatchObject([
        { what: "operator.book", kind: "reconcile_wallet", subject: to.id, paymentHash: hash },
      ]);
      expect([await foreign(), await world.balance(caller)]).toMatchObject([[{ amount: 100_000n }], FUNDS]);
      await assign(driving, hash, to);
      await driving.later(MINUTE);
      expect([await world.balance(caller), await breaches(driving)]).toEqual([FUNDS - 101_500n, []]);
    });

    it("which lacks the money: it was lent, and sending goes on for the others", async () => {
      const driving = await driven();
      const { world } = driving;
      const poor = await world.project("poor", sats(40n));
      const hash = await paidSince(driving, sats(100n));
      expect(await assign(driving, hash, { kind: "wallet", id: poor.wallet.id })).toMatchObject({ lent: 61_500n });
      await driving.later(MINUTE);
      expect([await world.balance(poor), await breaches(driving)]).toEqual([0n, []]);
    });
  });

  describe("is not taken back from the wrong one", () => {
    const say = (driving: Pick<Driving, "world">, paymentHash: Uint8Array, to: Assigned, insteadOfLoss: boolean) =>
      assignPayment(deps(driving), { paymentHash, to, reason: REASON, insteadOfLoss });

    it.each([false, true])(
      "and the refusal says what to do for the right one (instead of a loss: %s)",
      async (instead) => {
        const given = await givenVouchers(database());
        const gift = await given.issue();
        const hash = await paidSince(given, MOST);
        const { wallet } = given.taker;
        const wrong = { kind: "wallet", id: wallet.id } as const;
        const { paymentId } = await assign(given, hash, wrong);
        await given.later(MINUTE);
        const balance = await given.world.balance(given.taker);
        const id = gift.voucher.id;
        for (const [kind, advice] of [
          ["voucher", `\`voucher revoke ${id}\``],
          ["withdrawal", `\`voucher revoke ${id}\``],
          ["payment", `\`payment end ${id} --as failed\``],
          ["purchase", `purchase ${id} back in the processor's dashboard`],
          ["wallet", `wallet ${id} still has the money`],
        ] as const)
          await expect(say(given, hash, { kind, id }, instead)).rejects.toMatchObject({
            message: `this payment of the node is payment ${paymentId} of wallet ${wallet.id} already, and that is not taken back`,
            advice: expect.stringContaining(advice),
          });
        expect(await say(given, hash, wrong, instead)).toMatchObject({ outcome: "was_assigned", paymentId });
        expect(await given.world.balance(given.taker)).toBe(balance);
        expect(await breaches(given)).toEqual([]);

        // what it says: nothing pays the right one again, and its issuer has the value
        await release(given);
        await revokeByOperator(given.deps, id);
        await given.later(MINUTE);
        expect([given.world.node.requests.length, await breaches(given)]).toEqual([0, []]);
      },
    );

    it("while it is a voucher, which stays redeemed", async () => {
      const given = await givenVouchers(database());
      const gift = await given.issue();
      const hash = await paidSince(given, MOST);
      await assign(given, hash, { kind: "voucher", id: gift.voucher.id });
      await given.later(MINUTE);
      const right = { kind: "wallet", id: given.taker.wallet.id } as const;
      await expect(assign(given, hash, right)).rejects.toThrow(`of voucher ${gift.voucher.id} already`);
      expect(await breaches(given)).toEqual([]);
    });
  });

  describe("cannot be", () => {
    it("what is not there, of another amount, made later, or decided otherwise", async () => {
      const given = await givenVouchers(database());
      const gift = await given.issue();
      const hash = await paidSince(given, sats(1_001n));
      const nobody = crypto.randomUUID();
      const say = (to: Assigned) => assign(given, hash, to);
      const id = gift.voucher.id;
      await expect(say({ kind: "voucher", id })).rejects.toThrow("pays 500000 to 1000000");
      await expect(say({ kind: "withdrawal", id })).rejects.toThrow("no withdrawal has the id");
      for (const kind of ["wallet", "voucher", "purchase", "payment"] as const)
        await expect(say({ kind, id: nobody })).rejects.toThrow(`no ${kind} has the id`);
      const whole = await paidSince(given, sats(1_000n)); // its fee is beyond the voucher
      await expect(assign(given, whole, { kind: "voucher", id })).rejects.toThrow("with its fee of");
      await expect(assign(given, new Uint8Array(32), { kind: "voucher", id })).rejects.toThrow(
        "no payment with this hash",
      );

      await bookAsLoss(deps(given), { paymentHash: hash, reason: REASON });
      await expect(say({ kind: "wallet", id: given.taker.wallet.id })).rejects.toThrow("it is decided already");
      expect(await bookAsLoss(deps(given), { paymentHash: hash, reason: REASON })).toBe("was_booked");
      await bookAsLoss(deps(given), { paymentHash: whole, reason: REASON });
      await liftAll();
      const later = await given.issue();
      given.clock.advance(1_000);
      const early = await paidSince(given, MOST);
      await database().admin.query(sql`
        update lightning.foreign_payment set found_at = '2020-01-01' where payment_hash = ${early}`);
      await expect(assign(given, early, { kind: "voucher", id: later.voucher.id })).rejects.toThrow("was made after");
      expect(await given.outstanding()).toBe(sats(2_000n));
    });

    it("decided while it is in flight", async () => {
      const driving = await driven();
      const hash = await paidSince(driving, sats(100n), holds());
      const to = { kind: "wallet", id: driving.caller.wallet.id } as const;
      await expect(assign(driving, hash, to)).rejects.toThrow("but as in flight");
      await expect(bookAsLoss(deps(driving), { paymentHash: hash, reason: REASON })).rejects.toThrow(
        "has not finished",
      );
    });
  });

  it.each(["voucher", "withdrawal"] as const)("is that of a %s only where it is what its link takes", async (kind) => {
    await notePayoutRules({ ...database(), clock: machineClock }, RULES);
    try {
      const given = await givenVouchers(database());
      const gift = await given.issue(kind);
      const near = await paidSince(given, msats(MOST - 1n));
      const { waiting } = await readRestore(deps(given));
      expect(waiting.find(({ id }) => id === gift.voucher.id)?.payable).toEqual({ least: MOST, most: MOST });
      await expect(assign(given, near, { kind, id: gift.voucher.id })).rejects.toThrow(`it pays ${MOST}`);
      expect((await release(given)).free.map(({ id }) => id)).toContain(gift.voucher.id);
    } finally {
      await database().admin.query(sql`delete from vouchers.payout_rule`);
    }
  });

  it("is that of a payment on hold, which completes; one that goes on is not asked for", async () => {
    const driving = await driven();
    const { world, caller } = driving;
    const payment = await resolving(driving);
    const hash = await paidSince(driving, sats(100n));
    const other = await paidSince(driving, sats(101n));
    const to = { kind: "payment", id: payment.id } as const;
    await expect(assign(driving, other, to)).rejects.toThrow("the node paid 101000 msats");
    await Promise.all([assign(driving, hash, to), assign(driving, hash, to)]);
    await driving.later(MINUTE);
    expect(await driving.kindOf(payment)).toBe("completed");
    expect(await assign(driving, hash, to)).toMatchObject({ outcome: "was_assigned" });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    await bookAsLoss(deps(driving), { paymentHash: other, reason: REASON });
    expect(await breaches(driving)).toEqual([]);
    await expect(assign(driving, other, { kind: "payment", id: payment.id })).rejects.toThrow("it is decided already");
  });

  it.each(["voucher", "withdrawal"] as const)("is that of a %s, which is redeemed by it, once", async (kind) => {
    const given = await givenVouchers(database());
    const { issue, issuer, stateOf, world } = given;
    const gift = await issue(kind);
    const balance = await world.balance(issuer);
    const hash = await paidSince(given, MOST);
    const to = { kind, id: gift.voucher.id } as const;
    await Promise.all([assign(given, hash, to), assign(given, hash, to), given.later(0)]);
    await given.later(MINUTE);
    await given.later(MINUTE);
    expect([await stateOf(gift), await given.outstanding(), world.node.requests.length]).toEqual(["redeemed", 0n, 0]);
    if (kind === "withdrawal") expect(balance - (await world.balance(issuer))).toBe(991_500n);
    expect(await waits(given, to.id)).toBe(false);
    await liftAll();
    await expect(given.claim(gift)).rejects.toThrow();
    expect(await breaches(given)).toEqual([]);
  });

  it("is that of a purchase, which is delivered by it, and neither paid again nor refunded", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await whilePaused(database(), () => ramp.later());
    expect(await ramp.stateOf(bought)).toBe("on_hold");
    const { amount } = (await ramp.reread(bought)).quote;
    const hash = await paidSince(ramp, amount);
    const to = { kind: "purchase", id: bought.id } as const;
    await Promise.all([assign(ramp, hash, to), assign(ramp, hash, to), ramp.later(HOUR)]);
    await liftAll();
    for (let day = 0; day < 2; day += 1) await ramp.later(25 * HOUR);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect([ramp.cards.count("refund"), ramp.world.node.requests.length]).toEqual([0, 0]);
    expect(await waits(ramp, to.id)).toBe(false);
    expect(await breaches(ramp)).toEqual([]);
  });

  describe("may be that of a purchase in the copy", () => {
    type Ramp = Awaited<ReturnType<typeof givenRamp>>;
    const days = async (ramp: Ramp) => {
      for (let day = 0; day < 3; day += 1) await ramp.later(25 * HOUR);
    };
    const done = ({ cards, world }: Ramp) => [
      cards.count("capture"),
      cards.count("refund"),
      world.node.requests.length,
    ];

    /** On hold, bound to an invoice that the node has paid since (E1a, E1b, E1d). */
    async function boundAndPaid() {
      const ramp = await givenRamp(database());
      const bought = await ramp.authorized();
      await whilePaused(database(), () => ramp.later());
      const { progress } = await ramp.reread(bought);
      const delivery = "delivery" in progress ? progress.delivery : undefined;
      if (delivery?.kind !== "invoice" || delivery.invoice === undefined) throw new Error("it has no invoice");
      await database().admin.query(sql`update lightning.node set node_id = ${ramp.world.node.report.nodeId}`);
      const hash = ramp.world.node.payUnasked(delivery.invoice);
      return { ramp, bought, hash };
    }

    it("whose own invoice it paid: it is certain, cannot be a loss, and is neither paid again nor refunded", async () => {
      const { ramp, bought, hash } = await boundAndPaid();
      await checkForeignPayments(ramp.world.drive);
      const waiting = (await readRestore(deps(ramp))).waiting.find(({ id }) => id === bought.id);
      expect(waiting?.paymentHash).toEqual(hash);
      await days(ramp);
      await release(ramp);
      await days(ramp);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["on_hold", 1, 0, 0]);
      await assign(ramp, hash, { kind: "purchase", id: bought.id });
      await liftAll();
      await days(ramp);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["completed", 1, 0, 0]);
      expect(await breaches(ramp)).toEqual([]);
    });

    it("whose own invoice it paid, also when it was let go: before the invoice is dropped the node is asked", async () => {
      const { ramp, bought } = await boundAndPaid();
      await days(ramp);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["on_hold", 1, 0, 0]);
      await ramp.later(25 * HOUR);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["on_hold", 1, 0, 0]);
    });

    it("of which the copy did not know that the card had paid (E1c): the capture is seen, and nothing else is done", async () => {
      const ramp = await givenRamp(database());
      const bought = await ramp.begun();
      const hash = await paidSince(ramp, bought.quote.amount);
      ramp.cards.authorize(bought.id);
      ramp.cards.say(bought.id, { state: "captured" });
      const to = { kind: "purchase", id: bought.id } as const;
      await expect(assign(ramp, hash, to)).rejects.toThrow("the processor has not been asked yet");
      await ramp.later(HOUR);
      expect(await ramp.stateOf(bought)).toBe("requires_payment");
      await release(ramp);
      await ramp.later(MINUTE);
      await days(ramp);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["captured", 0, 0, 0]);
      await assign(ramp, hash, to);
      await liftAll();
      await days(ramp);
      expect([await ramp.stateOf(bought), ...done(ramp)]).toEqual(["completed", 0, 0, 0]);
      expect(await breaches(ramp)).toEqual([]);
    });
  });

  describe("that is in flight is set aside", () => {
    const aside = (driving: Driving, paymentHash: Uint8Array) =>
      setAside(deps(driving), { paymentHash, reason: "it hangs" });
    const lossOf = async ({ world }: Driving) => await world.systemBalance("loss");

    async function setAsideTwice() {
      const driving = await driven();
      const payment = await resolving(driving);
      const before = await lossOf(driving);
      const hash = await paidSince(driving, sats(100n), holds());
      expect((await release(driving)).waiting).toHaveLength(1);
      const outcomes = await Promise.all([aside(driving, hash), aside(driving, hash)]);
      expect(outcomes.sort()).toEqual(["set_aside", "was_set_aside"]);
      expect((await lossOf(driving)) - before).toBe(-100_000n);
      expect(await release(driving)).toMatchObject({ restore: "ended", free: [{ id: payment.id }] });
      expect(await breaches(driving)).toEqual([]);
      const { reconcileNode } = await import("#lightning");
      const loop = () =>
        reconcileNode({ ...deps(driving), mayBeWaiting: async () => () => true }, { reason: undefined });
      expect((await loop()).map(({ outcome }) => outcome)).toEqual(["open"]);
      return { driving, hash, before, loop };
    }

    it("as a loss that holds nobody; when it settles its fee is added, once", async () => {
      const { driving, hash, before, loop } = await setAsideTwice();
      driving.world.node.paying.settle(hash);
      await Promise.all([loop(), loop()]);
      expect([await loop(), (await lossOf(driving)) - before]).toEqual([[], -101_500n]);
      expect(await breaches(driving)).toEqual([]);
    });

    it("and when it fails the loss is taken back, once", async () => {
      const { driving, hash, before, loop } = await setAsideTwice();
      driving.world.node.paying.giveBack(hash);
      await Promise.all([loop(), loop()]);
      expect([await loop(), (await lossOf(driving)) - before]).toEqual([[], 0n]);
      expect(await breaches(driving)).toEqual([]);
    });

    it("but not what is over", async () => {
      const driving = await givenDriving(database());
      const hash = await paidSince(driving, sats(100n));
      await expect(aside(driving, hash)).rejects.toThrow("the node has settled this payment");
    });
  });
});
