import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import { countOpenIncidents } from "./store.ts";

/** Measures what waits for an operator. */
export function measureIncidents(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gauge({ name: "leyden_incidents_open", help: "Open incidents. Alarm above 0." }, () =>
    countOpenIncidents(db),
  );
}
