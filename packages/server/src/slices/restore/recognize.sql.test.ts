import { afterEach, beforeEach, expect, it } from "vitest";
import { findHead } from "#ledger";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { connect, type Database } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { Seen } from "./model/restore.ts";
import { type BookMemory, rememberBook } from "./recognize.ts";
import { findEpoch } from "./store.ts";

const log = createLog({ level: "silent", pretty: false });
const random = machineRandom();

type Way = "posts" | "undoes" | "fails" | "warns" | "nothing";

/** Posts 1 msat in the way that it was asked to. */
const postOnce: BatchedFunction<Way, string> = {
  name: "ledger.post_once_many",
  columns: { transfer: ["uuid", () => random.uuid()], way: ["text", (way) => way] },
  decode: (row) => row["outcome"] as string,
};

onDatabase("what a process knows of the ledger", (database) => {
  let book: BookMemory;
  let db: Database;
  const batch = () => microBatch({ db, clock: machineClock });

  beforeEach(async () => {
    await database().admin.query(sql`
      create or replace function ledger.post_once_many(p_at timestamptz, p_transfer uuid[], p_way text[])
      returns table (i int, outcome text) language plpgsql as $$
      begin
        for k in 1..cardinality(p_way) loop
          i := k;
          outcome := p_way[k];
          begin
            if p_way[k] <> 'nothing' then
              perform ledger.post_all(
                        p_at, array[p_transfer[k]],
                        array[ledger.system('lightning_node')], array[ledger.system('reserved')], array[1::bigint], array[0::bigint],
                        array[null::timestamptz], array['operator'], array[p_transfer[k]]);
            end if;
            if p_way[k] = 'undoes' then
              raise exception using errcode = 'LE001';
            end if;
          exception
            when sqlstate 'LE001' then null;
          end;
          if p_way[k] = 'fails' then
            raise exception 'no';
          end if;
          if p_way[k] = 'warns' then
            raise warning 'canceling wait for synchronous replication';
          end if;
          return next;
        end loop;
      end $$`);
    book = rememberBook({ clock: machineClock, random, log }, { installation: random.uuid(), known: [] });
    const { verify } = book;
    db = connect({ url: database().url, role: "leyden_app", max: 3, name: "a process", verify });
  });
  afterEach(() => db.close());

  it("is each posting of its own, as soon as it was committed", async () => {
    const run = batch();
    for (let round = 0; round < 3; round += 1) {
      await run(postOnce, "posts");
      expect(book.seen()).toMatchObject(await findHead(database().db));
    }
    await Promise.all(Array.from({ length: 5 }, () => run(postOnce, "posts")));
    expect(book.seen()).toMatchObject(await findHead(database().db));
  });

  it("is not what was undone, was refused, or has an unknown outcome: no false alarm comes of it", async () => {
    const run = batch();
    await run(postOnce, "posts");
    const before = book.seen();
    expect(before).toMatchObject(await findHead(database().db));

    await run(postOnce, "undoes");
    await run(postOnce, "nothing");
    await expect(run(postOnce, "fails")).rejects.toThrow("no");
    expect(book.seen()).toEqual(before);

    // a COMMIT that was cancelled while it waited for a replica: a failover may take it back
    await expect(microBatchOnce(db, "warns")).rejects.toMatchObject({ code: "outcome_unknown" });
    expect(book.seen()).toEqual(before);
    expect((await findHead(database().db)).no, "it is there, and may be gone after a failover").toBe(
      (before?.no ?? 0n) + 1n,
    );
    await book.look(database().db);
    expect(book.seen()).toMatchObject(await findHead(database().db));
  });

  it("is not what an older connection says after the database went back", async () => {
    const run = batch();
    await run(postOnce, "posts");
    await onReplicaBehind(database().admin, 1n, async (replica) => {
      await book.verify(replica);
    });
    expect(book.seen()).toBeUndefined();
    await run(postOnce, "posts");
    expect(book.seen()).toBeUndefined();
    await book.look(database().db);
    expect(book.seen()).toMatchObject(await findHead(database().db));
  });

  it("counts with its epoch: numbers come a second time after a restore", async () => {
    const run = batch();
    await run(postOnce, "posts");
    await book.look(db);
    const { no, hash, epoch } = book.seen() ?? raise();
    const witnesses = (...known: readonly Seen[]) =>
      rememberBook({ clock: machineClock, random, log }, { installation: random.uuid(), known });
    const ahead = { no: (no + 9n) as Seen["no"], hash };
    const closedBy = async (known: readonly Seen[]) => {
      let found: unknown;
      await onReplicaBehind(database().admin, 0n, async (replica) => {
        await witnesses(...known).verify(replica);
        found = { closed: await closed(replica), epoch: await findEpoch(replica as Db) };
      });
      return found;
    };
    const earlier = (epoch ?? 0n) - 1n;
    expect(await closedBy([{ ...ahead, epoch: earlier }]), "seen before the last restore").toEqual({
      closed: null,
      epoch,
    });
    expect(await closedBy([{ no, hash, epoch }])).toEqual({ closed: null, epoch });
    const went = (next: bigint) => ({ closed: "restoring", epoch: next });
    const own = epoch ?? 0n;
    expect(await closedBy([{ ...ahead, epoch: own }])).toEqual(went(own + 1n));
    expect(await closedBy([{ ...ahead, epoch: undefined }])).toEqual(went(own + 1n));
    // a restore was opened, and the database has gone back to before it: it begins none that was there already
    expect(await closedBy([{ no, hash, epoch: own + 3n }])).toEqual(went(own + 4n));
    expect(
      await closedBy([
        { no, hash, epoch: own },
        { ...ahead, epoch: own },
      ]),
    ).toEqual(went(own + 1n));
  });

  it("tells a replica that lacks the last posting alone from the database, at the next connection", async () => {
    const run = batch();
    await run(postOnce, "posts");
    await run(postOnce, "posts");
    await onReplicaBehind(database().admin, 0n, async (replica) => {
      await book.verify(replica);
      expect(await closed(replica), "the same database").toBe(null);
    });
    await onReplicaBehind(database().admin, 1n, async (replica) => {
      await book.verify(replica);
      expect(await closed(replica)).toBe("restoring");
    });
  });
});

function raise(): never {
  throw new Error("nothing was seen");
}

/** Without the repetition that a batch makes. */
async function microBatchOnce(db: Database, way: Way): Promise<unknown> {
  const connection = await db.connection();
  const repeated = { connection: async () => connection };
  const clock = { ...machineClock, monotonicMs: () => Number.POSITIVE_INFINITY };
  return await microBatch({ db: repeated, clock })(postOnce, way);
}

async function closed(db: Pick<Db, "query">): Promise<string | null | undefined> {
  const [row] = await db.query<{ closed: string | null }>(sql`select closed from ledger.book`);
  return row?.closed;
}

/** The database as it was `lost` postings ago, for as long as `work` takes. */
async function onReplicaBehind(admin: Db, lost: bigint, work: (db: Pick<Db, "query">) => Promise<void>): Promise<void> {
  const undone = new Error("undone");
  await admin
    .transaction(async (tx) => {
      await tx.query(sql`delete from ledger.posting where no > (select posting_no - ${lost} from ledger.book)`);
      await work(tx);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
}
