import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findKey, type KeyPolicyChanges } from "#projects";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { answersLostOnce, type Driving, FUNDS, givenDriving, whilePaused } from "../testing/driving.harness.ts";
import { codesOf, keyOf, restrict as restrictKeyOf, withPolicy } from "../testing/key-policy.harness.ts";
import { pay } from "./pay.ts";

const HOUR = 3_600_000;

onDatabase("the policy of a key", (database) => {
  const given = async (policy: KeyPolicyChanges, options?: Parameters<typeof givenDriving>[1]) => {
    const driving = await givenDriving(database(), options);
    const restricted = await withPolicy(database(), driving.caller, policy);
    return { ...driving, restricted };
  };
  const request = ({ world }: Driving, caller: Caller, input: Partial<Parameters<Driving["pay"]>[0]> = {}) =>
    pay(world.pay, world.request(caller, { lnAddress: "shop@example.com", waitMs: 0, ...input }));
  const refusedAs = (code: string) => ({ code, status: 403 });
  const restrict = (caller: Caller, changes: KeyPolicyChanges) => restrictKeyOf(database(), caller, changes);
  /** Without what is overdue after days of a test's clock. */
  const wrongBudgets = async ({ breaches }: Driving) => (await breaches()).filter((line) => line.startsWith("key "));
  const spentBy = async (caller: Caller, now: Date) =>
    (await findKey(database().db, keyOf(caller), now))?.budgets.daily.spent;

  it("lets a payment send its cap and no msat more, over Lightning and inside", async () => {
    const all = await given({ cap: sats(5n) });
    const payee = await all.world.project("payee", msats(0n));
    all.world.pay.recipientOf = async ({ user }) => (user === "here" ? payee.wallet : undefined);

    for (const lnAddress of ["shop@example.com", "here@example.com"]) {
      await request(all, all.restricted, { lnAddress, amount: sats(5n) });
      await expect(request(all, all.restricted, { lnAddress, amount: msats(5_001n) })).rejects.toMatchObject(
        refusedAs("over_key_cap"),
      );
      await request(all, all.caller, { lnAddress, amount: msats(5_001n) });
    }
    await all.world.settled();
    expect(await all.breaches()).toEqual([]);
  });

  it("keeps the budget to the msat when two processes ask for 64 payments concurrently", async () => {
    const all = await given({ daily: sats(100n) });
    const payee = await all.world.project("payee", msats(0n));
    all.world.pay.recipientOf = async () => payee.wallet;
    const batches = [database().batchOn(all.clock), database().batchOn(all.clock)];
    const amounts = Array.from({ length: 64 }, (_, i) => sats(BigInt(1 + (i % 7))));

    const results = await Promise.allSettled(
      amounts.map((amount, i) =>
        pay(
          { ...all.world.pay, batch: batches[i % 2] ?? all.world.pay.batch },
          all.world.request(all.restricted, { lnAddress: "here@example.com", amount }),
        ),
      ),
    );

    const taken = amounts.filter((_, i) => results[i]?.status === "fulfilled").reduce((a, b) => a + b, 0n);
    expect(taken).toBe(100_000n);
    expect(await all.world.balance(payee)).toBe(100_000n);
    expect(new Set(codesOf(results))).toEqual(new Set(["taken", "over_key_budget"]));
    expect(await spentBy(all.restricted, all.clock.now())).toBe(100_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("gives the budget to those that come first and fit, and says what it leaves", async () => {
    const all = await given({ daily: sats(10n) });
    const payee = await all.world.project("payee", msats(0n));
    all.world.pay.recipientOf = async () => payee.wallet;
    const amounts = [6n, 5n, 11n, 3n, 2n, 1n];

    const results = await Promise.allSettled(
      amounts.map((amount) => request(all, all.restricted, { amount: sats(amount) })),
    );

    expect(codesOf(results)).toEqual([
      "taken",
      "over_key_budget",
      "over_key_budget",
      "taken",
      "over_key_budget",
      "taken",
    ]);
    await expect(request(all, all.restricted, { amount: sats(1n) })).rejects.toMatchObject({
      code: "over_key_budget",
      details: expect.arrayContaining([{ field: "daily", issue: "0" }]),
    });
  });

  it("leaves to others of its batch what a payment had taken that the ledger refused", async () => {
    const all = await given({ daily: sats(100n) });
    const [full, payee] = [await all.world.project("full", msats(0n)), await all.world.project("payee", msats(0n))];
    await database().admin.query(sql`update ledger.account set max_balance = 0 where no = ${full.wallet.account}`);
    all.world.pay.recipientOf = async ({ user }) => (user === "full" ? full.wallet : payee.wallet);

    const results = await Promise.allSettled(
      ["full", "payee", "payee"].map((user) =>
        request(all, all.restricted, { lnAddress: `${user}@example.com`, amount: sats(60n) }),
      ),
    );

    expect(codesOf(results)).toEqual(["receive_limit_exceeded", "taken", "over_key_budget"]);
    expect(await spentBy(all.restricted, all.clock.now())).toBe(60_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("counts a payment until its hour has ended for the 24th time", async () => {
    const all = await given({ daily: sats(100n) });
    const hour = Math.ceil(all.clock.now().getTime() / HOUR) * HOUR;
    const advanceTo = (time: number) => all.clock.advance(time - all.clock.now().getTime());
    advanceTo(hour);
    await request(all, all.restricted, { amount: sats(60n) });
    await all.world.settled();
    advanceTo(hour + 5 * HOUR);
    await request(all, all.restricted, { amount: sats(40n) });
    await all.world.settled();

    advanceTo(hour + 25 * HOUR - 30_000);
    await expect(request(all, all.restricted, { amount: msats(1n) })).rejects.toMatchObject(
      refusedAs("over_key_budget"),
    );
    expect(await spentBy(all.restricted, all.clock.now())).toBe(100_000n);
    advanceTo(hour + 25 * HOUR);
    expect(await spentBy(all.restricted, all.clock.now())).toBe(40_000n);
    await request(all, all.restricted, { amount: sats(60n) });
    await all.world.settled();
    expect(await wrongBudgets(all)).toEqual([]);

    all.clock.advance(400 * HOUR);
    await request(all, all.restricted, { amount: sats(100n) });
    await all.world.settled();
    expect(await wrongBudgets(all)).toEqual([]);
  });

  it("counts in the key's hour while the clock goes back, and never lets more through", async () => {
    const all = await given({ daily: sats(100n) });
    await request(all, all.restricted, { amount: sats(60n) });
    all.clock.advance(-100 * HOUR);
    await expect(request(all, all.restricted, { amount: sats(41n) })).rejects.toMatchObject(
      refusedAs("over_key_budget"),
    );
    await request(all, all.restricted, { amount: sats(40n) });
    await all.world.settled();
    all.clock.advance(100 * HOUR);
    await expect(request(all, all.restricted, { amount: msats(1n) })).rejects.toMatchObject(
      refusedAs("over_key_budget"),
    );
    expect(await all.breaches()).toEqual([]);
  });

  it("gets back what a payment took that fails, in its own hour", async () => {
    const all = await given({ daily: sats(100n) });
    all.world.node.plan = holds();
    const { payment } = await request(all, all.restricted, { amount: sats(60n) });
    await all.world.settled();
    all.clock.advance(3 * HOUR);
    await request(all, all.restricted, { amount: sats(40n) });
    await all.world.settled();
    expect(await spentBy(all.restricted, all.clock.now())).toBe(100_000n);

    const attempt = all.world.node.paying.attempts.find(({ amount }) => amount === 60_000n);
    if (attempt === undefined) throw new Error("the payment did not reach the node");
    attempt.status = { kind: "failed", reason: "no_route" };
    await all.later(10 * 60_000);

    expect(await all.kindOf(payment)).toBe("failed");
    expect(await spentBy(all.restricted, all.clock.now())).toBe(40_000n);
    expect(await all.breaches()).toEqual([]);
    await request(all, all.restricted, { amount: sats(60n) });
    await all.world.settled();
  });

  it("gives nothing back to a budget whose 24 hours the failed payment has left", async () => {
    const all = await given({ daily: sats(100n) });
    all.world.node.plan = holds();
    const { payment } = await request(all, all.restricted, { amount: sats(60n) });
    await all.world.settled();
    all.clock.advance(30 * HOUR);
    all.world.node.plan = fails("no_route");
    await request(all, all.restricted, { amount: sats(40n), lnAddress: all.world.recipient("other") });
    await all.world.settled();
    const [attempt] = all.world.node.paying.attempts.filter(({ amount }) => amount === 60_000n);
    if (attempt === undefined) throw new Error("the payment did not reach the node");
    attempt.status = { kind: "failed", reason: "no_route" };
    await all.later(10 * 60_000);

    expect(await all.kindOf(payment)).toBe("failed");
    expect(await spentBy(all.restricted, all.clock.now())).toBe(0n);
    expect(await wrongBudgets(all)).toEqual([]);
  });

  it("lets a key pay the destinations that it names, and no other", async () => {
    const all = await given({ destinations: ["Alice@Example.com", "*@shop.example"] });
    const payee = await all.world.project("payee", msats(0n));
    all.world.pay.recipientOf = async ({ user }) => (user === "here" ? payee.wallet : undefined);
    const lnurl = (url: string) => encodeLnurl(new URL(url));
    const asked = async (lnAddress: string) =>
      await request(all, all.restricted, { lnAddress, amount: sats(1n) }).then(
        () => "taken",
        (error) => error.code,
      );

    const allowed = [
      "alice@example.com",
      "ALICE@EXAMPLE.COM",
      "anybody@shop.example",
      lnurl("https://shop.example/.well-known/lnurlp/anybody"),
    ];
    const others = [
      "bob@example.com",
      "alice@example.com.evil.example",
      "anybody@sub.shop.example",
      "anybody@shop.example:8443",
      "anybody@notshop.example",
      "here@example.com",
      lnurl("https://shop.example/pay/anybody"),
      lnurl("https://shop.example/.well-known/lnurlp/anybody?to=bob"),
      lnurl("https://shop.example/.well-known/lnurlp/%61nybody"),
      lnurl("https://evil.example/.well-known/lnurlp/anybody"),
    ];
    const answers: unknown[] = [];
    for (const lnAddress of [...allowed, ...others]) answers.push([lnAddress, await asked(lnAddress)]);
    await all.world.settled();
    expect(answers).toEqual([
      ...allowed.map((lnAddress) => [lnAddress, "taken"]),
      ...others.map((lnAddress) => [lnAddress, "destination_not_allowed"]),
    ]);

    await restrict(all.restricted, { destinations: ["internal"] });
    expect(await asked("here@example.com")).toBe("taken");
    expect(await asked("alice@example.com")).toBe("destination_not_allowed");
  });

  it("answers a repeated request although it would refuse it today", async () => {
    const all = await given({ cap: sats(100n), daily: sats(100n), destinations: ["shop@example.com"] });
    const draft = { amount: sats(100n), idempotencyKey: "order-1" };
    const first = await request(all, all.restricted, draft);
    await all.world.settled();
    await restrict(all.restricted, { cap: msats(1n), daily: msats(0n), destinations: ["internal"] });

    const again = await request(all, all.restricted, draft);
    expect([again.replayed, again.payment.id]).toEqual([true, first.payment.id]);
  });

  it("leaves the idempotency key of what it refuses free", async () => {
    const all = await given({ cap: sats(1n) });
    const draft = { amount: sats(2n), idempotencyKey: "order-1" };
    await expect(request(all, all.restricted, draft)).rejects.toMatchObject(refusedAs("over_key_cap"));
    await restrict(all.restricted, { cap: undefined });
    const made = await request(all, all.restricted, draft);
    await all.world.settled();
    expect(made.replayed).toBe(false);
  });

  it("counts on the row in the database: what another process has changed holds from the next payment on", async () => {
    const all = await given({ cap: sats(100n) });
    await request(all, all.restricted, { amount: sats(50n) });
    await restrict(all.restricted, { cap: sats(1n), destinations: ["internal"] });
    await expect(request(all, all.restricted, { amount: sats(50n) })).rejects.toMatchObject(refusedAs("over_key_cap"));
    await restrict(all.restricted, { cap: undefined });
    await expect(request(all, all.restricted, { amount: sats(50n) })).rejects.toMatchObject(
      refusedAs("destination_not_allowed"),
    );
    await restrict(all.restricted, { destinations: undefined, daily: sats(99n) });
    await expect(request(all, all.restricted, { amount: sats(50n) })).rejects.toMatchObject({
      code: "over_key_budget",
      details: expect.arrayContaining([{ field: "daily", issue: "49000" }]),
    });
    await all.world.settled();
  });

  it("counts once what is carried out twice, and takes no part in another key of the same wallet", async () => {
    const all = await given({ daily: sats(100n) }, { batchOn: answersLostOnce(database()) });
    const other = await withPolicy(database(), all.caller, { daily: sats(10n) });

    await Promise.all([
      request(all, all.restricted, { amount: sats(60n), idempotencyKey: "a" }),
      request(all, all.restricted, { amount: sats(60n), idempotencyKey: "a" }),
      request(all, all.caller, { amount: sats(500n) }),
    ]);
    await request(all, other, { amount: sats(10n) });
    await all.world.settled();

    expect(await spentBy(all.restricted, all.clock.now())).toBe(60_000n);
    expect(await spentBy(other, all.clock.now())).toBe(10_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("takes no slot for what it refuses, and says that sending is paused before it refuses", async () => {
    const all = await given({ cap: sats(1n), daily: sats(15n) });
    all.world.node.plan = holds();
    all.world.pay.pendingMax = () => ({ wallet: 1, owner: 100, node: 200 });

    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => request(all, all.restricted, { amount: sats(2n) })),
      request(all, all.restricted, { amount: sats(1n) }),
    ]);
    await all.world.settled();
    expect(codesOf(results)).toEqual([...Array(20).fill("over_key_cap"), "taken"]);

    await whilePaused(database(), async () => {
      await expect(request(all, all.restricted, { amount: sats(2n) })).rejects.toMatchObject({
        code: "sending_paused",
      });
    });
  });

  it("is not looked up in a batch of payments whose keys have none", async () => {
    const all = await given({ cap: sats(5n) });
    const { admin } = database();
    await admin.query(sql`alter table projects.key_policy rename to hidden_policy`);
    try {
      await Promise.all([request(all, all.caller), request(all, all.caller)]);
      await expect(request(all, all.restricted)).rejects.toThrow("projects.key_policy");
    } finally {
      await admin.query(sql`alter table projects.hidden_policy rename to key_policy`);
    }
    await all.world.settled();
  });

  it("does not count what the wallet cannot pay", async () => {
    const all = await given({ daily: FUNDS });
    await expect(request(all, all.restricted, { amount: FUNDS })).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await spentBy(all.restricted, all.clock.now())).toBe(0n);
  });

  const damages: Record<string, (key: string) => ReturnType<typeof sql>> = {
    "counts too much": (key) => sql`
      update projects.key_policy set spent_hour = spent_hour + 1, spent_day = spent_day + 1 where key_id = ${key}`,
    "has another sum than its hours": (key) => sql`
      update projects.key_policy set spent_day = spent_day - 1 where key_id = ${key}`,
    "counts in another hour": (key) => sql`
      update projects.key_policy
         set spent_before = spent_hour || spent_before[1:23], spent_hour = 0
       where key_id = ${key}`,
    "has gone back to an earlier hour": (key) => sql`
      update projects.key_policy set hour = hour - 1, spent_hour = 0, spent_day = 0 where key_id = ${key}`,
    "lost a payment": (key) => sql`update payments.payment set key_id = null, key_hour = null where key_id = ${key}`,
    "counts a payment that failed": (key) => sql`
      update payments.payment
         set previous_state = 'ready', state = 'failed', failure_code = 'no_route', fee_msats = null, preimage = null
       where key_id = ${key}`,
  };

  it.each(Object.entries(damages))("is audited: a budget that %s is noticed", async (_what, damage) => {
    const all = await given({ daily: sats(100n) });
    await request(all, all.restricted, { amount: sats(50n) });
    await all.world.settled();
    expect(await all.breaches()).toEqual([]);

    await database().admin.query(damage(keyOf(all.restricted)));
    expect(await all.breaches()).toContainEqual(expect.stringContaining(`key ${keyOf(all.restricted)} counts`));

    await database().admin.query(sql`
      update payments.payment set key_id = null, key_hour = null where wallet_id = ${all.caller.wallet.id}`);
    await database().admin.query(sql`delete from projects.key_policy where key_id = ${keyOf(all.restricted)}`);
    await database().admin.query(sql`
      update payments.payment
         set previous_state = 'in_flight', state = 'completed', failure_code = null, fee_msats = 0
       where wallet_id = ${all.caller.wallet.id} and state = 'failed'`);
  });
});
