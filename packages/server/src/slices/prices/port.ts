import type { Currency } from "#kernel/fiat.ts";
import type { UsdCents } from "./model/price.ts";
import type { Vote } from "./model/rate.ts";

/** Where the price of a bitcoin is read. */
export type PriceSource = {
  /** Undefined when there is no answer that can be trusted. Never throws, and ends after some seconds. */
  read(): Promise<UsdCents | undefined>;
};

/** The public tickers that the operator named. */
export type Tickers = {
  /**
   * One vote of each that has the currency and answers what can be trusted. Never throws, and ends after some seconds.
   */
  read(currency: Currency): Promise<readonly Vote[]>;
};
