import { z } from "zod";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { envelope, isoTime, msatsText, type RoutesPlugin, success, timeText } from "#platform/http/index.ts";
import { countForReader } from "./count-new.ts";
import { PERIODS, PERIODS_MAX, type Period, periodOf, TOOK_SECONDS, type Totals } from "./model/totals.ts";
import { listTotals } from "./store.ts";

export type TotalsRoutesDeps = { readonly db: Db; readonly clock: Pick<Clock, "now"> };

const EXAMPLE = {
  from: "2026-11-19T17:00:00.000Z",
  to: "2026-11-20T17:00:00.000Z",
  by: "hour" as const,
  isComplete: true,
  tookSeconds: [...TOOK_SECONDS],
  totals: [
    {
      at: "2026-11-20T16:00:00.000Z",
      payments: {
        completed: 12,
        amount: "1200000",
        fees: "4100",
        failed: 1,
        failedAmount: "100000",
        tookMs: 9_300,
        took: [10, 2, 0, 0, 0, 0],
      },
      receipts: { count: 3, amount: "45000" },
    },
  ],
};

const count = z.int().min(0);

const totalsSchema = z
  .object({
    from: isoTime,
    to: isoTime,
    by: z.enum(PERIODS),
    isComplete: z.boolean().meta({ description: "False for some minutes after an upgrade: the service still counts." }),
    tookSeconds: z.array(z.int()).meta({ description: "The bounds of `took`, in seconds." }),
    totals: z.array(
      z.object({
        at: isoTime.meta({ description: "Beginning of the hour, or of the day in UTC." }),
        payments: z.object({
          completed: count,
          amount: msatsText.meta({ description: "Millisatoshis that completed payments delivered." }),
          fees: msatsText,
          failed: count,
          failedAmount: msatsText,
          tookMs: count.meta({ description: "From making to end, of all completed ones together." }),
          took: z.array(count).meta({
            description: "How many were completed within each bound and not within the one before; the last: later.",
          }),
        }),
        receipts: z.object({ count, amount: msatsText }),
      }),
    ),
  })
  .meta({ id: "Totals", examples: [EXAMPLE] });

/** Where the charts of a project ask, below its own path: `/totals`. */
export function totalsRoutes({ db, clock }: TotalsRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/totals", { schema: totalsRoute, config: { action: "read" } }, async ({ caller, query }) => {
      const period = periodOf(query, clock.now());
      const isComplete = await countForReader({ db });
      const totals = await listTotals(db, { projectId: caller.wallet.owner.id, ...period });
      return success({ ...presentAll(period, totals), isComplete }, "Totals listed.");
    });
  };
}

function presentAll({ from, to, by }: Period, totals: readonly Totals[]) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    by,
    tookSeconds: [...TOOK_SECONDS],
    totals: totals.map(presentTotals),
  };
}

/** Counts are numbers: a period has fewer than 2^53 of anything, and the milliseconds of a day's payments as well. */
function presentTotals({ at, completed, failed, tookMs, took, received, ...amounts }: Totals) {
  return {
    at: at.toISOString(),
    payments: {
      completed: Number(completed),
      amount: String(amounts.completedMsats),
      fees: String(amounts.feesMsats),
      failed: Number(failed),
      failedAmount: String(amounts.failedMsats),
      tookMs: Number(tookMs),
      took: took.map(Number),
    },
    receipts: { count: Number(received), amount: String(amounts.receivedMsats) },
  };
}

const totalsRoute = {
  operationId: "listTotals",
  summary: "List what was paid and received",
  description:
    "By the hour or by the day in UTC, oldest first; a period in which nothing happened is left out. Payments count when " +
    "they are finished, what came in when it was recorded.",
  tags: ["Totals"],
  querystring: z.object({
    by: z.enum(PERIODS).default("hour"),
    from: timeText.optional().meta({ description: "Without it a day by the hour, or 30 days." }),
    to: timeText.optional().meta({
      description: `Without it up to now. At most ${PERIODS_MAX.hour} hours or ${PERIODS_MAX.day} days after \`from\`.`,
    }),
  }),
  response: { 200: envelope(totalsSchema, "Totals listed.") },
} as const;
