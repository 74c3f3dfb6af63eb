import { expect, inject, it } from "vitest";
import { findClosure } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { MARKED_AT_ONCE, markWaiting } from "./mark-waiting.ts";
import { openRestore } from "./open-restore.ts";
import { readRestore, releaseRestore } from "./release-restore.ts";
import { insertRestore, markSome } from "./store.ts";

/** Three statements' worth; what 300,000 take is in the commit. */
const OPEN = MARKED_AT_ONCE * 2 + 10;

onDatabase("a restore of a database with very many open vouchers", (database) => {
  const log = createLog({ level: "silent", pretty: false });
  const clock = { ...machineClock, sleep: async () => undefined };
  const deps = () => ({ db: database().db, clock, random: machineRandom(), log });
  const isMarked = async () =>
    await database().admin.query(sql`select is_marked as marked from restore.restore where ended_at is null`);

  /** Rows like this voucher, of which only the state counts here. */
  async function givenMany(count: number) {
    const given = await givenVouchers(database());
    const { voucher } = await given.issue();
    const columns = await database().admin.query<{ name: string }>(sql`
      select attname as name
        from pg_attribute
       where attrelid = 'vouchers.voucher'::regclass
         and attnum > 0
         and not attisdropped
         and attgenerated = ''`);
    const made: Readonly<Record<string, string>> = {
      id: "gen_random_uuid()",
      code: "upper(lpad(to_hex(n + 1000), 8, '0'))",
      token_hash: "sha256(gen_random_uuid()::text::bytea)",
    };
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => made[name] ?? `v.${name}`);
    await database().admin.query({
      text: `insert into vouchers.voucher (${names}) select ${values} from vouchers.voucher v, generate_series(1, ${count}) n where v.id = $1`,
      values: [voucher.id],
    });
    return given;
  }

  it("closes the ledger in one short statement, and marks them afterwards, in several", async () => {
    await givenMany(OPEN * inject("runs"));
    const { db } = database();
    expect(await insertRestore(db, { id: crypto.randomUUID(), cause: "book_went_back", now: clock.now() })).toBe(true);
    expect(await findClosure(db)).toBe("restoring");
    expect(await isMarked()).toEqual([{ marked: false }]);

    // the ledger is not opened before all of them wait, whoever asks
    await expect(database().admin.query(sql`select restore.end_restore(now(), 'a test')`)).rejects.toThrow(
      "not marked",
    );

    // the process dies after the first statement, and another one begins anew, beside a third one
    const first = await markSome(db, { after: undefined, limit: MARKED_AT_ONCE });
    expect(first).toBeDefined();
    await Promise.all([markWaiting({ db }), markWaiting({ db })]);

    expect(await isMarked()).toEqual([{ marked: true }]);
    const left = await database().admin.query(sql`
      select 1 from vouchers.voucher where state in ('open', 'claiming') and restore_id is null limit 1`);
    expect(left).toEqual([]);
    const { waiting } = await readRestore(deps());
    expect(waiting.length).toBeGreaterThanOrEqual(OPEN);
    expect(await releaseRestore(deps(), { reason: "a test" })).toMatchObject({ restore: "ended", waiting: [] });
    expect(await findClosure(db)).toBeUndefined();
  });

  it("marks anew what was marked for a first opening, when a second restore comes in between", async () => {
    const { issue } = await givenVouchers(database());
    await issue();
    const { db } = database();
    await openRestore(deps(), "foreign_payments");
    await database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${crypto.getRandomValues(new Uint8Array(32))}, 900000, now())`);
    expect(await releaseRestore(deps(), { reason: "a test" })).toMatchObject({ restore: "waiting" });
    const later = await issue();
    const earlier = { openedNo: 1, last: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
    await insertRestore(db, { id: crypto.randomUUID(), cause: "book_went_back", now: clock.now() });

    // a process that was marking for the first opening goes on where it was
    await markSome(db, { after: earlier, limit: MARKED_AT_ONCE });
    await markWaiting({ db });

    expect((await readRestore(deps())).waiting.map(({ id }) => id)).toContain(later.voucher.id);
    await releaseRestore(deps(), { reason: "a test", isMine: true });
  });
});
