import { z } from "zod";
import type { Db } from "#platform/database/db.ts";
import { envelope, msatsText, type RoutesPlugin, success } from "#platform/http/index.ts";
import { readOverview } from "./read-overview.ts";

export type OverviewRoutesDeps = { readonly db: Db };

const EXAMPLE = {
  unit: "msats" as const,
  available: "999988999",
  reserved: "20000",
  firstSteps: { keys: "used" as const, paid: true, received: "more" as const, webhooks: "delivered" as const },
  troubledEndpoints: 0,
};

const overviewSchema = z
  .object({
    unit: z.literal("msats"),
    available: msatsText.meta({ description: "What may be spent." }),
    reserved: msatsText.meta({ description: "Set aside for payments that are not finished, with their fee limits." }),
    firstSteps: z
      .object({
        keys: z.enum(["none", "made", "used"]),
        paid: z.boolean().meta({ description: "A payment was completed." }),
        received: z.enum(["never", "once", "more"]).meta({ description: "How often something came in." }),
        webhooks: z.enum(["none", "made", "delivered"]).meta({
          description: "Whether there is an endpoint, and whether anything was delivered, to it or a `callbackUrl`.",
        }),
      })
      .meta({ description: "What the project has done of what others do on their first day." }),
    troubledEndpoints: z
      .int()
      .meta({ description: "Webhook endpoints that accept nothing, or that the service has switched off." }),
  })
  .meta({ id: "Overview", examples: [EXAMPLE] });

const readRoute = {
  operationId: "getOverview",
  summary: "Read the overview",
  description: "Balance and first steps: with `/totals` what the first page of the dashboard shows.",
  tags: ["Overview"],
  response: { 200: envelope(overviewSchema, "Overview read.") },
} as const;

/** What the first page of a project asks for, below its own path: `/overview`. */
export function overviewRoutes(deps: OverviewRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/overview", { schema: readRoute, config: { action: "read" } }, async ({ caller }) => {
      const { available, reserved, keys, happened, webhooks, troubledEndpoints } = await readOverview(deps, caller);
      const firstSteps = { keys, paid: happened.paid, received: happened.received, webhooks };
      const amounts = { available: String(available), reserved: String(reserved) };
      return success({ unit: "msats" as const, ...amounts, firstSteps, troubledEndpoints }, "Overview read.");
    });
  };
}
