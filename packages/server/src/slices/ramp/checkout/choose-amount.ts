import { AppError, InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { RampUnavailable } from "../model/limits.ts";
import type { Quote } from "../model/purchase.ts";
import { sourceFor } from "../model/quote.ts";
import { browserOf, isLasting, type Session, SessionEnded } from "../model/session.ts";
import { updateChosen } from "../store/sessions.ts";
import { requireShown } from "./find-terms.ts";
import {
  type AskedQuote,
  type MakeQuoteDeps,
  makeQuote,
  type PriceDeps,
  priceOf,
  type WantedQuote,
} from "./make-quote.ts";
import { networkFeeOf } from "./network-fee.ts";
import { readPrices } from "./read-prices.ts";

type Wanted = Pick<AskedQuote, "source" | "currency">;

/**
 * Takes the amount that a person has chosen. It is quoted when it is known who that is; until then it is kept, no
 * price holds, and no terms are accepted.
 * @throws as `makeQuote`.
 */
export async function chooseAmount(deps: MakeQuoteDeps, session: Session, wanted: WantedQuote): Promise<void> {
  if (browserOf(session)?.userId !== undefined) return void (await makeQuote(deps, session, wanted));
  if (!isLasting(session)) throw new SessionEnded(session);
  requireCurrency(session, wanted);
  await requireShown(deps, undefined, wanted.shownTerms);
  const { source, currency } = wanted;
  await priceOf(deps, { source, currency, destination: session.destination });
  await updateChosen(deps.db, session.id, { source, currency });
}

/**
 * Quotes what was chosen before, now that the person is known. What is refused is refused when it is chosen again; so
 * are terms that the page has not shown (`shownTerms`).
 */
export async function quoteChosen(deps: MakeQuoteDeps, session: Session, shownTerms?: string): Promise<void> {
  if (session.chosen === undefined || browserOf(session)?.userId === undefined) return;
  try {
    await makeQuote(deps, session, { ...session.chosen, shownTerms });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

export type AskedPrice = Wanted | { readonly wanted: Msats; readonly currency: AskedQuote["currency"] };

/**
 * About what an amount of money brings now, or an amount of bitcoin costs: nothing is written, and no price holds.
 * @throws as `priceOf`.
 */
export async function estimate(deps: PriceDeps, session: Session, asked: AskedPrice): Promise<Quote> {
  if (!isLasting(session)) throw new SessionEnded(session);
  requireCurrency(session, asked);
  const source = "source" in asked ? asked.source : await sourceOf(deps, session, asked);
  const { quote } = await priceOf(deps, { source, currency: asked.currency, destination: session.destination });
  return quote;
}

async function sourceOf(
  deps: PriceDeps,
  { destination }: Session,
  { wanted, currency }: Exclude<AskedPrice, Wanted>,
): Promise<AskedQuote["source"]> {
  const prices = await readPrices(deps, currency);
  if (prices === undefined) throw new RampUnavailable("the price of a bitcoin is not known now");
  const fee = await networkFeeOf(deps, destination, wanted);
  return sourceFor(typeof fee === "bigint" ? msats(wanted + fee) : wanted, prices.price, deps.rampFees);
}

function requireCurrency({ quoteCurrency }: Session, { currency }: Pick<Wanted, "currency">): void {
  if (quoteCurrency !== undefined && quoteCurrency !== currency)
    throw new InvalidInput("currency", `must be ${quoteCurrency}`);
}
