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
  languageRoutes,
  loginRoutes,
  type SecurityRoutesDeps,
  type SendRoutesDeps,
  securityRoutes,
  sendRoutes,
  termsRoutes,
} from "#slices/login/pages.ts";
import { walletAuthRoutes } from "#slices/login/routes.ts";
import { mailboxRoutes, unsubscribeRoutes } from "#slices/mails/routes.ts";
import { receiptMailRoutes } from "#slices/notices/routes.ts";
import { userTokenRoutes } from "#slices/oauth/routes.ts";
import { addressRoutes, paymentRoutes } from "#slices/payments/routes.ts";
import { priceRoutes } from "#slices/prices/routes.ts";
import { chargeRoutes, gamertagChargeRoutes, payLinkRoutes, staticChargeRoutes } from "#slices/receiving/routes.ts";
import { statementRoutes } from "#slices/statements/routes.ts";
import { avatarPages } from "#slices/users/pages.ts";
import { userRoutes } from "#slices/users/routes.ts";
import { type ClaimPageDeps, claimPage } from "#slices/vouchers/pages.ts";
import { lnurlRoutes, voucherRoutes } from "#slices/vouchers/routes.ts";
import { walletRoutes } from "#slices/wallets/routes.ts";
import type { RampPart } from "./load-ramp.ts";
import { ownWalletRoutes, type PageRoutesDeps, pageRoutes } from "./page-routes.ts";
import { type ProjectPagesDeps, projectPages } from "./project-pages.ts";
import { personReads, projectReads, type RampReads } from "./thing-routes.ts";

/**
 * What the routes of the API need. Each bag has its name, so that what one of them gets does not change what another
 * has.
 */
export type ApiDeps = {
  readonly machine: Parameters<typeof walletRoutes>[0] &
    Parameters<typeof statementRoutes>[0] &
    Parameters<typeof userRoutes>[0] &
    Parameters<typeof userTokenRoutes>[0];
  readonly paying: Parameters<typeof paymentRoutes>[0];
  readonly charging: Parameters<typeof chargeRoutes>[0] & Parameters<typeof staticChargeRoutes>[0];
  readonly asking: Parameters<typeof addressRoutes>[0];
  readonly vouchers: Parameters<typeof voucherRoutes>[0];
  readonly events: StreamRoutesDeps;
  readonly neighbours: Parameters<typeof priceRoutes>[0] & IpDeps;
  readonly ramp: { readonly api: readonly RoutesPlugin[] };
};

/** What wallets and the pages need besides. */
type PageDeps = {
  readonly pages: PageRoutesDeps;
  readonly requests: ProjectPagesDeps["requests"];
  readonly ownWallet: Parameters<typeof ownWalletRoutes>[0];
  readonly machine: Parameters<typeof walletAuthRoutes>[0] & ProjectPagesDeps["machine"];
  readonly paying: Parameters<typeof lnurlRoutes>[0];
  readonly asking: Parameters<typeof payLinkRoutes>[0];
  readonly vouchers: ClaimPageDeps;
  readonly mails: Parameters<typeof unsubscribeRoutes>[0] & Parameters<typeof mailboxRoutes>[0];
  readonly login: LoginRoutesDeps & AccountRoutesDeps & SecurityRoutesDeps & SendRoutesDeps;
  readonly oauth: readonly RoutesPlugin[];
  readonly ramp: { readonly pages: readonly RoutesPlugin[] } & RampReads;
  /** Wallet and dashboard, and the built files of all pages that run as scripts. */
  readonly web: readonly RoutesPlugin[];
};

/**
 * The API, what Lightning wallets ask for, and the pages that people open in a browser. The last two are not in the
 * reference.
 */
export function allRoutes(deps: ApiDeps & PageDeps): readonly RoutesPlugin[] {
  const forWallets = [payLinkRoutes(deps.asking), lnurlRoutes(deps.paying), walletAuthRoutes(deps.machine)];
  const ofMails = [unsubscribeRoutes(deps.mails), receiptMailRoutes(deps.login), mailboxRoutes(deps.mails)];
  const pages = [claimPage(deps.vouchers), ...ofMails, avatarPages];
  const accounts = [
    loginRoutes(deps.login),
    termsRoutes(deps.login),
    languageRoutes(deps.login),
    accountRoutes(deps.login),
    securityRoutes(deps.login),
    sendRoutes(deps.login),
    ...deps.oauth,
  ];
  const dashboard = pageRoutes(deps.pages, [...projectPages(deps), ...projectReads(deps), ...memberApi(deps)]);
  const ofScripts = [...dashboard, ownWalletRoutes(deps.ownWallet, personReads(deps)), ...deps.web];
  return [...apiRoutes(deps), ...forWallets, ...pages, ...accounts, ...deps.ramp.pages, ...ofScripts];
}

/** What a member calls as the project: what a key calls, but for what is another way on the dashboard. */
export function memberApi(deps: ApiDeps): readonly RoutesPlugin[] {
  const { events, ramp } = deps;
  return [...moneyRoutes(deps), webhookRoutes(events), eventRoutes(events), callbackHostRoutes(events), ...ramp.api];
}

/** The whole API, in the order of its reference. What is served and what is described come from this one list. */
export function apiRoutes(deps: ApiDeps): readonly RoutesPlugin[] {
  return [
    ...moneyRoutes(deps),
    userTokenRoutes(deps.machine),
    webhookRoutes(deps.events),
    eventRoutes(deps.events),
    streamRoutes(deps.events),
    callbackHostRoutes(deps.events),
    ...deps.ramp.api,
    priceRoutes(deps.neighbours),
    ipRoutes(deps.neighbours),
  ];
}

/** What moves money, and tells of it. */
function moneyRoutes(deps: ApiDeps): readonly RoutesPlugin[] {
  return [
    paymentRoutes(deps.paying),
    addressRoutes(deps.asking),
    chargeRoutes(deps.charging),
    gamertagChargeRoutes(deps.charging),
    staticChargeRoutes(deps.charging),
    walletRoutes(deps.machine),
    statementRoutes(deps.machine),
    voucherRoutes(deps.vouchers),
    userRoutes(deps.machine),
  ];
}

const NOTHING = {} as never;

/** The same, to be described and not called: no handler has what it needs. */
export function describedRoutes({ sessionRoutes }: Pick<RampPart, "sessionRoutes">): readonly RoutesPlugin[] {
  return apiRoutes({
    machine: NOTHING,
    paying: NOTHING,
    charging: NOTHING,
    asking: NOTHING,
    vouchers: NOTHING,
    events: NOTHING,
    neighbours: NOTHING,
    ramp: { api: [sessionRoutes(NOTHING)] },
  });
}
