import { type AuditLine, type AuditWatch, auditDaily, brokenMoney, checkSolvency, runAudit } from "#audit";
import { rotateKeys } from "#idempotency";
import { recordIncident } from "#incidents";
import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import { listPauses, pauseSending, watchBook } from "#ledger";
import {
  compareNode,
  countSigns,
  type LightningNode,
  NodeUnavailable,
  type Probes,
  reconcileNode,
  rememberSolvency,
  type Solvency,
} from "#lightning";
import { endRestore, listKnownHashes, listPendingIds, putPendingOnHold } from "#payments";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import type { Look } from "#platform/database/look.ts";
import type { Log } from "#platform/log.ts";
import { matchWaiting, openAfterComparison, openRestore } from "#restore";
import { type EventLoopDeps, eventLoops } from "#slices/events/jobs.ts";
import { filesLoop } from "#slices/idempotency/jobs.ts";
import { paymentLoops } from "#slices/payments/jobs.ts";
import { expiryLoop, forgetLoop, rebalanceLoop, receiveLoop } from "#slices/receiving/jobs.ts";
import { deficitLoop, openingLoop } from "#slices/restore/jobs.ts";
import { totalsLoop } from "#slices/totals/jobs.ts";
import { levelLoop } from "#slices/users/jobs.ts";
import { voucherLoop } from "#slices/vouchers/jobs.ts";
import { checkNodePast } from "./node-past.ts";

/** What runs without a request. One process or many: leases decide which does what. */
export type Worker = { stop(): Promise<void> };

export type BookkeepingDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly look: Look;
  readonly log: Log;
  /** Checked again and again; the first run may read everything. */
  readonly invariants: readonly Invariant[];
  /** Those of the full audit. */
  readonly everything: () => Promise<readonly Invariant[]>;
  readonly auditWatch: AuditWatch;
};

const AUDIT_EVERY_MS = 10_000;
/** The first run of a process reads the whole ledger. */
const AUDIT_OVERDUE_MS = 600_000;
/** How often a process looks whether the full audit is due: it is once a day. */
const FULL_AUDIT_EVERY_MS = 600_000;
const FULL_AUDIT_OVERDUE_MS = 4 * 3_600_000;
const COMPARE_EVERY_MS = 10_000;
/** A node that was away is asked when it is back; this finds one that restarted between two polls of it. */
const CHECK_PAST_EVERY_MS = 60_000;
const ROTATE_EVERY_MS = 3_600_000;

