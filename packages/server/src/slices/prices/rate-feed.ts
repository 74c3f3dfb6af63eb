import type { Clock } from "#kernel/clock.ts";
import { CURRENCIES, type Currency } from "#kernel/fiat.ts";
import { shared } from "#kernel/shared.ts";
import { agreedRate, FIXED_PRICES, minorPerBtcOf, RATE_AGE_MAX_MS, type Rate } from "./model/rate.ts";
import type { Tickers } from "./port.ts";

/** What a bitcoin costs in a currency, for any number of callers. */
export type Rates = {
  /** Undefined when fewer than two tickers agree that are young enough. */
  read(currency: Currency): Promise<Rate | undefined>;
};

/**
 * How long a rate, or the lack of one, is answered before the tickers are asked again. Ours: public tickers limit how
 * often one address may ask, and seven currencies every 10 seconds are less than one question a second. A quote holds
 * for 60 seconds, so 10 more change little.
 */
const KEPT_MS = 10_000;

type Deps = { readonly clock: Clock; readonly tickers: Tickers };

/**
 * Asks the tickers when a caller wants a rate and the last question was a while ago; callers that ask together share
 * the answer.
 */
export function createRateFeed(deps: Deps): Rates {
  const feeds = new Map(CURRENCIES.map((currency) => [currency, feedOf(deps, currency)]));
  return { read: async (currency) => feeds.get(currency)?.() };
}

function feedOf({ clock, tickers }: Deps, currency: Currency): () => Promise<Rate | undefined> {
  let kept: { readonly rate: Rate | undefined; readonly untilMs: number } | undefined;
  const ask = shared(async () => {
    const votes = await tickers.read(currency);
    const now = clock.now();
    const rate = agreedRate(votes, now);
    kept = { rate, untilMs: clock.monotonicMs() + keepMs(rate, now) };
    return rate;
  });
  return async () => (kept !== undefined && clock.monotonicMs() < kept.untilMs ? kept.rate : ask());
}

/** A rate that was old when it was read is kept for less, so that none is too old when it is used. */
function keepMs(rate: Rate | undefined, now: Date): number {
  if (rate === undefined) return KEPT_MS;
  return Math.min(KEPT_MS, RATE_AGE_MAX_MS - (now.getTime() - rate.at.getTime()));
}

/** Rates that are made up, where money is worth nothing; elsewhere there are none. */
export function fixedRates({
  clock,
  isDevelopment,
}: {
  readonly clock: Clock;
  readonly isDevelopment: () => boolean;
}): Rates {
  return {
    async read(currency) {
      const minorPerBtc = minorPerBtcOf(FIXED_PRICES[currency]);
      if (minorPerBtc === undefined || !isDevelopment()) return undefined;
      return { minorPerBtc, at: clock.now(), source: "fixed" };
    },
  };
}
