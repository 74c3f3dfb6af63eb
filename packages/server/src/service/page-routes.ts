import type { RoutesPlugin } from "#platform/http/index.ts";
import {
  type EventPagesDeps,
  type PageStreamRoutesDeps,
  pageStreamRoutes,
  webhookPages,
} from "#slices/events/routes.ts";
import {
  historyRoutes,
  type MemberRoutesDeps,
  type MeRoutesDeps,
  memberRoutes,
  meRoutes,
  type PageScopesDeps,
  personScope,
  projectScope,
  recordRoutes,
  type SettingsRoutesDeps,
  settingsRoutes,
} from "#slices/members/routes.ts";
import { type AppsDashboardDeps, appsDashboardRoutes } from "#slices/oauth/routes.ts";
import * as ownWallet from "#slices/own-wallet/routes.ts";
import { type KeyRoutesDeps, keysDashboardRoutes } from "#slices/projects/routes.ts";
import type { RampPart } from "./load-ramp.ts";
import { projectPages } from "./project-pages.ts";
import { personReads, projectReads, type ReadsDeps } from "./thing-routes.ts";
import type { OwnWalletDeps } from "./wire-own-wallet.ts";

type OfEvents = { readonly events: EventPagesDeps & PageStreamRoutesDeps };

export type PageRoutesDeps = PageScopesDeps &
  MeRoutesDeps &
  MemberRoutesDeps &
  SettingsRoutesDeps &
  KeyRoutesDeps &
  AppsDashboardDeps &
  OfEvents;

/** What the scripts of our own pages call. `api`: what a member calls as the project. */
export function pageRoutes(deps: PageRoutesDeps, api: readonly RoutesPlugin[]): readonly RoutesPlugin[] {
  const ofEvents = [...webhookPages(deps.events), pageStreamRoutes(deps.events)];
  const ofProject = [
    memberRoutes(deps),
    historyRoutes(deps),
    recordRoutes(deps),
    settingsRoutes(deps),
    keysDashboardRoutes(deps),
    appsDashboardRoutes(deps),
    ...ofEvents,
    ...api,
  ];
  return [personScope(deps, [meRoutes(deps)]), projectScope(deps, ofProject)];
}

/** What the script of the wallet's page calls. `reads`: what became of things, and their search. */
export function ownWalletRoutes(deps: OwnWalletDeps & OfEvents, reads: readonly RoutesPlugin[] = []): RoutesPlugin {
  const { walletScope, meRoutes, sendRoutes, historyRoutes, receiveRoutes, accountRoutes, buyRoutes } = ownWallet;
  return walletScope(deps, [
    meRoutes(deps),
    sendRoutes(deps),
    historyRoutes(deps),
    settingsRoutes(deps),
    receiveRoutes(deps),
    accountRoutes(deps),
    buyRoutes(deps),
    pageStreamRoutes(deps.events),
    ...reads,
  ]);
}

/** The same, to be described and not called, without the operations of the API. */
export function describedPageRoutes({ purchaseRoutes }: Pick<RampPart, "purchaseRoutes">): readonly RoutesPlugin[] {
  const nothing = { baseUrl: "http://localhost:8080", events: {} };
  const ramp = { finders: [], timelines: { purchase: {} }, lists: [purchaseRoutes({} as never)] };
  const things = { paying: {}, requests: {}, ramp } as unknown as ReadsDeps;
  return [
    ...pageRoutes(nothing as PageRoutesDeps, [
      ...projectPages({ machine: {}, requests: {} } as never),
      ...projectReads(things),
    ]),
    ownWalletRoutes(nothing as OwnWalletDeps & OfEvents, personReads(things)),
  ];
}
