import { type AuditWatch, checkSolvency, runAudit } from "#audit";
import { rotateKeys } from "#idempotency";
import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { pauseSending } from "#ledger";
import { compareNode, type LightningNode, NodeUnavailable, reconcileNode } from "#lightning";
import {
  type DriveDeps,
  endRestore,
  holdPendingPayments,
  listHeldAmounts,
  listKnownHashes,
  listPendingIds,
} from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import type { Log } from "#platform/log.ts";
import { type EventLoopDeps, eventLoops } from "#slices/events/jobs.ts";
import { paymentLoops } from "#slices/payments/jobs.ts";
import { expiryLoop, forgetLoop, receiveLoop } from "#slices/receiving/jobs.ts";
import { levelLoop } from "#slices/users/jobs.ts";
import { voucherLoop } from "#slices/vouchers/jobs.ts";

/** What runs without a request. One process or many: leases decide which does what. */
export type Worker = { stop(): Promise<void> };

export type BookkeepingDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** Checked again and again; the first run may read everything. */
  readonly invariants: readonly Invariant[];
  readonly auditWatch: AuditWatch;
};

const AUDIT_EVERY_MS = 10_000;
/** The first run of a process reads the whole ledger. */
const AUDIT_OVERDUE_MS = 600_000;
const COMPARE_EVERY_MS = 10_000;
const ROTATE_EVERY_MS = 3_600_000;

/** The loops that need the database alone. */
export function startBookkeeping(deps: BookkeepingDeps): Worker {
  const { scheduler } = deps;
  return together([
    scheduler.loop("audit.check_invariants", AUDIT_EVERY_MS, () => checkInvariants(deps), {
      overdueMs: AUDIT_OVERDUE_MS,
    }),
    scheduler.loop("idempotency.rotate_keys", ROTATE_EVERY_MS, async () => {
      const rotation = await rotateKeys(deps, await listPendingIds(deps.db));
      if (rotation === "in_use") deps.log.warn("idempotency.rotation_postponed");
    }),
    levelLoop(deps),
  ]);
}

export type DeliveryDeps = EventLoopDeps;

/** The loops that send events to those who want them. They need no node. */
export function startDelivery(deps: DeliveryDeps): Worker & Pick<ReturnType<typeof eventLoops>, "wake"> {
  const { loops, wake } = eventLoops(deps);
  return { ...together(loops), wake };
}

/** What ends vouchers. A claim whose payment was never begun needs the node's name, and waits until it is known. */
export function startVouchers(deps: Parameters<typeof voucherLoop>[0]): Worker {
  return together([voucherLoop(deps)]);
}

export type WorkerDeps = DriveDeps &
  Parameters<typeof receiveLoop>[0] & { readonly scheduler: Scheduler; readonly auditWatch: AuditWatch };

/**
 * The loops that need the node. Compares it with our payments before anything is sent: a node that has paid what the database
 * does not have (a restored database) pauses sending until `leyden reconcile`.
 */
export async function startWorkers(deps: WorkerDeps): Promise<Worker> {
  await checkForeignPayments(deps);
  const { scheduler } = deps;
  return together([
    ...paymentLoops(deps),
    receiveLoop(deps),
    expiryLoop(deps),
    forgetLoop(deps),
    scheduler.loop("audit.check_solvency", AUDIT_EVERY_MS, solvencyCheck(deps)),
    scheduler.loop("lightning.compare_node", COMPARE_EVERY_MS, async () => {
      try {
        await checkForeignPayments(deps);
        await reconcileNode({ ...deps, heldAmounts: () => listHeldAmounts(deps.db) }, { reason: undefined }); // what an operator adopted and had no outcome yet
      } catch (error) {
        if (!(error instanceof NodeUnavailable)) throw error; // logged by lightning.watch_node
      }
      await endRestore(deps.db);
    }),
  ]);
}

export function together(loops: readonly Worker[]): Worker {
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

export type ForeignDeps = Parameters<typeof holdPendingPayments>[0] & { readonly node: LightningNode };

/** Pauses sending as long as the node has payments that nobody has explained. */
export async function checkForeignPayments(deps: ForeignDeps): Promise<void> {
  const unexplained = await recordForeignPayments(deps);
  if (unexplained > 0) await pauseForForeign(deps, unexplained);
}

/**
 * Pauses, and holds what is pending, before a foreign payment is recorded: a crash in between finds it again. Returns how many are not
 * explained.
 */
export async function recordForeignPayments(deps: ForeignDeps): Promise<number> {
  return await compareNode({
    ...deps,
    knownHashes: (hashes) => listKnownHashes(deps.db, hashes),
    onForeign: async (found) => {
      await pauseForForeign(deps, found);
      await holdPendingPayments(deps);
    },
  });
}

async function pauseForForeign(deps: ForeignDeps, foreign: number): Promise<void> {
  const reason = `the node has made ${foreign} payments that are not in the database; run \`leyden reconcile\``;
  if (await pauseSending(deps, { kind: "foreign_payments", reason }))
    deps.log.error({ foreign }, "lightning.foreign_payments_found");
}

/** A breach of a money invariant pauses sending. */
export async function checkInvariants(
  deps: Pick<BookkeepingDeps, "db" | "clock" | "log" | "invariants" | "auditWatch">,
): Promise<void> {
  const lines = await runAudit(deps);
  deps.auditWatch.audited(lines);
  const broken = lines.filter((line) => line.breaches.length > 0);
  if (broken.length === 0) return;
  for (const { id, breaches } of broken) deps.log.error({ invariant: id, breaches }, "audit.invariant_broken");
  const reason = `invariant ${broken.map(({ id }) => id).join(", ")} is broken; run \`leyden audit\``;
  await pauseSending(deps, { kind: "audit", reason });
}

/** A gap between node and ledger counts when this many readings in a row have found it: money on its way looks like one. */
const SHORT_READINGS = 3;
/** Readings in a row without an answer of the node, after which the log says that solvency is not checked. */
const SILENT_READINGS = 30;

/** A node that holds less than we owe, in three readings, pauses sending. */
export function solvencyCheck(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: LightningNode;
  readonly auditWatch: AuditWatch;
}): () => Promise<void> {
  let short = 0;
  let silent = 0;
  return async () => {
    try {
      const solvency = await checkSolvency(deps);
      deps.auditWatch.compared(solvency);
      silent = 0;
      if (solvency.verdict === "thin") deps.log.warn(solvency, "lightning.thin_margin_found");
      short = solvency.verdict === "short" ? short + 1 : 0;
      if (short < SHORT_READINGS) return;
      const reason = "the node holds less than we owe; run `leyden audit`";
      if (await pauseSending(deps, { kind: "node_short", reason }))
        deps.log.error(solvency, "lightning.shortage_found");
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      silent += 1;
      if (silent % SILENT_READINGS === 0) deps.log.error({ readings: silent }, "audit.solvency_not_checked");
    }
  };
}
