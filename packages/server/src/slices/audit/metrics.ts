import { findFullAudit } from "#ledger";
import { type Solvency, surplusOf } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Metrics } from "#platform/metrics.ts";
import type { AuditLine } from "./run-audit.ts";

/** Takes what the loops of this process found; the page shows the last of it. */
export type AuditWatch = {
  audited(lines: readonly AuditLine[]): void;
  compared(solvency: Solvency): void;
};

/** Measures the watched invariants, and the node against what is owed. Nothing is read for a scrape. */
export function measureAudit(metrics: Metrics): AuditWatch {
  let broken: ReadonlyMap<string, number> = new Map();
  let solvency: Solvency | undefined;
  metrics.gaugeBy(
    {
      name: "leyden_invariant_broken",
      help: "1 for a watched invariant that the last audit of this process found broken. Alarm above 0.",
      label: "invariant",
    },
    () => broken,
  );
  metrics.gauge(
    {
      name: "leyden_solvency_assets_msats",
      help: "What the node holds for us. Alarm below leyden_solvency_liabilities_msats.",
    },
    () => asNumber(solvency?.assets),
  );
  metrics.gauge(
    {
      name: "leyden_solvency_liabilities_msats",
      help: "What is owed to wallets, pending payments, vouchers, suspense and purchases.",
    },
    () => asNumber(solvency?.liabilities),
  );
  metrics.gauge(
    {
      name: "leyden_solvency_surplus_msats",
      help: "What the node holds above twice what is owed. On mainnet take it out.",
    },
    () => (solvency === undefined ? undefined : asNumber(surplusOf(solvency))),
  );
  metrics.gauge(
    {
      name: "leyden_lightning_channels_msats",
      help: "Ours in open channels, HTLCs left out: the most that can be sent.",
    },
    () => asNumber(solvency?.channels),
  );
  return {
    audited(lines) {
      broken = new Map(lines.map(({ id, breaches }) => [id, breaches.length > 0 ? 1 : 0]));
    },
    compared(next) {
      solvency = next;
    },
  };
}

/** Measures what the full audit of the day found, in whichever process. */
export function measureFullAudit(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gauge(
    {
      name: "leyden_full_audit_broken",
      help: "Invariants that the full audit of the day found broken. Alarm above 0.",
    },
    async () => (await findFullAudit(db)).broken.length,
  );
  metrics.gauge(
    {
      name: "leyden_full_audit_timestamp_seconds",
      help: "When the newest full audit ended, in Unix time. Alarm when it is two days old.",
    },
    async () => {
      const { endedAt } = await findFullAudit(db);
      return endedAt && Math.floor(endedAt.getTime() / 1_000);
    },
  );
}

/** Exact up to 90,000 BTC. */
function asNumber(msats: bigint | undefined): number | undefined {
  return msats === undefined ? undefined : Number(msats);
}
