import type { Config } from "#config.ts";
import type { Clock } from "#kernel/clock.ts";
import { findNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import type { Rates } from "#prices";
import { wireNeighbours } from "./wire-neighbours.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly config: Config };

/** The prices by which the service quotes, for a command. */
export async function openRates({ db, config, ...deps }: Deps): Promise<Rates> {
  const isDevelopment = (await findNode(db))?.network === "regtest";
  const { outboundAllow: allow, ownAddresses } = config;
  const outbound = createOutbound({ allow, ownAddresses, clock: deps.clock });
  return wireNeighbours(config, { ...deps, outbound, isDevelopment: () => isDevelopment }).rates;
}
