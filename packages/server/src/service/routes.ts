import type { RoutesPlugin } from "#platform/http/index.ts";
import { callbackHostRoutes, type EventRoutesDeps, eventRoutes, webhookRoutes } from "#slices/events/routes.ts";
import { paymentRoutes } from "#slices/payments/routes.ts";
import { chargeRoutes } from "#slices/receiving/routes.ts";
import { statementRoutes } from "#slices/statements/routes.ts";
import { walletRoutes } from "#slices/wallets/routes.ts";

type Deps = Parameters<typeof paymentRoutes>[0] &
  Parameters<typeof chargeRoutes>[0] &
  Parameters<typeof walletRoutes>[0] &
  Parameters<typeof statementRoutes>[0] &
  EventRoutesDeps;

/** The whole API, in the order of its reference. What is served and what is described come from this one list. */
export function apiRoutes(deps: Deps): readonly RoutesPlugin[] {
  return [
    paymentRoutes(deps),
    chargeRoutes(deps),
    walletRoutes(deps),
    statementRoutes(deps),
    webhookRoutes(deps),
    eventRoutes(deps),
    callbackHostRoutes(deps),
  ];
}
