export { centsOf, medianOf, type Price, PriceUnavailable, type UsdCents, worthOf } from "./model/price.ts";
export type { PriceSource } from "./port.ts";
export { createPriceFeed, fixedPriceFeed, type PriceFeed } from "./price-feed.ts";
