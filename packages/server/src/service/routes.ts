import { missingPages } from "#platform/http/failure-page.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import {
  callbackHostRoutes,
  eventRoutes,
  type StreamRoutesDeps,
  streamRoutes,
  webhookRoutes,
} from "#slices/events/routes.ts";
import { type IpDeps, ipRoutes } from "#slices/ips/routes.ts";
import {
  type AccountRoutesDeps,
  accountRoutes,
  type LoginRoutesDeps,
  loginRoutes,
  type SecurityRoutesDeps,
  securityRoutes,
} from "#slices/login/pages.ts";
import { walletAuthRoutes } from "#slices/login/routes.ts";
import { mailboxRoutes, unsubscribeRoutes } from "#slices/mails/routes.ts";
import { userTokenRoutes } from "#slices/oauth/routes.ts";
import { addressRoutes, paymentRoutes } from "#slices/payments/routes.ts";
import { priceRoutes } from "#slices/prices/routes.ts";
import { type SessionRoutesDeps, sessionRoutes } from "#slices/ramp/routes.ts";
import { chargeRoutes, gamertagChargeRoutes, payLinkRoutes, staticChargeRoutes } from "#slices/receiving/routes.ts";
import { statementRoutes } from "#slices/statements/routes.ts";
import { avatarPages } from "#slices/users/pages.ts";
import { userRoutes } from "#slices/users/routes.ts";
import { type ClaimPageDeps, claimPage } from "#slices/vouchers/pages.ts";
import { lnurlRoutes, voucherRoutes } from "#slices/vouchers/routes.ts";
import { walletRoutes } from "#slices/wallets/routes.ts";

type Deps = Parameters<typeof paymentRoutes>[0] &
  Parameters<typeof addressRoutes>[0] &
  Parameters<typeof chargeRoutes>[0] &
  Parameters<typeof staticChargeRoutes>[0] &
  Parameters<typeof walletRoutes>[0] &
  Parameters<typeof statementRoutes>[0] &
  Parameters<typeof voucherRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof userTokenRoutes>[0] &
  StreamRoutesDeps & { readonly ramp: SessionRoutesDeps } & Parameters<typeof priceRoutes>[0] &
  IpDeps;

type PageDeps = Parameters<typeof payLinkRoutes>[0] &
  Parameters<typeof unsubscribeRoutes>[0] &
  Parameters<typeof mailboxRoutes>[0] &
  Parameters<typeof lnurlRoutes>[0] &
  Parameters<typeof walletAuthRoutes>[0] &
  ClaimPageDeps & {
    readonly login: LoginRoutesDeps & AccountRoutesDeps & SecurityRoutesDeps;
    readonly oauth: readonly RoutesPlugin[];
    readonly selling: readonly RoutesPlugin[];
  };

/** The API, what Lightning wallets ask for, and the pages that people open in a browser. The last two are not in the reference. */
export function allRoutes(deps: Deps & PageDeps): readonly RoutesPlugin[] {
  const forWallets = [payLinkRoutes(deps), lnurlRoutes(deps), walletAuthRoutes(deps)];
  const pages = [claimPage(deps), unsubscribeRoutes(deps), mailboxRoutes(deps), avatarPages];
  const missing = [missingPages("/login"), missingPages("/account")];
  const accounts = [
    ...missing,
    loginRoutes(deps.login),
    accountRoutes(deps.login),
    securityRoutes(deps.login),
    ...deps.oauth,
  ];
  return [...apiRoutes(deps), ...forWallets, ...pages, ...accounts, ...deps.selling];
}

/** The whole API, in the order of its reference. What is served and what is described come from this one list. */
export function apiRoutes(deps: Deps): readonly RoutesPlugin[] {
  return [
    paymentRoutes(deps),
    addressRoutes(deps),
    chargeRoutes(deps),
    gamertagChargeRoutes(deps),
    staticChargeRoutes(deps),
    walletRoutes(deps),
    statementRoutes(deps),
    voucherRoutes(deps),
    userRoutes(deps),
    userTokenRoutes(deps),
    webhookRoutes(deps),
    eventRoutes(deps),
    streamRoutes(deps),
    callbackHostRoutes(deps),
    sessionRoutes(deps.ramp),
    priceRoutes(deps),
    ipRoutes(deps),
  ];
}
