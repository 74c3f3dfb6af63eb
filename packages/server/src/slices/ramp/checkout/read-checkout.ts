import type { Terms } from "#kernel/branding.ts";
import type { Clock } from "#kernel/clock.ts";
import { type Currency, type Minor, minor } from "#kernel/fiat.ts";
import type { UserId } from "#kernel/ids.ts";
import { findIsSending } from "#ledger";
import { isCodeSent } from "#login";
import { ONCHAIN_MIN } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { findProject } from "#projects";
import { type CheckoutStep, checkoutStep, showsLimits } from "../model/checkout-step.ts";
import { type Customer, isIdentityGiven, isStranded } from "../model/customer.ts";
import type { ChosenIdentity, ChosenProcessor } from "../model/ports.ts";
import { isCardGiven, type Purchase } from "../model/purchase.ts";
import { worthIn } from "../model/quote.ts";
import type { Proof, Seller } from "../model/receipt.ts";
import { browserOf, type Session } from "../model/session.ts";
import type { RampSettings } from "../model/settings.ts";
import { findCustomer } from "../store/customers.ts";
import { findPurchaseOfSession } from "../store/purchases.ts";
import { findLeftUnverified, findUsed } from "../store/quotes.ts";
import { findProof } from "./find-proof.ts";
import { findTerms, type TermsDeps } from "./find-terms.ts";
import { findTxid } from "./find-txid.ts";
import { leastOnchain, type NetworkFeeDeps, networkFeeOf } from "./network-fee.ts";
import { type ReadPricesDeps, readPrices } from "./read-prices.ts";

export type LimitsDeps = ReadPricesDeps &
  NetworkFeeDeps &
  Pick<RampSettings, "limits" | "currencies" | "rampFees"> & { readonly db: Db; readonly clock: Clock };

export type ReadCheckoutDeps = LimitsDeps &
  TermsDeps & {
    readonly processor: ChosenProcessor;
    readonly identity: ChosenIdentity;
    readonly seller: Seller;
  };

/** All that the page of a session shows. */
export type Checkout = {
  readonly step: CheckoutStep;
  readonly now: Date;
  readonly session: Session;
  /** Name of the project. */
  readonly project: string;
  readonly currencies: readonly Currency[];
  /** Undefined while no price is known, and where the page shows none. */
  readonly limits: LimitsLeft | undefined;
  readonly purchase: Purchase | undefined;
  readonly customer: Customer | undefined;
  /** Where the bank asks, as long as it does. */
  readonly challengeUrl: string | undefined;
  /** Of the transaction that delivers to an address of the chain, as soon as it may be on its way. */
  readonly txid: string | undefined;
  readonly proof: Proof | undefined;
  readonly seller: Seller;
  /** Terms that whoever goes on accepts; undefined: none, or it is known that they are accepted. */
  readonly terms: Terms | undefined;
  /** The service sends nothing now: nothing is sold, and what was bought waits. */
  readonly isPaused: boolean;
  /** Cards and identities are made up. */
  readonly isSandbox: boolean;
};

/** In the currency of the session. */
export type LimitsLeft = {
  readonly currency: Currency;
  readonly minimum: Minor;
  readonly week: Minor;
  readonly month: Minor;
  /** More than this needs a verified identity; undefined: it is verified. */
  readonly unverified: Minor | undefined;
};

export async function readCheckout(deps: ReadCheckoutDeps, session: Session, pageKey: string): Promise<Checkout> {
  const { db, clock, currencies } = deps;
  const userId = browserOf(session)?.userId;
  const [project, purchase, customer, sent] = await Promise.all([
    findProject(db, session.projectId),
    findPurchaseOfSession(db, session.id),
    userId === undefined ? undefined : findCustomer(db, userId, clock.now()),
    userId === undefined ? isCodeSent(deps, { secret: pageKey, purpose: "buy" }) : false,
  ]);
  const { quoteCurrency } = session;
  const step = checkoutStep({
    session,
    isCodeSent: sent,
    identity: identityOf(deps, customer),
    purchase: purchase?.progress.kind,
    isCardGiven: purchase !== undefined && isCardGiven(purchase, clock.now()),
    isIdentityGiven: customer !== undefined && isIdentityGiven(customer, clock.now()),
    needsIdentity: await needsIdentity(deps, purchase, customer),
  });
  return {
    step,
    now: clock.now(),
    session,
    project: project?.name ?? "",
    purchase,
    customer,
    currencies: quoteCurrency === undefined ? currencies : [quoteCurrency],
    limits: showsLimits(step, session, purchase?.progress.kind)
      ? await limitsLeft(deps, { ...session, userId, customer })
      : undefined,
    challengeUrl: challengeOf(deps, purchase),
    txid: purchase && (await findTxid(db, purchase)),
    proof: purchase && (await findProof(db, purchase)),
    seller: deps.seller,
    terms: await findTerms(deps, userId),
    isPaused: !(await findIsSending(db)),
    isSandbox: deps.processor()?.name === "sandbox",
  };
}

/** A try that another provider has is as good as none. */
function identityOf(deps: ReadCheckoutDeps, customer: Customer | undefined): Customer["identity"] | undefined {
  const provider = deps.identity()?.name;
  return customer && provider !== undefined && isStranded(customer, provider) ? "none" : customer?.identity;
}

async function needsIdentity(
  { db, clock, limits }: ReadCheckoutDeps,
  purchase: Purchase | undefined,
  customer: Customer | undefined,
): Promise<boolean> {
  if (purchase?.progress.kind !== "quoted" || customer?.identity === "approved") return false;
  return purchase.limitMinor > (await findLeftUnverified(db, purchase.id, { limits, now: clock.now() }));
}

function challengeOf(deps: ReadCheckoutDeps, purchase: Purchase | undefined): string | undefined {
  if (purchase?.progress.kind !== "requires_action") return undefined;
  return deps.processor()?.challengeUrl?.(purchase.progress.reference);
}

type WhoseLimits = Partial<Pick<Session, "quoteCurrency" | "destination">> & {
  /** Undefined: somebody who has bought nothing yet. */
  readonly userId?: UserId | undefined;
  readonly customer?: Customer | undefined;
};

/** What the limits of the user leave; those of a card, a network or a destination show when a purchase begins. */
export async function limitsLeft(
  { db, clock, limits, currencies, ...deps }: LimitsDeps,
  { userId, customer, quoteCurrency, destination }: WhoseLimits,
): Promise<LimitsLeft | undefined> {
  const currency = quoteCurrency ?? currencies[0];
  if (currency === undefined) return undefined;
  const prices = await readPrices(deps, currency);
  if (prices === undefined) return undefined;
  const used = await findUsed(db, userId, clock.now());
  const shown = (cents: bigint) => worthIn(minor(cents > 0n ? cents : 0n), prices.limitPrice, prices.price);
  const isVerified = customer?.identity === "approved";
  const minimum = shown(limits.minimum);
  const networkFee = await networkFeeOf(deps, destination, ONCHAIN_MIN);
  const least = typeof networkFee === "bigint" ? leastOnchain(deps, prices.price, networkFee) : undefined;
  return {
    currency,
    minimum: least !== undefined && least > minimum ? least : minimum,
    week: shown(limits.verifiedWeek - used.week),
    month: shown(limits.verifiedMonth - used.month),
    unverified: isVerified ? undefined : shown(used.purchases >= limits.purchases ? 0n : limits.week - used.week),
  };
}
