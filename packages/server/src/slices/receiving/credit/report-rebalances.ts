import { keepIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { listSuspended } from "../store/receipts.ts";

export type ReportDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/** The payment of a rebalance is in the node's list within seconds. Ours. */
const UNLISTED_MS = 24 * 3_600_000;
const LISTED_MAX = 1_000;

/** An incident for each receipt that the node has paid itself, by a payment that no list has had for a day. */
export async function reportRebalances(deps: ReportDeps): Promise<void> {
  const before = deps.clock.now().getTime() - UNLISTED_MS;
  const old = (await listSuspended(deps.db, LISTED_MAX)).filter(
    ({ flags, settledAt }) => flags.includes("rebalance") && settledAt.getTime() < before,
  );
  for (const { id: subject, amount } of old)
    await keepIncident(
      deps,
      {
        subjectKind: "receipt",
        subject,
        kind: "receipt_suspended",
        detail: `the node has paid these ${amount} msats to itself, and no list of its payments has had that for a day`,
      },
      { over: "" },
    );
}
