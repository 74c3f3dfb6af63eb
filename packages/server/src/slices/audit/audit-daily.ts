import { recordIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import { auditOnceADay } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import type { Log } from "#platform/log.ts";
import { type AuditLine, runAudit } from "./run-audit.ts";

export type DailyDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** All that there are, each over everything; they are loaded when they are needed. */
  readonly everything: () => Promise<readonly Invariant[]>;
};

/**
 * Checks every invariant over everything once a day, in one of the processes. Each that is broken becomes an incident.
 * Undefined: it was not due.
 */
export async function auditDaily(deps: DailyDeps): Promise<readonly AuditLine[] | undefined> {
  let lines: readonly AuditLine[] | undefined;
  await auditOnceADay(deps, async () => {
    lines = await runAudit({ db: deps.db, invariants: await deps.everything() });
    const broken = lines.filter(({ breaches }) => breaches.length > 0);
    for (const { id, title, breaches } of broken)
      await recordIncident(deps, {
        subjectKind: "invariant",
        subject: id,
        kind: "invariant_broken",
        detail: `not true any more: ${title}; ${breaches.join("; ")}`,
      });
    deps.log.info({ invariants: lines.length, broken: broken.length }, "audit.completed");
    return broken.map(({ id }) => id);
  });
  return lines;
}
