import { followSending, type Sending } from "#ledger";
import type { Look } from "#platform/database/look.ts";
import type { Part, Readiness } from "#platform/http/health.ts";

type Deps = {
  readonly look: Look;
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

const SILENT = "it does not answer";

/**
 * Takes database, pause and ledger from the look of each second, and the node's state from who polls it, so that
 * callers of `/readyz` cost them nothing. A database is silent that has not answered two seconds after it was asked.
 * Resolves after the first check.
 */
export async function watchReadiness({ look, nodeLacks, overdue, missing }: Deps): Promise<ReadinessWatch> {
  let checked: readonly Part[] = [];
  const first = Promise.withResolvers<void>();
  const end = followSending(look, (sending) => {
    checked = [
      partOf("database", sending === undefined ? SILENT : undefined),
      partOf("sending", sending && sendingLacks(sending)), // else the database is what is missing
    ];
    first.resolve();
  });
  look.now();
  await first.promise;
  return {
    parts: () => [...checked, partOf("lightning", nodeLacks()), tasksOf(overdue()), ...missing()],
    stop: async () => end(),
  };
}

/** What the ledger is closed for stands beside the pauses: then nothing moves inside either. */
function sendingLacks({ pauses, closure }: Sending): string | undefined {
  const kinds: string[] = [...pauses];
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
