import type { JournalEntry } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { ImportDeps } from "#restore";
import { importJournal } from "../import-journal.ts";

/** As the world of the tests has it. */
const BASE_URL = "https://leyden.example";
const HOUR_MS = 3_600_000;
/** What a journal tells of happened before the import. */
const EARLIER = { ...machineClock, now: () => new Date(Date.now() - HOUR_MS) };

/** A journal on disk with these lines, and its import into a database. */
export async function importOf(database: DatabaseUnderTest, entries: readonly JournalEntry[]) {
  const on = givenJournal();
  const writer = on.writer({ clock: EARLIER });
  for (const entry of entries) await writer.append(entry);
  await writer.close();
  const log = createLog({ level: "silent", pretty: false });
  const place = { folders: [on.folder], installation: on.installation };
  return async (db: Db = database.db, node: ImportDeps["node"] = undefined) => {
    const deps = { db, clock: machineClock, random: machineRandom(), log, node, baseUrl: BASE_URL };
    const { imported } = await importJournal(deps, place);
    return imported.map(({ id, outcome, detail }) => ({ id, outcome, detail }));
  };
}

/** A database whose process dies before a statement that matches, or `transaction`, for the `at`th time. */
export function dyingAt(db: Db, matches: RegExp, at: number): Db {
  let times = 0;
  const count = (text: string) => {
    if (!matches.test(text)) return;
    times += 1;
    if (times === at) throw new Error("the process died");
  };
  const query: Db["query"] = async (statement) => {
    count(statement.text);
    return await db.query(statement);
  };
  const transaction: Db["transaction"] = async (work) => {
    count("transaction");
    return await db.transaction(work);
  };
  return Object.assign(Object.create(db), { query, transaction });
}
