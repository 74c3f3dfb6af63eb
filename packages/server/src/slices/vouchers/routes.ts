import type { RoutesPlugin } from "#platform/http/index.ts";
import type { EmailDeps } from "./email/pay-to-email.ts";
import { emailRoutes } from "./email-routes.ts";
import { voucherRoutes as ofVouchers, type VoucherRoutesDeps } from "./voucher-routes.ts";
import { withdrawalRoutes } from "./withdrawal-routes.ts";

export { lnurlRoutes } from "./lnurl-routes.ts";
export { EXPIRED, REDEEMED, REVOKED, voucherSchema } from "./wire.ts";
export {
  COMPLETED as COMPLETED_WITHDRAWAL,
  EXPIRED as EXPIRED_WITHDRAWAL,
  withdrawalSchema,
} from "./withdrawal-routes.ts";

/** All routes of vouchers, withdrawal requests and payments to e-mail addresses, in the order of the reference. */
export function voucherRoutes(deps: VoucherRoutesDeps & { readonly email: EmailDeps }): RoutesPlugin {
  return (api) => {
    emailRoutes(deps.email)(api);
    for (const routes of [ofVouchers, withdrawalRoutes]) routes(deps)(api);
  };
}
