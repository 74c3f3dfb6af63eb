import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { machineClock } from "../machine/clock.ts";
import { machineRandom } from "../machine/random.ts";
import type { Batch, BatchedFunction } from "./batch.ts";
import { DatabaseUnavailable, OutcomeUnknown } from "./connection.ts";
import { type Db, sql } from "./db.ts";
import { microBatch } from "./micro-batch.ts";
import { connect, type Database } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";
import { type FaultProxy, faultProxy } from "./testing/fault-proxy.harness.ts";

const random = machineRandom();

type Item = { readonly id: string; readonly divisor: number; readonly text?: string };
type Inserted = { readonly id: string; readonly replayed: boolean; readonly at: Date };

/** Writes down its items once each, and each of its calls. */
const insertMany = (name = "probe.insert_many"): BatchedFunction<Item, Inserted> => ({
  name,
  columns: {
    id: ["uuid", ({ id }) => id],
    divisor: ["int", ({ divisor }) => divisor],
    text: ["text", ({ text }) => text],
  },
  decode: (row) => ({ id: row["id"] as string, replayed: row["replayed"] as boolean, at: row["at"] as Date }),
});

const PROBE = `
  create schema probe;
  create table probe.item (id uuid primary key, quotient int not null, at timestamptz not null);
  create table probe.call (no bigint primary key, name text not null, size int not null);
  create table probe.trouble (kind text primary key);
  create function probe.insert_many(p_at timestamptz, p_id uuid[], p_divisor int[], p_text text[])
  returns table (i int, id uuid, replayed boolean, at timestamptz) language plpgsql as $$
  begin
    lock table probe.call in exclusive mode;
    insert into probe.call select coalesce(max(c.no), 0) + 1, coalesce(p_text[1], ''), cardinality(p_id) from probe.call c;
    if p_text[1] = 'left' then perform set_config('leyden.left', 'probes', true); end if;
    delete from probe.trouble t where t.kind = 'warning';
    if found then raise warning 'canceling wait for synchronous replication'; end if;
    if exists (select from probe.trouble t where t.kind = 'sleep') then perform pg_sleep(30); end if;
    if exists (select from probe.trouble t where t.kind = 'unsupported') then
      raise exception 'unsupported' using errcode = '0A000';
    end if;
    return query
      with inserted as (
        insert into probe.item as n
        select u.id, 100 / u.divisor, p_at from unnest(p_id, p_divisor) u(id, divisor)
        on conflict do nothing returning n.id)
      select u.i::int, u.id, d.id is null, p_at
        from unnest(p_id) with ordinality u(id, i) left join inserted d on d.id = u.id;
  end $$;
  create function probe.other_many(p_at timestamptz, p_id uuid[], p_divisor int[], p_text text[])
  returns table (i int, id uuid, replayed boolean, at timestamptz) language plpgsql as $$
  begin
    return query select * from probe.insert_many(p_at, p_id, p_divisor, array_fill('other'::text, array[cardinality(p_id)]));
  end $$;
  grant usage on schema probe to leyden_app;
  grant all on all tables in schema probe to leyden_app;`;

/** A clock on which waiting takes no time. */
function impatientClock(): Clock {
  let ms = 0;
  return {
    ...machineClock,
    monotonicMs: () => ms,
    sleep: async (duration) => {
      ms += duration;
      await machineClock.sleep(1);
    },
  };
}

