import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import { PAUSE_KINDS } from "./model/pause.ts";
import { listPauses } from "./store.ts";

/** Measures which kinds of pauses hold. */
export function measurePauses(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gaugeBy(
    { name: "leyden_sending_paused", help: "1 while sending is paused for this kind. Alarm above 0.", label: "kind" },
    async () => {
      const kinds = new Set((await listPauses(db)).map(({ kind }) => kind));
      return new Map(PAUSE_KINDS.map((kind) => [kind, kinds.has(kind) ? 1 : 0]));
    },
  );
}
