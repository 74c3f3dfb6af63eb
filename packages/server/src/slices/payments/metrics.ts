import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { Ending } from "./accept/waiters.ts";
import { countOpen } from "./store/store.ts";

/** Measures payments: the ends that this process wrote, and what is open in the whole service. */
export function countPayments(metrics: Metrics, { db, clock }: { db: Db; clock: Clock }): (ending: Ending) => void {
  const ended = metrics.counter({
    name: "leyden_payments_total",
    help: "Payments that have ended, by outcome (`completed` or the code of the failure) and by way.",
    labels: ["outcome", "via"],
  });
  const open = async () => await countOpen(db, clock.now());
  metrics.gauge(
    { name: "leyden_payments_open", help: "Payments that have not ended." },
    async () => (await open()).open,
  );
  metrics.gauge(
    {
      name: "leyden_payments_open_oldest_seconds",
      help: "Age of the oldest of them. Alarm when it grows for an hour.",
    },
    async () => (await open()).oldestSeconds,
  );
  return ({ outcome, via }) => ended.inc({ outcome, via });
}
