import type { Log } from "#platform/log.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { PriceSource } from "#prices";
import { type PriceAddress, readPricesOverHttp } from "./http-prices.ts";

type Deps = { readonly outbound: Pick<Outbound, "request">; readonly log: Log };

/** The sources that the operator named. Nothing is asked before the first question for a price. */
export function choosePrices(deps: Deps, addresses: readonly PriceAddress[]): PriceSource {
  return readPricesOverHttp(deps, addresses);
}
