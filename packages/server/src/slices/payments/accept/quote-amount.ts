import type { Caller } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import type { AskedDestination } from "../model/target.ts";
import type { PayDeps } from "./deps.ts";
import { findTerms } from "./find-terms.ts";

/** What a payment would reserve. */
export type Quote = {
  readonly amount: Msats;
  /** The most that the route may cost; what it does not cost comes back. Zero inside this service. */
  readonly feeLimit: Msats;
  /** It is paid inside this service. */
  readonly isInternal: boolean;
};

/**
 * What a payment of `amount` would reserve; undefined as amount is for an invoice that says it. No server is asked, and
 * nothing is moved.
 *
 * @throws {AppError} when it could not be made now, for another reason than what the wallet holds.
 */
export async function quoteAmount(
  deps: PayDeps,
  asked: { readonly caller: Caller; readonly destination: AskedDestination; readonly amount: Msats | undefined },
): Promise<Quote> {
  const terms = await findTerms(deps, asked);
  if (terms instanceof AppError) throw terms;
  const { amount, feeLimit, recipient, invoice } = terms;
  return { amount, feeLimit, isInternal: recipient !== undefined || invoice?.isOwn === true };
}
