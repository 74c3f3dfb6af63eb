import type { PayDeps } from "#payments";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { knownUserRoutes } from "#slices/oauth/routes.ts";
import { quoteRoutes, recipientCheckRoutes } from "#slices/payments/routes.ts";
import { searchRoutes, timelineRoutes } from "#slices/things/routes.ts";
import { emailPaymentFee } from "#vouchers";
import { type ThingsDeps, wireThings } from "./wire-things.ts";

/** What the on-ramp adds. */
export type RampReads = ThingsDeps["ramp"] & { readonly lists: readonly RoutesPlugin[] };

/** What the lists of our own pages need, their search and their timelines. */
export type ReadsDeps = Omit<ThingsDeps, "paying"> & { readonly paying: PayDeps; readonly ramp: RampReads };

/** What the pages of a project read beside the API, with a member as the caller. */
export function projectReads(deps: ReadsDeps): readonly RoutesPlugin[] {
  const { paying, ramp } = deps;
  const { finders, timelines } = wireThings(deps);
  const { db } = paying;
  const quotes = quoteRoutes({ ...paying, emailFee: emailPaymentFee });
  const lists = [knownUserRoutes({ db }), ...ramp.lists, quotes, recipientCheckRoutes({ db })];
  return [...lists, timelineRoutes({ db, timelines }), searchRoutes({ finders: finders.project })];
}

/** The same of a person's wallet, with the person as the caller. */
export function personReads(deps: ReadsDeps): readonly RoutesPlugin[] {
  const { finders, timelines } = wireThings(deps);
  return [timelineRoutes({ db: deps.paying.db, timelines }), searchRoutes({ finders: finders.person })];
}
