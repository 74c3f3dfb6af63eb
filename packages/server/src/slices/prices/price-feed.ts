import type { Clock } from "#kernel/clock.ts";
import { shared } from "#kernel/shared.ts";
import { centsOf, PRICE_AGE_MAX_MS, type Price, PriceUnavailable } from "./model/price.ts";
import { FIXED_PRICES } from "./model/rate.ts";
import type { PriceSource } from "./port.ts";

/** The latest price, for any number of callers. */
export type PriceFeed = {
  /** @throws {PriceUnavailable} when none is known that is young enough. */
  read(): Promise<Price>;
};

/** How long a price, or the lack of one, is answered before the source is asked again. */
const FRESH_MS = 15_000;

/**
 * Asks `source` when a caller wants a price and the last question was a while ago; callers that ask together share the
 * answer.
 */
export function createPriceFeed({ clock, source }: { readonly clock: Clock; readonly source: PriceSource }): PriceFeed {
  let last: { readonly price: Price; readonly readMs: number } | undefined;
  let askedMs: number | undefined;
  const ask = shared(async () => {
    const cents = await source.read();
    const readMs = clock.monotonicMs();
    askedMs = readMs;
    if (cents !== undefined) last = { price: { cents, at: clock.now(), source: "market" }, readMs };
  });
  return {
    async read() {
      if (askedMs === undefined || clock.monotonicMs() - askedMs >= FRESH_MS) await ask();
      if (last === undefined || clock.monotonicMs() - last.readMs > PRICE_AGE_MAX_MS) throw new PriceUnavailable();
      return last.price;
    },
  };
}

/** A price that is made up, where money is worth nothing; elsewhere there is none. */
export function fixedPriceFeed({
  clock,
  isDevelopment,
}: {
  readonly clock: Clock;
  readonly isDevelopment: () => boolean;
}): PriceFeed {
  const cents = centsOf(FIXED_PRICES.USD);
  return {
    async read() {
      if (cents === undefined || !isDevelopment()) throw new PriceUnavailable();
      return { cents, at: clock.now(), source: "fixed" };
    },
  };
}
