import type { PriceSource, Tickers } from "#prices";
import { type Deps, type PriceAddress, readPricesOverHttp, readTickersOverHttp } from "./http-prices.ts";
import { KNOWN_TICKERS, type TickerName } from "./known-tickers.ts";

/** As the operator wrote it: the name of a public ticker, or an address. */
export type PriceSetting =
  | { readonly kind: "ticker"; readonly name: TickerName }
  | ({ readonly kind: "address" } & PriceAddress);

/** The sources that the operator named. Nothing is asked before the first question for a price. */
export function choosePrices(deps: Deps, settings: readonly PriceSetting[]): PriceSource {
  return readPricesOverHttp(deps, addressesOf(settings));
}

/** The same for quotes: all currencies, and one vote for each host. */
export function chooseTickers(deps: Deps, settings: readonly PriceSetting[]): Tickers {
  return readTickersOverHttp(deps, addressesOf(settings));
}

function addressesOf(settings: readonly PriceSetting[]): readonly PriceAddress[] {
  return settings.flatMap((setting) => (setting.kind === "ticker" ? KNOWN_TICKERS[setting.name] : [setting]));
}
