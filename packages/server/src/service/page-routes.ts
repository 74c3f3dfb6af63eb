import type { RoutesPlugin } from "#platform/http/index.ts";
import {
  historyRoutes,
  type MemberRoutesDeps,
  type MeRoutesDeps,
  meRoutes,
  memberRoutes,
  type PageScopesDeps,
  personScope,
  projectScope,
} from "#slices/members/routes.ts";

export type PageRoutesDeps = PageScopesDeps & MeRoutesDeps & MemberRoutesDeps;

/** What the scripts of our own pages call. `api`: what a member calls as the project. */
export function pageRoutes(deps: PageRoutesDeps, api: readonly RoutesPlugin[]): readonly RoutesPlugin[] {
  const ofProject = [memberRoutes(deps), historyRoutes(deps), ...api];
  return [personScope(deps, [meRoutes(deps)]), projectScope(deps, ofProject)];
}

/** The same, to be described and not called, without the operations of the API. */
export function describedPageRoutes(): readonly RoutesPlugin[] {
  return pageRoutes({ baseUrl: "http://localhost:8080" } as PageRoutesDeps, []);
}
