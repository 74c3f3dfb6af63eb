export { centsOf, dollarsText, medianOf, PriceUnavailable, worthOf } from "./model/price.ts";
export { isYoung, minorPerBtcOf, timeOf } from "./model/rate.ts";
export type { PriceSource, Tickers } from "./port.ts";
export { createPriceFeed, fixedPriceFeed, type PriceFeed } from "./price-feed.ts";
export { createRateFeed, fixedRates, type Rates } from "./rate-feed.ts";
