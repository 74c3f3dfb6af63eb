import type { RoutesPlugin } from "#platform/http/index.ts";
import { type FileRoutesDeps, fileRoutes } from "#slices/idempotency/routes.ts";
import { overviewRoutes } from "#slices/overview/routes.ts";
import { type RequestRoutesDeps, requestRoutes } from "#slices/requests/routes.ts";
import { type TotalsRoutesDeps, totalsRoutes } from "#slices/totals/routes.ts";

/** What the own routes of a project's pages need. */
export type ProjectPagesDeps = {
  readonly machine: TotalsRoutesDeps & FileRoutesDeps;
  readonly requests: RequestRoutesDeps;
};

/** The own routes of a project's pages, each path below the project's own. */
export function projectPages({ machine, requests }: ProjectPagesDeps): readonly RoutesPlugin[] {
  return [overviewRoutes(machine), requestRoutes(requests), totalsRoutes(machine), fileRoutes(machine)];
}
