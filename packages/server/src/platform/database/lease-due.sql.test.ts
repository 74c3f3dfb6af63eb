import { beforeAll, beforeEach, expect, it } from "vitest";
import { type Db, part, sql, type Tx } from "./db.ts";
import { type DueColumns, isDueIn, type Lease, leaseDue } from "./lease-due.ts";
import { onDatabase } from "./testing/database.harness.ts";

const TASKS = part`public.task`;
const minute = (n: number) => new Date(Date.UTC(2030, 0, 1, 12, n));
const NOW = minute(30);
const LEASE: Lease = { now: NOW, leaseUntil: minute(40), limit: 10 };

onDatabase("leaseDue", (database) => {
  beforeAll(() =>
    database().admin.query(sql`create table public.task (id int primary key, due_at timestamptz, late_at timestamptz)`),
  );

  /** Number 1 is due last, 31 minutes after twelve is too late, and number 9 is not due at all. */
  beforeEach(async () => {
    const { admin } = database();
    await admin.query(sql`truncate public.task`);
    for (const [id, n] of [
      [1, 30],
      [2, 20],
      [3, 10],
      [4, 31],
    ] as const)
      await admin.query(sql`insert into public.task values (${id}, ${minute(n)}, ${minute(60 - n)})`);
    await admin.query(sql`insert into public.task values (9, null, null)`);
  });

  async function lease(db: Pick<Db | Tx, "query">, changes: Partial<Lease> = {}, columns?: DueColumns) {
    const statement = sql`${leaseDue(TASKS, { ...LEASE, ...changes }, columns)} returning leased.*`;
    return await db.query<{ id: number; due_at: Date; late_at: Date }>(statement);
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).toSorted();

  it("takes what is due now or longer, and once until the lease is over", async () => {
    const { admin } = database();
    const rows = await lease(admin);
    expect(idsOf(rows)).toEqual([1, 2, 3]);
    expect(rows.map((row) => row.due_at)).toEqual([minute(40), minute(40), minute(40)]);
    expect(await lease(admin)).toEqual([]);
    expect(idsOf(await lease(admin, { now: minute(40), leaseUntil: minute(50) }))).toEqual([1, 2, 3, 4]);
  });

  it("takes those first that have waited longest", async () => {
    expect(idsOf(await lease(database().admin, { limit: 2 }))).toEqual([2, 3]);
  });

  it("leaves out a row that another process is writing", async () => {
    const { admin } = database();
    await admin.transaction(async (tx) => {
      await tx.query(sql`update public.task set late_at = null where id = 3`);
      expect(idsOf(await lease(admin))).toEqual([1, 2]);
    });
  });

  it("goes by the columns that it is given", async () => {
    const columns = { key: part`due_at`, dueAt: part`late_at` };
    const rows = await lease(database().admin, {}, columns);
    expect(rows).toMatchObject([
      { id: 1, due_at: minute(30), late_at: minute(40) },
      { id: 4, due_at: minute(31), late_at: minute(40) },
    ]);
  });

  it("finds one exactly when `isDueIn` says so", async () => {
    const { admin } = database();
    const unless = part`id = 3`;
    for (const columns of [undefined, { unless }, { key: part`due_at`, dueAt: part`late_at` }])
      for (const n of [9, 10, 19, 20, 29, 31, 60]) {
        const now = minute(n);
        const undone = new Error("undone");
        const trial = admin.transaction(async (tx) => {
          const [asked] = await tx.query<{ due: boolean }>(sql`select ${isDueIn(TASKS, now, columns)} as due`);
          const rows = await lease(tx, { now }, columns);
          expect([n, columns, asked?.due]).toEqual([n, columns, rows.length > 0]);
          throw undone;
        });
        await expect(trial).rejects.toBe(undone);
      }
  });
});
