import { type Currency, type Minor, minor } from "#kernel/fiat.ts";
import { LIMIT_CURRENCY } from "../model/limits.ts";
import type { Rate, Rates } from "../model/ports.ts";

export type ReadPricesDeps = { readonly rates: Rates };

/** What one bitcoin costs. */
export type Prices = {
  /** In the currency that is asked for. */
  readonly price: Minor;
  readonly source: Rate["source"];
  /** In the currency in which limits are counted. */
  readonly limitPrice: Minor;
};

/** Undefined when one of the two is not known now. */
export async function readPrices({ rates }: ReadPricesDeps, currency: Currency): Promise<Prices | undefined> {
  const [rate, limitRate] = await Promise.all([rates.read(currency), rates.read(LIMIT_CURRENCY)]);
  if (rate === undefined || limitRate === undefined) return undefined;
  return { price: minor(rate.minorPerBtc), source: rate.source, limitPrice: minor(limitRate.minorPerBtc) };
}
