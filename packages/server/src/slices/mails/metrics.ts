import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { MailOutcome } from "./send-due.ts";
import { countMails } from "./store.ts";

/** Measures mails: the attempts that this process made, and what waits or has failed in the whole service. */
export function measureMails(
  metrics: Metrics,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): (outcome: MailOutcome) => void {
  const outcomes = metrics.counter({
    name: "leyden_mail_outcomes_total",
    help: "Mails by outcome of an attempt: `sent`, `kept` (at /dev/mail), `again` (another attempt follows), `failed` (given up), `unsubscribed`.",
    labels: ["outcome"],
  });
  const count = shared(() => countMails(db, clock.now())); // one query for the three
  metrics.gauge(
    { name: "leyden_mails_waiting", help: "Mails that wait for an attempt, retries included." },
    async () => (await count()).waiting,
  );
  metrics.gauge(
    { name: "leyden_mails_overdue_seconds", help: "For how long the first of them has been due." },
    async () => (await count()).overdueSeconds,
  );
  metrics.gauge(
    { name: "leyden_mails_failed", help: "Mails of the last 90 days that were given up." },
    async () => (await count()).failed,
  );
  return (outcome) => outcomes.inc({ outcome });
}
