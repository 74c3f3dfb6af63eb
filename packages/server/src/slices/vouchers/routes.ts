import type { RoutesPlugin } from "#platform/http/index.ts";
import { voucherRoutes as ofVouchers, type VoucherRoutesDeps } from "./voucher-routes.ts";
import { withdrawalRoutes } from "./withdrawal-routes.ts";

export { lnurlRoutes } from "./lnurl-routes.ts";
export { EXPIRED, REDEEMED, REVOKED, voucher } from "./voucher-routes.ts";
export { COMPLETED as COMPLETED_WITHDRAWAL, EXPIRED as EXPIRED_WITHDRAWAL, withdrawal } from "./withdrawal-routes.ts";

/** All routes of vouchers and withdrawal requests, in the order of the reference. */
export function voucherRoutes(deps: VoucherRoutesDeps): RoutesPlugin {
  return (api) => {
    for (const routes of [ofVouchers, withdrawalRoutes]) routes(deps)(api);
  };
}
