import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { Attempted } from "./deliver/deps.ts";
import { countDeliveries } from "./store/deliveries.ts";
import type { Listeners } from "./stream/listeners.ts";
import type { PageWatch } from "./stream/page-watch.ts";

/** Measures deliveries: the attempts that this process made, and what waits or has failed in the whole service. */
export function measureDeliveries(
  metrics: Metrics,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): (attempted: Attempted) => void {
  const attempts = metrics.counter({
    name: "leyden_delivery_attempts_total",
    help: "Attempts to deliver an event, by outcome: `delivered`, `again` (another one follows), `failed` (it was the last), `gone` (410).",
    labels: ["outcome"],
  });
  const duration = metrics.histogram({
    name: "leyden_delivery_duration_seconds",
    help: "Time of an attempt, from the look-up of the host to the end of the answer.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  });
  const count = shared(() => countDeliveries(db, clock.now())); // one query for the three
  metrics.gauge(
    { name: "leyden_deliveries_waiting", help: "Deliveries that wait for an attempt, retries included." },
    async () => (await count()).waiting,
  );
  metrics.gauge(
    { name: "leyden_deliveries_overdue_seconds", help: "For how long the first of them has been due." },
    async () => (await count()).overdueSeconds,
  );
  metrics.gauge(
    { name: "leyden_deliveries_failed", help: "Deliveries of the last 90 days that were given up." },
    async () => (await count()).failed,
  );
  return ({ outcome, durationMs }) => {
    attempts.inc({ outcome });
    duration.observe(durationMs / 1000);
  };
}

/** Measures the streams that this process answers. */
export function measureListeners(metrics: Metrics, listeners: Pick<Listeners, "count">): void {
  metrics.gauge(
    { name: "leyden_event_listeners", help: "Streams of events that are open in this process." },
    listeners.count,
  );
}

/** Measures the pages that this process tells of changes. */
export function measurePageStreams(metrics: Metrics, watch: Pick<PageWatch, "count">): void {
  metrics.gauge(
    { name: "leyden_page_streams", help: "Open pages that this process tells of changes, by a stream each." },
    watch.count,
  );
}
