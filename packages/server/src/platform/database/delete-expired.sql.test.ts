import { beforeAll, beforeEach, expect, it } from "vitest";
import { part, sql } from "./db.ts";
import { deleteExpired, dropExpired } from "./delete-expired.ts";
import { onDatabase } from "./testing/database.harness.ts";

const TASKS = { table: part`public.task`, key: part`id, kind`, until: part`until` };
const second = (n: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, n));

onDatabase("deleteExpired", (database) => {
  beforeAll(() =>
    database().admin.query(sql`
      create table public.task (id int, kind text, until timestamptz, primary key (id, kind))`),
  );
  beforeEach(() =>
    database().admin.query(sql`
      with gone as (delete from public.task)
      insert into public.task values (1, 'a', ${second(1)}), (1, 'b', ${second(3)}), (2, 'a', ${second(2)}), (3, 'a', null)
      on conflict (id, kind) do update set until = excluded.until`),
  );
  const left = async () =>
    (
      await database().admin.query<{ id: number; kind: string }>(sql`select id, kind from public.task order by 1, 2`)
    ).map(({ id, kind }) => `${id}${kind}`);

  it("deletes what is over now, by the whole key", async () => {
    expect(await dropExpired(database().admin, TASKS, second(2), 10)).toBe(2);
    expect(await left()).toEqual(["1b", "3a"]);
  });

  it("deletes no more than it may, and says which when it is asked", async () => {
    const { admin } = database();
    expect(await admin.query(sql`${deleteExpired(TASKS, second(1), 10)} returning id, kind`)).toEqual([
      { id: 1, kind: "a" },
    ]);
    expect(await dropExpired(admin, TASKS, second(9), 1)).toBe(1);
    expect(await left()).toHaveLength(2);
  });

  it("leaves out a row that another process is writing", async () => {
    const { admin } = database();
    await admin.transaction(async (tx) => {
      await tx.query(sql`update public.task set until = ${second(1)} where id = 2`);
      expect(await dropExpired(admin, TASKS, second(9), 10)).toBe(2);
    });
    expect(await left()).toEqual(["2a", "3a"]);
  });
});
