import type { RoutesPlugin } from "#platform/http/index.ts";
import type { PayDeps } from "./accept/deps.ts";
import { decodeRoutes } from "./decode-routes.ts";
import { gamertagRoutes } from "./gamertag-routes.ts";
import { keysendRoutes } from "./keysend-routes.ts";
import { paymentRoutes as addressAndInvoiceRoutes } from "./payment-routes.ts";
import { transferRoutes } from "./transfer-routes.ts";

export { addressRoutes } from "./address-routes.ts";
export { quoteRoutes } from "./quote-routes.ts";
export { recipientCheckRoutes } from "./recipient-check-routes.ts";
export { EXAMPLE, FAILED, paymentSchema } from "./wire.ts";

/** All routes that pay, in the order of the reference. */
export function paymentRoutes(deps: PayDeps): RoutesPlugin {
  return (api) => {
    for (const routes of [addressAndInvoiceRoutes, transferRoutes, gamertagRoutes, keysendRoutes, decodeRoutes])
      routes(deps)(api);
  };
}