/** The loops that need the database alone. */
export function startBookkeeping(deps: BookkeepingDeps): Worker {
  const { scheduler } = deps;
  return together([
    scheduler.loop("audit.check_invariants", AUDIT_EVERY_MS, () => checkInvariants(deps), {
      overdueMs: AUDIT_OVERDUE_MS,
    }),
    scheduler.loop("audit.check_everything", FULL_AUDIT_EVERY_MS, () => checkEverything(deps), {
      overdueMs: FULL_AUDIT_OVERDUE_MS,
    }),
    scheduler.loop("idempotency.rotate_keys", ROTATE_EVERY_MS, async () => {
      const rotation = await rotateKeys(deps, await listPendingIds(deps.db));
      if (rotation === "in_use") deps.log.warn("idempotency.rotation_postponed");
    }),
    filesLoop(deps),
    levelLoop(deps),
    totalsLoop(deps),
    deficitLoop(deps),
    openingLoop(deps),
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

export type WorkerDeps = Parameters<typeof paymentLoops>[0] &
  Parameters<typeof receiveLoop>[0] & {
    readonly auditWatch: AuditWatch;
    /** This process joined an installation that has compared the ledger with the node. */
    readonly isCompared?: boolean | undefined;
    /** Of the process, over each attempt to start. */
    readonly probes?: Probes | undefined;
  };

/**
 * The loops that need the node. Compares it with our payments before anything is sent: a node that has paid what the
 * database does not have (a restored database) pauses sending until `leyden reconcile`. While this process knows the
 * ledger and it is the same one, such a payment is an incident alone.
 *
 * @throws {NodeUnavailable} also while the node has in flight what may be a probe of the operator: up to a minute.
 */
export async function startWorkers(deps: WorkerDeps): Promise<Worker> {
  const book = watchBook(deps, deps.isCompared);
  const compare = async (probes?: Probes) => {
    await checkForeignPayments({ ...deps, probes }, await book.isSame());
    book.compared();
  };
  await checkNodePast(deps, false);
  await compare(deps.probes);
  await openAfterComparison(deps); // unless a restore is open
  const { scheduler } = deps;
  return together([
    ...paymentLoops({ ...deps, isSameBook: book.isSame }),
    receiveLoop(deps),
    expiryLoop(deps),
    forgetLoop(deps),
    rebalanceLoop(deps),
    scheduler.loop("audit.check_solvency", AUDIT_EVERY_MS, solvencyCheck(deps)),
    scheduler.loop("lightning.check_past", CHECK_PAST_EVERY_MS, async () => {
      try {
        await checkNodePast(deps, await book.isSame());
      } catch (error) {
        if (!(error instanceof NodeUnavailable)) throw error; // logged by lightning.watch_node
      }
    }),
    scheduler.loop("lightning.compare_node", COMPARE_EVERY_MS, async () => {
      try {
        await compare();
        // what an operator adopted and had no outcome yet
        await reconcileNode({ ...deps, mayBeWaiting: () => matchWaiting(deps) }, { reason: undefined });
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

export type ForeignDeps = Parameters<typeof putPendingOnHold>[0] & {
  readonly node: LightningNode;
  readonly probes?: Probes | undefined;
};

/**
 * Pauses sending as long as the node has payments that nobody has explained and that may be what a restored database
 * has lost. `isSameBook`: it cannot be, because nothing was restored since this process looked before.
 */
export async function checkForeignPayments(deps: ForeignDeps, isSameBook = false): Promise<void> {
  if ((await recordForeignPayments(deps, isSameBook)) === 0 || (await isPausedForForeign(deps))) return;
  // counted again: `leyden reconcile` may have booked them and lifted the pause in between
  const signs = await countSigns(deps.db);
  if (signs > 0) await pauseForForeign(deps, signs);
}

/**
 * Pauses, and holds what is pending, before a sign of a restore is recorded: a crash in between finds it again. Returns
 * how many signs are not explained.
 */
export async function recordForeignPayments(deps: ForeignDeps, isSameBook: boolean): Promise<number> {
  return await compareNode({
    ...deps,
    isSameBook,
    knownHashes: (hashes, asked) => listKnownHashes(deps.db, hashes, asked),
    onSigns: async (found) => {
      await pauseForForeign(deps, found);
      await openRestore(deps, "foreign_payments");
      await putPendingOnHold(deps);
    },
  });
}

export async function isPausedForForeign({ db }: Pick<ForeignDeps, "db">): Promise<boolean> {
  return (await listPauses(db)).some(({ kind }) => kind === "foreign_payments");
}

async function pauseForForeign(deps: ForeignDeps, foreign: number): Promise<void> {
  const reason = `the node has made ${foreign} payments that are not in the database; see \`leyden restore status\``;
  if (await pauseSending(deps, { kind: "foreign_payments", reason }))
    deps.log.error({ foreign }, "lightning.foreign_payments_found");
}

/** A breach of a money invariant pauses sending; the others are told. */
export async function checkInvariants(
  deps: Pick<BookkeepingDeps, "db" | "clock" | "log" | "invariants" | "auditWatch">,
): Promise<void> {
  const lines = await runAudit(deps);
  deps.auditWatch.audited(lines);
  await pauseWhenBroken(deps, lines);
}

/** The full audit, once a day. What is not about money becomes an incident, and stops nothing. */
export async function checkEverything(
  deps: Pick<BookkeepingDeps, "db" | "clock" | "random" | "log" | "everything">,
): Promise<void> {
  const lines = await auditDaily(deps);
  if (lines !== undefined) await pauseWhenBroken(deps, lines);
}

async function pauseWhenBroken(deps: Pick<BookkeepingDeps, "db" | "clock" | "log">, lines: readonly AuditLine[]) {
  for (const { id, breaches } of lines)
    if (breaches.length > 0) deps.log.error({ invariant: id, breaches }, "audit.invariant_broken");
  const broken = brokenMoney(lines);
  if (broken.length === 0) return;
  const reason = `invariant ${broken.map(({ id }) => id).join(", ")} is broken; run \`leyden audit\``;
  await pauseSending(deps, { kind: "audit", reason });
}

/**
 * A gap between node and ledger counts when this many readings in a row have found it: money on its way looks like one.
 */
const SHORT_READINGS = 3;
/** Readings in a row without an answer of the node, after which the log says that solvency is not checked. */
const SILENT_READINGS = 30;

/**
 * A node that holds less than the books say, in three readings, pauses sending. One that holds more is an incident: a
 * deposit that nobody has booked, or a receipt that was not seen.
 */
export function solvencyCheck(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly node: LightningNode;
  readonly auditWatch: AuditWatch;
}): () => Promise<void> {
  let [short, over, silent] = [0, 0, 0];
  return async () => {
    try {
      const solvency = await rememberSolvency(deps, () => checkSolvency(deps));
      deps.auditWatch.compared(solvency);
      silent = 0;
      if (solvency.verdict === "thin") deps.log.warn(solvency, "lightning.thin_margin_found");
      short = solvency.verdict === "short" ? short + 1 : 0;
      over = solvency.verdict === "over" ? over + 1 : 0;
      if (short >= SHORT_READINGS) await pauseForShortage(deps, solvency);
      else if (over >= SHORT_READINGS) await tellSurplus(deps, solvency);
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      silent += 1;
      if (silent % SILENT_READINGS === 0) deps.log.error({ readings: silent }, "audit.solvency_not_checked");
    }
  };
}

async function pauseForShortage(deps: Pick<BookkeepingDeps, "db" | "clock" | "log">, solvency: Solvency) {
  const { assets, booked } = solvency;
  const reason = `the node holds ${assets} msats, and the books say ${booked}; run \`leyden audit\``;
  if (await pauseSending(deps, { kind: "node_short", reason })) deps.log.error(solvency, "lightning.shortage_found");
}

async function tellSurplus(deps: Pick<BookkeepingDeps, "db" | "clock" | "random" | "log">, solvency: Solvency) {
  const { assets, booked } = solvency;
  const detail = `the node holds ${assets} msats, and the books say ${booked}`;
  await recordIncident(deps, { subjectKind: "invariant", subject: "I9", kind: "node_surplus", detail });
}
