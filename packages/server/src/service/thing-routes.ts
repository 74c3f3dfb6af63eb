import type { RoutesPlugin } from "#platform/http/index.ts";
import { knownUserRoutes } from "#slices/oauth/routes.ts";
import { searchRoutes, timelineRoutes } from "#slices/things/routes.ts";
import { wireThings } from "./wire-things.ts";

/** What the on-ramp adds. */
export type RampReads = Parameters<typeof wireThings>[1] & { readonly lists: readonly RoutesPlugin[] };

/** What the lists of our own pages need, their search and their timelines. */
export type ThingsDeps = { readonly paying: Parameters<typeof wireThings>[0]; readonly ramp: RampReads };

/** What the pages of a project read beside the API, with a member as the caller. */
export function projectReads({ paying, ramp }: ThingsDeps): readonly RoutesPlugin[] {
  const { finders, timelines } = wireThings(paying, ramp);
  const { db } = paying;
  const lists = [knownUserRoutes({ db }), ...ramp.lists];
  return [...lists, timelineRoutes({ db, timelines }), searchRoutes({ finders: finders.project })];
}

/** The same of a person's wallet, with the person as the caller. */
export function personReads({ paying, ramp }: ThingsDeps): readonly RoutesPlugin[] {
  const { finders, timelines } = wireThings(paying, ramp);
  return [timelineRoutes({ db: paying.db, timelines }), searchRoutes({ finders: finders.person })];
}
