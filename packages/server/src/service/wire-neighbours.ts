import { choosePrices, chooseTickers } from "#adapters/prices/choose.ts";
import type { Config } from "#config.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import { createNetworks } from "#platform/networks.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { createPriceFeed, createRateFeed, fixedPriceFeed, fixedRates, type PriceFeed, type Rates } from "#prices";
import type { IpDeps } from "#slices/ips/routes.ts";

type Options = Pick<Config, "priceSources" | "publicIps" | "deniedNetworks">;

type Deps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Pick<Outbound, "request">;
  /** Money is worth nothing: a price may be made up. */
  readonly isDevelopment: () => boolean;
};

/** What the routes say that are about the service itself, and the rates of quotes. */
export function wireNeighbours(
  { priceSources, publicIps, deniedNetworks }: Options,
  deps: Deps,
): IpDeps & { readonly prices: PriceFeed; readonly rates: Rates } {
  return {
    prices:
      priceSources.length === 0
        ? fixedPriceFeed(deps)
        : createPriceFeed({ ...deps, source: choosePrices(deps, priceSources) }),
    rates:
      priceSources.length === 0
        ? fixedRates(deps)
        : createRateFeed({ ...deps, tickers: chooseTickers(deps, priceSources) }),
    publicIps,
    isDenied: createNetworks(deniedNetworks).contains,
  };
}
