import { type Currency, type Minor, minor } from "#kernel/fiat.ts";
import { isCodeSent } from "#login";
import { ONCHAIN_MIN } from "#onchain";
import { findProject } from "#projects";
import { type CheckoutStep, checkoutStep, showsLimits } from "../model/checkout-step.ts";
import { type Customer, isStranded } from "../model/customer.ts";
import type { Purchase } from "../model/purchase.ts";
import { worthIn } from "../model/quote.ts";
import type { Session } from "../model/session.ts";
import { findCustomer } from "../store/customers.ts";
import { findLeftUnverified, findPurchaseOfSession, findUsed } from "../store/purchases.ts";
import type { CheckoutDeps } from "./deps.ts";
import { findTxid } from "./find-txid.ts";
import { leastOnchain, networkFeeOf } from "./network-fee.ts";
import { readPrices } from "./read-prices.ts";

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

export async function readCheckout(deps: CheckoutDeps, session: Session, pageKey: string): Promise<Checkout> {
  const { db, clock, currencies } = deps;
  const { userId } = session;
  const [project, purchase, customer, sent] = await Promise.all([
    findProject(db, session.projectId),
    findPurchaseOfSession(db, session.id),
    userId === undefined ? undefined : findCustomer(db, userId, clock.now()),
    userId === undefined ? isCodeSent(deps, { secret: pageKey, purpose: "buy" }) : false,
  ]);
  const { quoteCurrency } = session;
  const step = checkoutStep({
    ...{ session, isCodeSent: sent, identity: identityOf(deps, customer), purchase: purchase?.state },
    needsIdentity: await needsIdentity(deps, purchase, customer),
  });
  return {
    ...{ step, now: clock.now(), session, project: project?.name ?? "", purchase, customer },
    currencies: quoteCurrency === undefined ? currencies : [quoteCurrency],
    limits: showsLimits(step, session, purchase?.state) ? await limitsLeft(deps, session, customer) : undefined,
    challengeUrl: challengeOf(deps, purchase),
    txid: purchase && (await findTxid(db, purchase)),
    isSandbox: deps.processor()?.name === "sandbox",
  };
}

/** A try that another provider has is as good as none. */
function identityOf(deps: CheckoutDeps, customer: Customer | undefined): Customer["identity"] | undefined {
  const provider = deps.identity()?.name;
  return customer && provider !== undefined && isStranded(customer, provider) ? "none" : customer?.identity;
}

async function needsIdentity(
  { db, clock, limits }: CheckoutDeps,
  purchase: Purchase | undefined,
  customer: Customer | undefined,
): Promise<boolean> {
  if (purchase?.state !== "quoted" || customer?.identity === "approved") return false;
  return purchase.limitMinor > (await findLeftUnverified(db, purchase.id, { limits, now: clock.now() }));
}

function challengeOf(deps: CheckoutDeps, purchase: Purchase | undefined): string | undefined {
  if (purchase?.state !== "requires_action" || purchase.reference === undefined) return undefined;
  return deps.processor()?.challengeUrl?.(purchase.reference);
}

/** What the limits of the user leave; those of a card, a network or a destination show when a purchase begins. */
export async function limitsLeft(
  { db, clock, limits, currencies, ...deps }: CheckoutDeps,
  { userId, quoteCurrency, destination }: Pick<Session, "userId" | "quoteCurrency" | "destination">,
  customer: Customer | undefined,
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
    ...{ currency, minimum: least !== undefined && least > minimum ? least : minimum },
    ...{ week: shown(limits.verifiedWeek - used.week), month: shown(limits.verifiedMonth - used.month) },
    unverified: isVerified ? undefined : shown(used.purchases >= limits.purchases ? 0n : limits.week - used.week),
  };
}