onDatabase("microBatch", (database) => {
  let proxy: FaultProxy;
  let pool: Database;
  let batch: Batch;
  const newItem = (divisor = 1): Item => ({ id: random.uuid(), divisor });
  const newItems = (count: number) => Array.from({ length: count }, () => newItem());
  const admin = (): Db => database().admin;
  const countItems = async (ids?: readonly string[]) => {
    const rows = await admin().query<{ n: bigint }>(sql`
      select count(*) as n from probe.item where ${ids ?? null}::uuid[] is null or id = any (${ids ?? null}::uuid[])`);
    return rows[0]?.n;
  };
  const calls = () => admin().query<{ name: string; size: number }>(sql`select name, size from probe.call order by no`);
  const makeTrouble = (kind: string) => admin().query(sql`insert into probe.trouble values (${kind})`);

  beforeAll(async () => {
    await admin().query({ text: PROBE, values: [] });
  });
  beforeEach(async () => {
    await admin().query(sql`truncate probe.item, probe.call, probe.trouble`);
    proxy = await faultProxy(database().url);
    pool = connect({ url: proxy.url, role: "leyden_app", max: 1, name: "micro-batch test" });
    batch = microBatch({ db: pool, clock: impatientClock() });
  });
  afterEach(async () => {
    await proxy.close();
    await pool.close();
  });

  it("gives every caller its own answer and needs few calls for many callers", async () => {
    const wanted = newItems(2_000);

    const answers = await Promise.all(wanted.map((item) => batch(insertMany(), item)));

    expect(answers.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(await countItems()).toBe(2_000n);
    expect((await calls()).map(({ size }) => size)).toEqual([500, 500, 500, 500]);
  });

  it("adds no delay of its own: a call on an idle queue goes out alone and immediately", async () => {
    await batch(insertMany(), newItem());
    await batch(insertMany(), newItem());

    expect((await calls()).map(({ size }) => size)).toEqual([1, 1]);
  });

  it("takes half of all at most once it has begun, so that callers do not gather in one batch", async () => {
    const first = batch(insertMany(), newItem());
    await machineClock.turn(); // the first one has gone out
    await Promise.all([first, ...newItems(30).map((item) => batch(insertMany(), item))]);

    expect((await calls()).map(({ size }) => size)).toEqual([1, 16, 14]);
  });

  it("keeps one function in a call and lets none starve", async () => {
    const first = newItems(1_200).map((item) => batch(insertMany(), { ...item, text: "first" }));
    const other = batch(insertMany("probe.other_many"), newItem());
    const later = newItems(600).map((item) => batch(insertMany(), { ...item, text: "first" }));
    await Promise.all([...first, other, ...later]);

    const names = (await calls()).map(({ name }) => name);
    expect(names.filter((name) => name === "other")).toHaveLength(1);
    expect(names.indexOf("other")).toBeLessThanOrEqual(3);
  });

  it("lets only the failing item of 500 fail, and carries out the others once", async () => {
    const items = newItems(500).map((item, i) => (i === 321 ? { ...item, divisor: 0 } : item));

    const results = await Promise.allSettled(items.map((item) => batch(insertMany(), item)));

    const lost = results.flatMap((result, i) =>
      result.status === "rejected" ? [{ i, code: result.reason.code }] : [],
    );
    expect(lost).toEqual([{ i: 321, code: "22012" }]);
    expect(await countItems()).toBe(499n);
  });

  it("refuses a text with NUL alone", async () => {
    const [good, bad] = await Promise.allSettled([
      batch(insertMany(), newItem()),
      batch(insertMany(), { ...newItem(), text: "a\0b" }),
    ]);

    expect(good.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "22021" } });
  });

  it("refuses an item that cannot be encoded or decoded alone", async () => {
    const failing: BatchedFunction<Item, Inserted> = {
      ...insertMany(),
      columns: {
        ...insertMany().columns,
        divisor: [
          "int",
          ({ divisor }) => {
            if (divisor === 7) throw new Error("cannot encode");
            return divisor;
          },
        ],
      },
      decode: (row, item, at) => {
        if (item.divisor === 8) throw new Error("cannot decode");
        return insertMany().decode(row, item, at);
      },
    };
    const results = await Promise.allSettled([1, 7, 8, 1].map((divisor) => batch(failing, newItem(divisor))));

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  });

  it.each(["before", "during", "after"] as const)("carries out once what was cut %s the work on it", async (when) => {
    const items = newItems(50);
    await batch(insertMany(), newItem());
    await machineClock.turn(); // the queue is idle again, so the fifty go in one call
    proxy.cut(when, items[0]?.id ?? "");

    const answers = await Promise.all(items.map((item) => batch(insertMany(), item)));

    expect(answers.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(new Set(answers.map(({ at }) => at.getTime())).size).toBe(1);
    // of this test alone: on a busy machine a call that was cut in the one before may still write
    expect(await countItems(items.map(({ id }) => id))).toBe(50n);
    if (when === "after") expect(answers.every(({ replayed }) => replayed)).toBe(true);
    if (when === "before") expect(answers.some(({ replayed }) => replayed)).toBe(false);
  });

  it("repeats a call whose backend was terminated while it worked", async () => {
    await makeTrouble("sleep");
    const answer = batch(insertMany(), newItem());
    await terminateSleeping(admin());

    expect(await answer).toMatchObject({ replayed: false });
    expect(await countItems()).toBe(1n);
  });

  it("repeats with the same ids and time what was committed without a replica's word", async () => {
    await makeTrouble("warning");
    const before = new Date();

    const answer = await batch(insertMany(), newItem());

    expect(answer.replayed).toBe(true);
    const rows = await admin().query<{ at: Date }>(sql`select at from probe.item`);
    expect(rows).toEqual([{ at: answer.at }]);
    expect(answer.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("says that nothing was done when the database cannot be reached", async () => {
    proxy.shut();

    await expect(batch(insertMany(), newItem())).rejects.toBeInstanceOf(DatabaseUnavailable);

    proxy.open();
    await expect(batch(insertMany(), newItem())).resolves.toBeDefined();
  });

  it("says that the outcome is unknown when the database goes away during a call and stays away", async () => {
    await batch(insertMany(), newItem());
    const item = newItem();
    proxy.cut("after", item.id, "shut");

    await expect(batch(insertMany(), item)).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it("answers all callers while the host is silent, and goes on by itself when it is back", async () => {
    const hasty = connect({ url: proxy.url, role: "leyden_app", max: 1, name: "silence", answerTimeoutMs: 1_000 });
    let attempts = 0;
    const counted = {
      connection() {
        attempts += 1;
        return hasty.connection();
      },
    };
    const silenced = microBatch({ db: counted, clock: impatientClock() });
    try {
      await silenced(insertMany(), newItem());
      proxy.silence();
      let attemptsOfFirst = 0;
      const first = silenced(insertMany(), newItem()).finally(() => {
        attemptsOfFirst = attempts;
      });
      await machineClock.turn();
      const others = newItems(1_200).map((item) => silenced(insertMany(), item)); // more than one call takes
      const results = await Promise.allSettled([first, ...others]);

      expect(results[0]).toMatchObject({ status: "rejected", reason: { code: "outcome_unknown" } });
      for (const result of results.slice(1))
        expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      expect(attempts).toBe(attemptsOfFirst); // they are refused with the first, and wait for no attempts of their own

      proxy.open();
      await expect(silenced(insertMany(), newItem())).resolves.toBeDefined();
    } finally {
      await hasty.close();
    }
  });

  it("refuses alone an item whose encoding the business refuses", async () => {
    const refusal = new AppError("invalid_input", "no");
    const choosy: BatchedFunction<Item, Inserted> = {
      ...insertMany(),
      columns: {
        ...insertMany().columns,
        text: [
          "text",
          ({ text }) => {
            if (text === "bad") throw refusal;
            return text;
          },
        ],
      },
    };
    const items = newItems(20).map((item, i) => (i === 7 ? { ...item, text: "bad" } : item));

    const results = await Promise.allSettled(items.map((item) => batch(choosy, item)));

    expect(results.filter(({ status }) => status === "rejected")).toEqual([{ status: "rejected", reason: refusal }]);
    expect(results[7]?.status).toBe("rejected");
  });

  it("reports a function that the database can never run without repeating it", async () => {
    let connections = 0;
    const counted = {
      connection() {
        connections += 1;
        return pool.connection();
      },
    };
    const own = microBatch({ db: counted, clock: impatientClock() });
    await admin().query(sql`insert into probe.trouble values ('unsupported')`);

    await expect(own(insertMany(), newItem())).rejects.toMatchObject({ code: "0A000" });
    expect(connections).toBe(1);
  });

  it("says what a call has left for a loop once it was committed, of that call alone and of none that failed", async () => {
    const left: string[] = [];
    const own = microBatch({ db: pool, clock: impatientClock(), onLeft: (what) => left.push(what) });
    await own(insertMany(), newItem());
    expect(left).toEqual([]);
    await own(insertMany(), { ...newItem(), text: "left" });
    expect(left).toEqual(["probes"]);
    await expect(own(insertMany(), { ...newItem(0), text: "left" })).rejects.toMatchObject({ code: "22012" });
    await own(insertMany(), newItem());
    expect(left).toEqual(["probes"]);
  });

  it("refuses new items while too many wait", async () => {
    const results = await Promise.allSettled(newItems(20_001).map((item) => batch(insertMany(), item)));

    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(DatabaseUnavailable);
  });
});

/** Waits until a call sleeps, makes sure that it is the last one to do so, and ends its backend. */
async function terminateSleeping(admin: Db): Promise<void> {
  const sleeping = sql`
    select pid
      from pg_stat_activity
     where datname = current_database()
       and wait_event = 'PgSleep'`;
  for (let tries = 0; tries < 200; tries += 1) {
    const [backend] = await admin.query<{ pid: number }>(sleeping);
    if (backend !== undefined) {
      await admin.query(sql`delete from probe.trouble`);
      await admin.query(sql`select pg_terminate_backend(${backend.pid})`);
      return;
    }
    await machineClock.sleep(20);
  }
  throw new Error("no call slept");
}
