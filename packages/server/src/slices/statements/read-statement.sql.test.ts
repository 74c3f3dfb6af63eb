import { expect, it } from "vitest";
import type { Caller, Wallet } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { post } from "#slices/ledger/testing/ledger.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "#slices/payments/accept/pay.ts";
import { FUNDS, givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { givenUser, newGamertag } from "#slices/users/testing/users.harness.ts";
import type { StatementEntry } from "./model/statement.ts";
import { PAGE_ENTRIES, readStatement } from "./read-statement.ts";

onDatabase("the statement of a wallet", (database) => {
  const read = async (
    wallet: Wallet,
    { from, to, db = database().db }: { from?: Date; to?: Date; db?: Db } = {},
  ): Promise<StatementEntry[]> => {
    const entries: StatementEntry[] = [];
    for await (const page of readStatement({ db }, { wallet, from, to })) entries.push(...page);
    return entries;
  };
  const shown = (entries: readonly StatementEntry[]) =>
    entries.map(({ type, amount, counterparty }) => [type, amount, counterparty]);
  /** A database that counts the statements that look into the ledger. */
  const counting = () => {
    const { db } = database();
    const counted = {
      pages: 0,
      db: {
        ...db,
        query: async (statement: Parameters<Db["query"]>[0]) => {
          if (statement.text.includes("with recursive page")) counted.pages += 1;
          return await db.query(statement);
        },
      } as Db,
    };
    return counted;
  };
  /** Movements of a wallet that no slice explains: of 1, 2, … msats, one each second from `start` on. */
  const move = async ({ wallet }: Caller, start: Date, count: number) => {
    await database().admin.query(sql`
      select p.outcome
        from generate_series(1, ${count}::int) as i
       cross join lateral ledger.post_many(
               ${start}::timestamptz + (i - 1) * interval '1 second', array[gen_random_uuid()], array[2::bigint],
               array[${wallet.account}::bigint], array[i::bigint], null, null, array['test'], array[gen_random_uuid()]) p`);
  };

  it("has every movement with the balance after it, newest first, and adds up", async () => {
    const all = await givenDriving(database());
    const { world, caller, pay, clock } = all;
    const payee = await world.project("payee", msats(0n));
    const draft = { amount: sats(100n), description: "order", expirySeconds: 3_600 };
    const given = { internalId: "bill" };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller: payee, ...draft, ...given });
    const billed = world.recipient("billed", { invoice: () => ({ pr: charge.invoice }) });

    const done = await pay({ internalId: "order-1" });
    clock.advance(1_000);
    world.node.plan = fails("no_route");
    const failed = await pay({ lnAddress: world.recipient("other") });
    await all.later(60_000);
    const charged = await pay({ lnAddress: billed });
    world.pay.recipientOf = async () => payee.wallet;
    const inside = await pay({ lnAddress: "payee@example.com", amount: sats(7n) });
    const alice = await givenUser(database(), { gamertag: newGamertag("Alice") });
    const tagged = await pay({ destination: { kind: "gamertag", gamertag: alice.gamertag }, amount: sats(3n) });

    const entries = await read(caller.wallet);
    expect(shown(entries)).toEqual([
      ["payment", -3_000n, alice.gamertag],
      ["payment", -7_000n, "payee@example.com"],
      ["fee_refund", 10_000n, "billed@example.com"],
      ["payment", -110_000n, "billed@example.com"],
      ["refund", 110_000n, "other@example.com"],
      ["payment", -110_000n, "other@example.com"],
      ["fee_refund", 8_500n, "shop@example.com"],
      ["payment", -110_000n, "shop@example.com"],
      ["transfer", FUNDS, undefined],
    ]);
    const ids = [tagged, inside, charged, charged, failed, failed, done, done].map(({ id }) => id);
    expect(entries.map(({ paymentId }) => paymentId)).toEqual([...ids, undefined]);
    expect(entries.at(-2)).toMatchObject({ internalId: "order-1", transferId: done.transactionId });

    let balance = 0n;
    for (const entry of entries.toReversed()) {
      balance += entry.amount;
      expect(entry.balance).toBe(balance);
    }
    expect(balance).toBe(await world.balance(caller));

    const received = await read(payee.wallet);
    expect(shown(received)).toEqual([
      ["receipt", 7_000n, undefined],
      ["charge", 100_000n, undefined],
    ]);
    expect(received.map(({ paymentId, chargeId, internalId }) => [paymentId, chargeId, internalId])).toEqual([
      [undefined, undefined, undefined],
      [undefined, charge.id, "bill"],
    ]);
  });

  it("is empty for a wallet that never had money", async () => {
    const { world } = await givenDriving(database());
    const { wallet } = await world.project("new", msats(0n));
    expect(await read(wallet)).toEqual([]);
  });

  it("has what happened from one time on and before another, over several pages, and looks no further back", async () => {
    const { world } = await givenDriving(database());
    const owner = await world.project("owner", msats(0n));
    const start = new Date("2026-01-01T00:00:00Z");
    const count = 2 * PAGE_ENTRIES + 100;
    await move(owner, start, count);
    const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

    expect((await read(owner.wallet)).map(({ amount }) => amount)).toEqual(
      Array.from({ length: count }, (_, i) => BigInt(count - i)),
    );
    const amounts = async (from: number | undefined, to: number | undefined) =>
      (
        await read(owner.wallet, {
          ...(from !== undefined && { from: at(from) }),
          ...(to !== undefined && { to: at(to) }),
        })
      ).map(({ amount }) => amount);
    expect(await amounts(3, 6)).toEqual([6n, 5n, 4n]);
    expect(await amounts(count - 2, undefined)).toEqual([BigInt(count), BigInt(count - 1)]);
    expect(await amounts(undefined, 2)).toEqual([2n, 1n]);
    expect(await amounts(5, 5)).toEqual([]);
    expect(await amounts(count, undefined)).toEqual([]);

    const counted = counting();
    await read(owner.wallet, { from: at(count - 5), db: counted.db });
    expect(counted.pages).toBe(1);
  });

  it("finds what another process wrote with a clock that was behind", async () => {
    const { world } = await givenDriving(database());
    const owner = await world.project("owner", msats(0n));
    const start = Date.parse("2026-01-01T00:00:00Z");
    for (const seconds of [0, 100, 60, 101])
      await post(database().db, new Date(start + seconds * 1_000), [
        { debit: 2n, credit: owner.wallet.account, amount: BigInt(seconds + 1) },
      ]);
    const entries = await read(owner.wallet, { from: new Date(start + 100_000) });
    expect(entries.map(({ amount }) => amount)).toEqual([102n, 101n]);
    const early = await read(owner.wallet, { to: new Date(start + 100_000) });
    expect(early.map(({ amount }) => amount)).toEqual([61n, 1n]);

    // As many as a page has.
    const behind = { debit: 2n, credit: owner.wallet.account, amount: 7n };
    await post(database().db, new Date(start + 61_000), Array(PAGE_ENTRIES).fill(behind));
    const again = await read(owner.wallet, { from: new Date(start + 100_000) });
    expect(again.map(({ amount }) => amount)).toEqual([102n, 101n]);
  });

  it("has what a process with a slower clock has paid after one that another paid later than its end", async () => {
    const { world, clock } = await givenDriving(database());
    const [owner, payee] = [await world.project("owner", sats(10n)), await world.project("payee", msats(0n))];
    world.pay.recipientOf = async () => payee.wallet;
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);
    const behind = { ...clock, now: () => ago(30) };
    const send = async (amount: bigint, changes: object = {}) =>
      await pay(
        { ...world.pay, ...changes },
        world.request(owner, { lnAddress: "payee@example.com", amount: msats(amount) }),
      );
    await send(1n);
    await send(2n, { clock: behind, batch: database().batchOn(behind) });

    const entries = await read(owner.wallet, { to: ago(10) });
    expect(entries.map(({ amount }) => amount)).toEqual([-2n]);
  });

  it("begins at the first payment after its end, and not at the newest movement", async () => {
    const { world, clock } = await givenDriving(database());
    const [owner, payee] = [await world.project("owner", msats(0n)), await world.project("payee", msats(0n))];
    world.pay.recipientOf = async () => payee.wallet;
    await move(owner, new Date("2026-01-01T00:00:00Z"), 3);
    await pay(world.pay, world.request(owner, { lnAddress: "payee@example.com", amount: msats(6n) }));
    await move(owner, clock.now(), 3 * PAGE_ENTRIES);

    const counted = counting();
    const entries = await read(owner.wallet, { to: new Date("2026-01-02T00:00:00Z"), db: counted.db });
    expect(entries.map(({ amount }) => amount)).toEqual([3n, 2n, 1n]);
    expect(counted.pages).toBe(1);

    const whole = counting();
    expect(await read(owner.wallet, { db: whole.db })).toHaveLength(3 * PAGE_ENTRIES + 4);
    expect(whole.pages).toBe(4);
  });

  it("is read page by page: a reader that stops costs no further look into the ledger", async () => {
    const { world } = await givenDriving(database());
    const owner = await world.project("owner", msats(0n));
    await move(owner, new Date("2026-01-01T00:00:00Z"), 3 * PAGE_ENTRIES);
    const counted = counting();
    for await (const page of readStatement({ db: counted.db }, { wallet: owner.wallet })) {
      expect(page).toHaveLength(PAGE_ENTRIES);
      break;
    }
    expect(counted.pages).toBe(1);
  });

  it("opens no transaction", async () => {
    const { world } = await givenDriving(database());
    const { wallet } = await world.project("owner", sats(1n));
    const refuse = () => Promise.reject(new Error("a transaction was opened"));
    const db = { query: database().db.query, transaction: refuse, snapshot: refuse } as unknown as Db;
    expect(await read(wallet, { db })).toHaveLength(1);
    const [open] = await database().admin.query<{ open: bigint }>(sql`
      select count(*) as open
        from pg_stat_activity
       where datname = current_database()
         and state like 'idle in transaction%'`);
    expect(open?.open).toBe(0n);
  });
});
