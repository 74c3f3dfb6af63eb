import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { Currency, Minor } from "#kernel/fiat.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { listPauses } from "#ledger";
import { ONCHAIN_MIN } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { acceptTerms, findUser } from "#users";
import { PersonRefused, RampLimitExceeded, RampUnavailable } from "../model/limits.ts";
import type { ChosenProcessor } from "../model/ports.ts";
import { PurchaseChanged, type PurchaseId, type Quote } from "../model/purchase.ts";
import { AmountTooSmall, offerFor, QUOTE_MS, worthIn } from "../model/quote.ts";
import { mailKeyOf } from "../model/secrets.ts";
import { AddressNotProved, browserOf, isLasting, type Session, SessionEnded } from "../model/session.ts";
import type { RampSettings } from "../model/settings.ts";
import { findCustomer } from "../store/customers.ts";
import { findPurchaseOfSession } from "../store/purchases.ts";
import { insertQuote, isSold } from "../store/quotes.ts";
import { findDestinationKey } from "./find-destination-key.ts";
import { requireShown, type TermsDeps } from "./find-terms.ts";
import { leastOnchain, type NetworkFeeDeps, networkFeeOf } from "./network-fee.ts";
import { ownAddress } from "./own-address.ts";
import { type ReadPricesDeps, readPrices } from "./read-prices.ts";

export type PriceDeps = ReadPricesDeps &
  NetworkFeeDeps &
  Pick<RampSettings, "limits" | "currencies" | "rampFees"> & {
    readonly clock: Clock;
    readonly processor: ChosenProcessor;
  };

export type MakeQuoteDeps = PriceDeps &
  TermsDeps &
  Pick<RampSettings, "routeReserve"> & {
    readonly db: Db;
    readonly random: Random;
    readonly baseUrl: string;
  };

export type AskedQuote = {
  readonly source: Minor;
  readonly currency: Currency;
  /** As it is kept; undefined: over Lightning. */
  readonly destination?: string | undefined;
};

/** `shownTerms`: version of the terms that the page has shown; undefined: it has shown none. */
export type WantedQuote = Pick<AskedQuote, "source" | "currency"> & { readonly shownTerms?: string | undefined };

/** What an amount of a currency buys now. Nothing is written. */
export type Priced = {
  readonly quote: Quote;
  /** The same amount in the currency of limits. */
  readonly limitMinor: Minor;
};

/**
 * @throws {RampUnavailable} without a price that can be trusted, and where nothing is sold.
 * @throws {AmountTooSmall} {InvalidInput} {RampLimitExceeded} for more than anybody may buy in a month.
 */
export async function priceOf(deps: PriceDeps, { source, currency, destination }: AskedQuote): Promise<Priced> {
  if (deps.processor() === undefined) throw new RampUnavailable("this service sells no bitcoin");
  if (!deps.currencies.includes(currency)) throw new InvalidInput("currency", `must be ${deps.currencies.join(", ")}`);
  const prices = await readPrices(deps, currency);
  if (prices === undefined) throw new RampUnavailable("the price of a bitcoin is not known now");
  const { price, limitPrice } = prices;
  const minimum = worthIn(deps.limits.minimum, limitPrice, price);
  if (source < minimum) throw new AmountTooSmall(minimum);
  const limitMinor = worthIn(source, price, limitPrice);
  // nobody can buy it
  if (limitMinor > deps.limits.verifiedMonth) throw new RampLimitExceeded(deps.limits.verifiedMonth);
  const { fee, amount: bought } = offerFor(source, price, deps.rampFees);
  const networkFee = await networkFeeOf(deps, destination, bought);
  if (networkFee === undefined)
    throw new RampUnavailable("an address of the chain cannot be paid now; try again later");
  const taken = networkFee === "none" ? undefined : networkFee;
  if (taken !== undefined && bought < ONCHAIN_MIN + taken) throw new AmountTooSmall(leastOnchain(deps, price, taken));
  const until = new Date(deps.clock.now().getTime() + QUOTE_MS);
  const amount = msats(bought - (taken ?? 0n));
  const quote = { currency, source, fee, price, priceSource: prices.source, amount, networkFee: taken, until };
  return { quote, limitMinor };
}

/** The most that the delivery may cost the operator: what miners want may double until it is paid. Ours. */
function feeLimitOf(deps: Pick<RampSettings, "routeReserve">, { amount, networkFee }: Quote): Msats {
  return networkFee === undefined ? msats(deps.routeReserve(amount)) : msats(2n * networkFee);
}

/**
 * Quotes a purchase in a session: the price holds for 60 seconds. The quote before it is gone. Who goes on so far
 * accepts the terms that the page has shown.
 * @throws {AddressNotProved} {SessionEnded} {RampUnavailable} {PersonRefused} {AmountTooSmall} {InvalidInput}
 * @throws {TermsChanged} when the service has other terms than the page has shown. Nothing is accepted.
 * @throws {PurchaseChanged} while another purchase of the session is under way: the page would not show it any more.
 */
export async function makeQuote(deps: MakeQuoteDeps, session: Session, asked: WantedQuote): Promise<PurchaseId> {
  const { db, clock, random } = deps;
  if (!isLasting(session)) throw new SessionEnded(session);
  const browser = browserOf(session);
  if (browser?.userId === undefined) throw new AddressNotProved();
  const user = await findUser(db, browser.userId);
  if (user === undefined || user.blockedAt !== undefined) throw new RampUnavailable();
  if ((await findCustomer(db, user.id, clock.now()))?.identity === "rejected") throw new PersonRefused();
  if (session.quoteCurrency !== undefined && session.quoteCurrency !== asked.currency)
    throw new InvalidInput("currency", `must be ${session.quoteCurrency}`);
  const terms = await requireShown(deps, user.id, asked.shownTerms);

  const before = await findPurchaseOfSession(db, session.id);
  if (before?.fillsSession) throw new PurchaseChanged("the session has a purchase that is under way");

  const destination = session.destination ?? ownAddress(deps, user);
  const { source, currency } = asked;
  const { quote, limitMinor } = await priceOf(deps, { source, currency, destination });
  const feeLimit = feeLimitOf(deps, quote);
  const destinationKey = await findDestinationKey(deps, destination);
  if ((await listPauses(db)).length > 0)
    throw new RampUnavailable("sending is paused, and so is selling; try again later");
  if (!(await isSold(db, { amount: quote.amount, feeLimit, destinationKey }, clock.now()))) throw new RampUnavailable();

  const id = random.uuid() as PurchaseId;
  const purchase = {
    id,
    sessionId: session.id,
    projectId: session.projectId,
    userId: user.id,
    quote,
    limitMinor,
    feeLimit,
    destination,
    processor: deps.processor()?.name ?? "",
    createdAt: clock.now(),
    keys: {
      destination: destinationKey,
      mail: mailKeyOf(user.email),
      network: browser.network,
    },
  };
  if (terms !== undefined) await acceptTerms(deps, user.id, terms.version);
  await db.transaction(async (tx) => await insertQuote(tx, purchase));
  return id;
}
