import { expect } from "vitest";
import { runAudit } from "#audit";
import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import { listPauses, PAUSE_KINDS, resumeSending } from "#ledger";
import { endByHand, listPendingPayments, type Payment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { markWaiting } from "#restore";
import { type Driving, givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { allInvariants } from "../invariants.ts";
import { checkForeignPayments } from "../worker.ts";

/** Opens a restore, as the service does that finds a foreign payment. */
export async function openAnew({ admin }: Pick<DatabaseUnderTest, "admin">): Promise<void> {
  await admin.query(sql`select restore.open_restore(now(), gen_random_uuid(), 'foreign_payments', null, null, null)`);
}

/** The release of a restore waits for as long as a process may know a key: here it does not. */
export function quick<Deps extends { readonly clock: Clock }>(deps: Deps): Deps {
  return { ...deps, clock: { ...deps.clock, sleep: async () => undefined } };
}

/** What tests of a restored database, and of payments that the node made without us, share. */
export function restored(database: () => DatabaseUnderTest) {
  /** As `leyden restore release` does, which lets nothing go on here. */
  async function openLedger(): Promise<void> {
    await markWaiting({ db: database().db });
    await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
  }

  async function liftAll(): Promise<void> {
    await openLedger();
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
  }

  return {
    liftAll,
    openLedger,

    /** No pause, and a node whose list was never compared. */
    async anew(): Promise<void> {
      await liftAll();
      await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
      await database().admin.query(sql`delete from lightning.node`);
      await database().admin.query(sql`select ledger.compare_no_payments()`);
      await database().admin.query(sql`select ledger.know_spending(array['wallets', 'purchases'])`);
      await database().admin.query(sql`
        insert into lightning.node (id, node_id, network, instance_id, bound_at)
        values (1, 'us', 'regtest', '0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718', now())`);
    },

    async given() {
      const driving = await givenDriving(database());
      const { world } = driving;
      await database().admin.query(sql`update lightning.node set node_id = ${world.node.report.nodeId}`);
      const despite = ["silent_node", "lost_history", "unbooked"] as const;
      const byHand = { reason: "an earlier test", as: { kind: "failed" }, despite } as const;
      for (const { id } of await listPendingPayments(database().db, 100))
        await endByHand(world.drive, { id, ...byHand });
      /** What the node has paid without us: after the backup. */
      const paid = (amount: Msats, { text }: { text: string } = world.invoice({ amount })) =>
        world.node.payUnasked(text);
      return { ...driving, paid, check: () => checkForeignPayments(world.drive) };
    },

    /** It has no invoice yet; in the backup it had none. */
    async resolving({ world, pay }: Driving): Promise<Payment> {
      const { driver } = world.pay;
      world.pay.driver = undefined;
      const payment = await pay();
      world.pay.driver = driver;
      return payment;
    },

    kinds: async () => (await listPauses(database().db)).map(({ kind }) => kind).sort(),

    /** Every invariant; I10 names what an operator has not explained yet. */
    async expectWhole({ clock }: Driving, { foreign = 0 } = {}): Promise<void> {
      const lines = await runAudit({ db: database().db, invariants: await allInvariants(clock) });
      expect(lines.filter(({ id }) => id !== "I10" && !OF_TIMES.has(id)).flatMap(({ breaches }) => breaches)).toEqual(
        [],
      );
      expect(lines.find(({ id }) => id === "I10")?.breaches).toHaveLength(foreign);
    },
  };
}
