import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { FinishedAs } from "./accept/waiters.ts";
import { countHeld, countPending } from "./store/payments.ts";

/** Measures payments: the outcomes that this process wrote, and what is pending in the whole service. */
export function measurePayments(
  metrics: Metrics,
  { db, clock }: { db: Db; clock: Clock },
): (finishedAs: FinishedAs) => void {
  const finished = metrics.counter({
    name: "leyden_payments_total",
    help: "Payments that are finished, by outcome (`completed` or the code of the failure) and by way.",
    labels: ["outcome", "via"],
  });
  const pending = shared(() => countPending(db, clock.now())); // one query for both
  metrics.gauge(
    { name: "leyden_payments_pending", help: "Payments that are not finished." },
    async () => (await pending()).pending,
  );
  metrics.gauge(
    {
      name: "leyden_payments_pending_oldest_seconds",
      help: "Age of the oldest of them. Alarm when it grows for an hour.",
    },
    async () => (await pending()).oldestSeconds,
  );
  metrics.gauge(
    {
      name: "leyden_payments_held",
      help: "Pending payments that wait for the operator after a restore. Alarm above 0.",
    },
    () => countHeld(db),
  );
  return ({ outcome, via }) => finished.inc({ outcome, via });
}
