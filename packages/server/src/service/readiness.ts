import type { Clock, Scheduler } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import { findClosure, listPauses } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Part, Readiness } from "#platform/http/health.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** What the node lacks for a payment, as it was polled last. */
  readonly nodeLacks: () => string | undefined;
  /** Names of tasks whose run takes longer than it may. */
  readonly overdue: () => readonly string[];
  readonly missing: () => readonly Part[];
};

export type ReadinessWatch = {
  /** What must be up before a payment can be made, as it was at the last check. */
  readonly parts: Readiness;
  stop(): Promise<void>;
};

const CHECK_MS = 1_000;
/** A database that has not answered by then is reported as silent. */
const ANSWER_MS = 2_000;
const SILENT = "it does not answer";

/**
 * Checks database, pause and ledger every second, and takes the node's state from who polls it, so that callers of
 * `/readyz` cost them nothing. Resolves after the first check.
 */
export async function watchReadiness({
  clock,
  scheduler,
  nodeLacks,
  overdue,
  missing,
  ...deps
}: Deps): Promise<ReadinessWatch> {
  const check = async (name: string, lacks: Promise<string | undefined>): Promise<Part> => {
    const answered = new AbortController();
    const late = clock.sleep(ANSWER_MS, answered.signal).then(() => SILENT);
    const waitingFor = await Promise.race([lacks.catch(() => SILENT), late]);
    answered.abort();
    return partOf(name, waitingFor);
  };

  const listPausesOnce = shared(() => listPauses(deps.db)); // one query, two answers
  const findClosureOnce = shared(() => findClosure(deps.db));
  let checked: readonly Part[] = [];
  const first = Promise.withResolvers<void>();
  const loop = scheduler.loop("service.watch_readiness", CHECK_MS, async () => {
    const pauses = listPausesOnce();
    const closure = findClosureOnce();
    checked = await Promise.all([
      check(
        "database",
        pauses.then(() => undefined),
      ),
      check(
        "sending",
        Promise.all([pauses, closure]).then(
          ([found, why]) => sendingLacks(found, why),
          () => undefined, // the database is what is missing
        ),
      ),
    ]);
    first.resolve();
  });
  await first.promise;
  return {
    parts: () => [...checked, partOf("lightning", nodeLacks()), tasksOf(overdue()), ...missing()],
    stop: loop.stop,
  };
}

/** What the ledger is closed for stands beside the pauses: then nothing moves inside either. */
function sendingLacks(
  pauses: Awaited<ReturnType<typeof listPauses>>,
  closure: Awaited<ReturnType<typeof findClosure>>,
): string | undefined {
  const kinds: string[] = pauses.map(({ kind }) => kind);
  if (closure !== undefined) kinds.push(`ledger closed: ${closure}`);
  return kinds.length === 0 ? undefined : `it is paused (${kinds.join(", ")})`;
}

function partOf(name: string, waitingFor: string | undefined): Part {
  return waitingFor === undefined ? { name, ready: true } : { name, ready: false, waitingFor };
}

/** A task that hangs is a warning: the others go on, and a restart by whoever watches would cut off what they do. */
function tasksOf(overdue: readonly string[]): Part {
  const name = "tasks";
  if (overdue.length === 0) return { name, ready: true };
  return { name, ready: true, warning: `longer under way than they may be: ${overdue.join(", ")}` };
}
