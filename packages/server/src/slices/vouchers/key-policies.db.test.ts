import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findKey, type KeyPolicyChanges } from "#projects";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { codesOf, keyOf, restrict as restrictKeyOf, withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { issueVouchers } from "./issue/issue-vouchers.ts";
import type { VoucherKind } from "./model/voucher.ts";
import { givenVouchers, random } from "./testing/vouchers.harness.ts";

const HOUR = 3_600_000;
const KINDS: readonly VoucherKind[] = ["voucher", "withdrawal"];

onDatabase("the policy of a key that issues", (database) => {
  async function given(policy: KeyPolicyChanges) {
    const vouchers = await givenVouchers(database());
    const { deps, issuer, clock } = vouchers;
    const restricted = await withPolicy(database(), issuer, policy);
    const issueAs = async (
      caller: Caller,
      amounts: readonly bigint[],
      { kind = "voucher" as VoucherKind, expirySeconds = 86_400, on = deps, idempotencyKey = "" } = {},
    ) => {
      const vouchers = amounts.map((amount) => ({ amount: sats(amount), description: "", expirySeconds }));
      const key = idempotencyKey === "" ? undefined : idempotencyKey;
      const { issued, replayed } = await issueVouchers(on, {
        caller,
        kind,
        operation: "test",
        vouchers,
        idempotencyKey: key,
      });
      return { issued: issued.map(({ voucher, token = "" }) => ({ voucher, token })), replayed };
    };
    const issueOne = async (amount: bigint, options: Parameters<typeof issueAs>[2] = {}) => {
      const [secret] = (await issueAs(restricted, [amount], options)).issued;
      if (secret === undefined) throw new Error("nothing was issued");
      return secret;
    };
    const spent = async () => (await findKey(database().db, keyOf(restricted), clock.now()))?.budgets.daily.spent;
    return { ...vouchers, restricted, issueAs, issueOne, spent };
  }
  const refusedAs = (code: string) => ({ code, status: 403 });
  const restrict = (caller: Caller, changes: KeyPolicyChanges) => restrictKeyOf(database(), caller, changes);

  it.each(KINDS)("lets one %s be worth the cap and no msat more, also one of many", async (kind) => {
    const { issueOne, issueAs, restricted, issuer, balance, deps, breaches } = await given({ cap: sats(5n) });
    await issueOne(5n, { kind });
    const before = await balance(issuer);
    const voucher = { amount: msats(5_001n), description: "", expirySeconds: 60 };
    const request = { kind, operation: "test" } as const;
    const over = issueVouchers(deps, { ...request, caller: restricted, vouchers: [voucher] });
    await expect(over).rejects.toMatchObject(refusedAs("over_key_cap"));
    await expect(issueAs(restricted, [1n, 2n, 6n], { kind })).rejects.toMatchObject(refusedAs("over_key_cap"));
    expect(await balance(issuer)).toBe(before);
    await issueAs(issuer, [6n], { kind });
    expect(await breaches()).toEqual([]);
  });

  it.each(KINDS)("is not given a %s when it has a list of destinations", async (kind) => {
    const { issueOne, restricted } = await given({ destinations: ["internal", "*@shop.example"] });
    await expect(issueOne(1n, { kind })).rejects.toMatchObject(refusedAs("destination_not_allowed"));
    await restrict(restricted, { destinations: undefined });
    await issueOne(1n, { kind });
  });

  it("keeps one budget for payments, vouchers and withdrawal requests, to the msat, from two processes", async () => {
    const { issueAs, restricted, world, deps, clock, spent, breaches } = await given({ daily: sats(100n) });
    const payee = await world.project("payee", msats(0n));
    world.pay.recipientOf = async () => payee.wallet;
    const other = { ...deps, batch: database().batchOn(clock) };
    const amounts = Array.from({ length: 60 }, (_, i) => BigInt(1 + (i % 7)));
    const results = await Promise.allSettled(
      amounts.map(async (amount, i) => {
        const on = i % 2 ? deps : other;
        if (i % 3 === 0)
          return await pay(
            { ...world.pay, batch: on.batch },
            world.request(restricted, { lnAddress: "here@example.com", amount: sats(amount) }),
          );
        return await issueAs(restricted, [amount], { on, kind: KINDS[i % 2] as VoucherKind });
      }),
    );
    await world.settled();
    const taken = amounts.filter((_, i) => results[i]?.status === "fulfilled").reduce((a, b) => a + b, 0n);
    expect(new Set(codesOf(results))).toEqual(new Set(["taken", "over_key_budget"]));
    expect(await spent()).toBe(taken * 1_000n);
    expect(taken).toBeLessThanOrEqual(100n);
    const left = 100n - taken;
    await expect(issueAs(restricted, [left + 1n])).rejects.toMatchObject({
      code: "over_key_budget",
      details: expect.arrayContaining([{ field: "daily", issue: String(left * 1_000n) }]),
    });
    expect(await breaches()).toEqual([]);
  });

  it("takes a batch whole or not at all", async () => {
    const { issueAs, restricted, spent, issuer, balance } = await given({ daily: sats(100n) });
    const before = await balance(issuer);
    await expect(issueAs(restricted, [60n, 41n])).rejects.toMatchObject(refusedAs("over_key_budget"));
    expect([await spent(), await balance(issuer)]).toEqual([0n, before]);
    await issueAs(restricted, [60n, 40n]);
    expect(await spent()).toBe(100_000n);
  });

  it("gets back what is revoked or expires, in its own hour, and what a route left over", async () => {
    const { issueOne, revoke, redeem, claim, later, clock, world, spent, breaches } = await given({
      daily: sats(10_000n),
    });
    await redeem(await issueOne(100n));
    expect(await spent()).toBe(100_000n);
    const revoked = await issueOne(200n);
    await issueOne(300n, { expirySeconds: 2 * 3_600 });
    await issueOne(400n, { kind: "withdrawal", expirySeconds: 2 * 3_600 });
    expect(await spent()).toBe(1_000_000n);
    clock.advance(HOUR);
    await revoke(revoked);
    expect(await spent()).toBe(800_000n);
    await later(2 * HOUR);
    expect(await spent()).toBe(100_000n);
    expect(await breaches()).toEqual([]);

    // The reserve of a fee is 10 sat. What a route takes above it is not the voucher's.
    for (const kind of KINDS)
      for (const fee of [9_999n, 10_000n, 10_001n, 20_000n]) {
        world.node.plan = settles({ fee: msats(fee) });
        const before = (await spent()) ?? 0n;
        const paid = await issueOne(1_000n, { kind });
        await claim(paid, { invoice: world.invoice({ amount: sats(990n) }).text });
        await later(5_000);
        expect(((await spent()) ?? 0n) - before).toBe(990_000n + (fee < 10_000n ? fee : 10_000n));
      }
    expect(await breaches()).toEqual([]);
  });

  it("answers a repeated request although it would refuse it today, and leaves the key of what it refuses free", async () => {
    const { issueAs, restricted, spent } = await given({ cap: sats(1n), daily: sats(10n) });
    const idempotencyKey = random.uuid();
    await expect(issueAs(restricted, [2n], { idempotencyKey })).rejects.toMatchObject(refusedAs("over_key_cap"));
    await restrict(restricted, { cap: undefined });
    const first = await issueAs(restricted, [2n], { idempotencyKey });
    await restrict(restricted, { cap: msats(0n), daily: msats(0n), destinations: ["internal"] });
    const again = await issueAs(restricted, [2n], { idempotencyKey });
    expect([first.replayed, again.replayed, again.issued[0]?.voucher.id]).toEqual([
      ...[false, true, first.issued[0]?.voucher.id],
    ]);
    expect(await spent()).toBe(2_000n);
  });

  it("does not count what the wallet cannot pay, and is not looked up for keys without a policy", async () => {
    const { issueAs, restricted, issuer, spent } = await given({ daily: sats(100_000n) });
    await expect(issueAs(restricted, [50_000n])).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await spent()).toBe(0n);
    const { admin } = database();
    await admin.query(sql`alter table projects.key_policy rename to hidden_policy`);
    try {
      await issueAs(issuer, [1n]);
      await expect(issueAs(restricted, [1n])).rejects.toThrow("projects.key_policy");
    } finally {
      await admin.query(sql`alter table projects.hidden_policy rename to key_policy`);
    }
  });

  const damages: Record<string, (key: string) => ReturnType<typeof sql>> = {
    "counts too much": (key) => sql`
      update projects.key_policy set spent_hour = spent_hour + 1, spent_day = spent_day + 1 where key_id = ${key}`,
    "lost a voucher": (key) => sql`update vouchers.voucher set key_id = null, key_hour = null where key_id = ${key}`,
    "counts a voucher in another hour": (key) => sql`
      update vouchers.voucher set key_hour = key_hour - 1 where key_id = ${key}`,
    "counts a voucher that was revoked": (key) => sql`
      update vouchers.voucher
         set state = 'revoked', due_at = null, ended_at = created_at, end_transfer_id = id
       where key_id = ${key}`,
  };
  it.each(Object.entries(damages))("is audited: a budget that %s is noticed", async (_what, damage) => {
    const { issueOne, restricted, breaches } = await given({ daily: sats(100n) });
    await issueOne(50n);
    const { admin } = database();
    await admin.query(sql`create table public.kept as select * from vouchers.voucher`);
    await admin.query(damage(keyOf(restricted)));
    expect(await breaches()).toContainEqual(expect.stringContaining(`key ${keyOf(restricted)} counts`));
    await admin.query(sql`delete from vouchers.voucher`);
    await admin.query(sql`insert into vouchers.voucher select * from public.kept`);
    await admin.query(sql`drop table public.kept`);
    await admin.query(sql`update vouchers.voucher set key_id = null, key_hour = null`);
    await admin.query(sql`delete from projects.key_policy`);
  });
});
