import type { RoutesPlugin } from "#platform/http/index.ts";
import {
  historyRoutes,
  type MemberRoutesDeps,
  type MeRoutesDeps,
  memberRoutes,
  meRoutes,
  type PageScopesDeps,
  personScope,
  projectScope,
} from "#slices/members/routes.ts";
import { type AppsDashboardDeps, appsDashboardRoutes } from "#slices/oauth/routes.ts";
import * as ownWallet from "#slices/own-wallet/routes.ts";
import type { OwnWalletDeps } from "./wire-own-wallet.ts";

export type PageRoutesDeps = PageScopesDeps & MeRoutesDeps & MemberRoutesDeps & AppsDashboardDeps;

/** What the scripts of our own pages call. `api`: what a member calls as the project. */
export function pageRoutes(deps: PageRoutesDeps, api: readonly RoutesPlugin[]): readonly RoutesPlugin[] {
  const ofProject = [memberRoutes(deps), historyRoutes(deps), appsDashboardRoutes(deps), ...api];
  return [personScope(deps, [meRoutes(deps)]), projectScope(deps, ofProject)];
}

/** What the script of the wallet's page calls. */
export function ownWalletRoutes(deps: OwnWalletDeps): RoutesPlugin {
  const { walletScope, meRoutes, sendRoutes, historyRoutes, receiveRoutes, accountRoutes, buyRoutes } = ownWallet;
  return walletScope(deps, [
    meRoutes(deps),
    sendRoutes(deps),
    historyRoutes(deps),
    receiveRoutes(deps),
    accountRoutes(deps),
    buyRoutes(deps),
  ]);
}

/** The same, to be described and not called, without the operations of the API. */
export function describedPageRoutes(): readonly RoutesPlugin[] {
  const { baseUrl } = { baseUrl: "http://localhost:8080" };
  return [...pageRoutes({ baseUrl } as PageRoutesDeps, []), ownWalletRoutes({ baseUrl } as OwnWalletDeps)];
}
