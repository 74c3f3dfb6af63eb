import type { UsdCents } from "./model/price.ts";

/** Where the price of a bitcoin is read. */
export type PriceSource = {
  /** Undefined when there is no answer that can be trusted. Never throws, and ends after some seconds. */
  read(): Promise<UsdCents | undefined>;
};
