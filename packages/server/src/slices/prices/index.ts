export { centsOf, medianOf, type Price, PriceUnavailable, type UsdCents, worthOf } from "./model/price.ts";
export { isYoung, minorPerBtcOf, type Rate, timeOf, type Vote } from "./model/rate.ts";
export type { PriceSource, Tickers } from "./port.ts";
export { createPriceFeed, fixedPriceFeed, type PriceFeed } from "./price-feed.ts";
export { createRateFeed, fixedRates, type Rates } from "./rate-feed.ts";
