import { checkSolvency, runAudit } from "#audit";
import { rotateKeys } from "#idempotency";
import type { Loop, Scheduler } from "#kernel/clock.ts";
import { pauseSending } from "#ledger";
import { compareNode, NodeUnavailable } from "#lightning";
import { type DriveDeps, listKnownHashes, listOpenIds } from "#payments";
import type { Invariant } from "#platform/database/invariant.ts";
import { paymentLoops } from "#slices/payments/jobs.ts";
import { expiryLoop, receiveLoop } from "#slices/receiving/jobs.ts";

/** Everything that happens without a request. One process or many: leases decide who does what. */
export type WorkerDeps = DriveDeps &
  Parameters<typeof receiveLoop>[0] & {
    readonly scheduler: Scheduler;
    /** Cheap checks, run again and again; the first run may read everything. */
    readonly invariants: readonly Invariant[];
  };

const AUDIT_EVERY_MS = 10_000;
/** The first run of a process reads the whole ledger. */
const AUDIT_OVERDUE_MS = 600_000;
const COMPARE_EVERY_MS = 10_000;
const ROTATE_EVERY_MS = 3_600_000;
/** A gap between node and ledger counts when this many readings in a row have found it. */
const SHORT_READINGS = 3;

/**
 * Compares the node with our payments before anything is sent, then starts the loops. A node that has paid what we did
 * not order (a restored database) pauses sending until `leyden reconcile`.
 */
export async function startWorkers(deps: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  await lookForForeignPayments(deps);
  const loops: readonly Loop[] = [
    ...paymentLoops(deps),
    receiveLoop(deps),
    expiryLoop(deps),
    deps.scheduler.loop("audit", AUDIT_EVERY_MS, () => audit(deps), { overdueMs: AUDIT_OVERDUE_MS }),
    deps.scheduler.loop("solvency", AUDIT_EVERY_MS, solvencyWatch(deps)),
    deps.scheduler.loop("compare node", COMPARE_EVERY_MS, () => lookForForeignPayments(deps)),
    deps.scheduler.loop("rotate keys", ROTATE_EVERY_MS, async () => {
      const rotation = await rotateKeys(deps, await listOpenIds(deps.db));
      if (rotation === "in_use") deps.log.warn("idempotency.rotation_postponed");
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

async function lookForForeignPayments(deps: WorkerDeps): Promise<void> {
  const { db, log } = deps;
  const foreign = await compareNode({ ...deps, knownHashes: (hashes) => listKnownHashes(db, hashes) });
  if (foreign === 0) return;
  const because = `the node has made ${foreign} payments that are not in the database; run \`leyden reconcile\``;
  if (await pauseSending(deps, because)) log.error({ foreign }, "node.foreign_payments_found");
}

/** A breach in the ledger stops sending at once. */
async function audit(deps: WorkerDeps): Promise<void> {
  const lines = await runAudit(deps);
  const broken = lines.filter((line) => line.breaches.length > 0);
  if (broken.length === 0) return;
  for (const { id, breaches } of broken) deps.log.error({ invariant: id, breaches }, "audit.invariant_broken");
  await pauseSending(deps, `invariant ${broken.map(({ id }) => id).join(", ")} is broken; run \`leyden audit\``);
}

/** Money on its way looks like a gap for a moment, so only one that stays stops sending. */
function solvencyWatch(deps: WorkerDeps): () => Promise<void> {
  let short = 0;
  return async () => {
    try {
      const solvency = await checkSolvency(deps);
      if (solvency.verdict === "thin") deps.log.warn(solvency, "node.margin_thin");
      short = solvency.verdict === "short" ? short + 1 : 0;
      if (short < SHORT_READINGS) return;
      deps.log.error(solvency, "node.holds_less_than_we_owe");
      await pauseSending(deps, "the node holds less than we owe; run `leyden audit`");
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
    }
  };
}
