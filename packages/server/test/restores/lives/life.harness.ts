import { runAudit } from "#audit";
import { findClosure, findHead, listPauses } from "#ledger";
import { listForeign } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { copiesOf } from "#platform/database/testing/copies.harness.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { closeUntilCompared, findRestore, openAfterComparison, type Restore, rememberBook, type Seen } from "#restore";
import { allInvariants } from "#service/invariants.ts";
import { checkForeignPayments } from "#service/worker.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";

const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const NEVER = new Date("2999-01-01");
const random = machineRandom();
const log = createLog({ level: "silent", pretty: false });

/** The world of a flow, in which the service works. */
export type Living = Pick<Driving, "world" | "clock"> & {
  /** Lets time pass, and does all that is due by then. */
  readonly later: (ms: number) => Promise<void>;
};

export type Life<L extends Living = Living> = L & Awaited<ReturnType<typeof beginLife>>;

/**
 * The life of an installation: it works, is copied, works on, and its copy comes back. Node, processor and journal do
 * not go back with it.
 */
export async function beginLife(database: () => DatabaseUnderTest, { world, clock }: Living) {
  const { admin, db } = database();
  const copies = copiesOf(database);
  const journal = givenJournal(givenFolder(), INSTALLATION);
  const writer = journal.writer({ clock });
  world.journal.before = async (entry) => {
    const { no: number, hash } = await findHead(db);
    journal.book = { number, hash };
    await writer.append(entry);
  };
  await admin.query(sql`
    insert into lightning.node (id, node_id, network, instance_id, bound_at)
    values (1, ${world.node.report.nodeId}, 'regtest', ${INSTALLATION}, now())`);
  // what a command waits for (caches of other processes) is not there
  const commands = { ...world.drive, db, log, clock: { ...clock, sleep: async () => undefined } };
  let seen: Seen | undefined;

  /** The thing with this id is due now, and nothing else; without an id all that is pending. */
  async function due(...ids: readonly string[]): Promise<void> {
    const [now, all] = [clock.now(), ids.length === 0];
    await admin.query(sql`
      update payments.payment
         set due_at = case when ${all} or id = any (${ids}::uuid[]) then ${now}::timestamptz else ${NEVER} end,
             lease_until = null
       where state not in ('completed', 'failed')`);
    await admin.query(sql`
      update vouchers.voucher
         set due_at = case when ${all} or id = any (${ids}::uuid[]) then ${now}::timestamptz else ${NEVER} end
       where state = 'claiming'`);
    await admin.query(sql`
      update ramp.purchase
         set due_at = case when ${all} or id = any (${ids}::uuid[]) then ${now}::timestamptz else ${NEVER} end
       where state not in ('quoted', 'expired', 'canceled', 'failed')`);
    await admin.query(sql`
      update onchain.payment
         set due_at = case when ${all} or origin_id = any (${ids}::uuid[]) then ${now}::timestamptz else ${NEVER} end
       where state = 'dispatched'`);
  }

  return {
    /** What the commands work with. */
    commands,
    db,
    admin,
    due,
    place: { folders: [journal.folder], installation: INSTALLATION },
    head: async (): Promise<bigint> => (await findHead(db)).no,
    take: copies.take,

    /** The copy takes the place of the database. */
    async putBack(): Promise<void> {
      seen = { ...(await findHead(db)), epoch: undefined };
      await copies.putBack();
      await due();
    },

    /** The service starts on it, as `startWorkers` has it. Returns the restore that it opened. */
    async start(): Promise<Restore | undefined> {
      await closeUntilCompared(commands, INSTALLATION);
      const known = seen === undefined ? [] : [seen];
      const { verify } = rememberBook({ clock, random, log }, { installation: INSTALLATION, known });
      const first = connect({ url: database().url, role: "leyden_app", max: 1, name: "a start", verify });
      await findClosure(first);
      await first.close();
      await checkForeignPayments(commands);
      await openAfterComparison(commands);
      return await findRestore(db);
    },

    /** What is not as it was before, and what the audit complains of. */
    async troubles(): Promise<readonly string[]> {
      const lines = await runAudit({ db, invariants: await allInvariants(clock) });
      const restore = await findRestore(db);
      const closed = await findClosure(db);
      return [
        ...lines
          .filter(({ id }) => !OF_TIMES.has(id))
          .flatMap(({ id, breaches }) => breaches.map((is) => `${id} ${is}`)),
        ...(await listPauses(db)).map(({ kind }) => `sending is paused: ${kind}`),
        ...(await listForeign(db)).map(({ amount }) => `a payment of the node over ${amount} is not explained`),
        ...(restore === undefined ? [] : ["the restore has not ended"]),
        ...(closed === undefined ? [] : [`the ledger is closed: ${closed}`]),
      ];
    },
  };
}
