import { type Caller, policyOf } from "#kernel/caller.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { message, readerOf } from "#texts/reader.ts";
import { readInvoice } from "../model/invoice.ts";
import type { AskedDestination } from "../model/target.ts";
import type { PayDeps } from "./deps.ts";
import { findTerms, lightningFeeLimit } from "./find-terms.ts";

/** A payment of all that a wallet can give to one recipient. */
export type WholeBalance = {
  readonly destination: AskedDestination;
  readonly amount: Msats;
  /** The most that the route may cost; what it does not cost comes back. */
  readonly feeLimit: Msats;
};

/**
 * Whom a person means who types or pastes `text`.
 *
 * @throws {InvalidInput} for nothing.
 */
export function readRecipient(text: string): AskedDestination {
  const recipient = text.trim().replace(/^lightning:/i, "");
  if (recipient === "") throw new InvalidInput("recipient", "is missing", message("money_why_recipient"));
  return /^ln(bc|tb|tbs|bcrt)\d*[munp]?1/i.test(recipient)
    ? { kind: "invoice", invoice: recipient }
    : { kind: "address", lnAddress: recipient };
}

/**
 * How much of `available` msats goes to a recipient, so that the fee limit fits in too: over Lightning the most whole
 * sats, inside this service all of it. An invoice that asks for an amount gets that one.
 *
 * @throws {AppError} when it cannot be paid.
 */
export async function quoteAll(
  deps: PayDeps,
  { caller, destination, available }: { caller: Caller; destination: AskedDestination; available: Msats },
): Promise<WholeBalance> {
  const wholeSats = sats(available / 1_000n);
  if (wholeSats === 0n) throw new InvalidInput("recipient", NOT_ENOUGH, message("money_why_little"));
  const wanted = destination.kind === "invoice" ? readInvoice(destination.invoice).amount : undefined;
  const terms = await findTerms(deps, { caller, destination, amount: wanted ?? wholeSats });
  if (terms instanceof AppError) throw terms;
  const isInternal = terms.recipient !== undefined || terms.invoice?.isOwn === true;
  const most = isInternal ? available : mostOverLightning(deps, caller, available);
  if (most === 0n) throw new InvalidInput("recipient", NOT_ENOUGH, message("money_why_little"));
  const amount = wanted ?? most;
  const feeLimit = isInternal ? msats(0n) : feeLimitFor(deps, caller, amount);
  if (amount + feeLimit > available) {
    const { sat } = readerOf("en");
    throw new InvalidInput(
      "recipient",
      `the invoice asks for ${sat(amount)}, and at most ${sat(most)} can be sent`,
      message("money_why_invoice_amount", { amount, most }),
    );
  }
  return { destination, amount, feeLimit };
}

const NOT_ENOUGH = "there is not enough to send";

/** The most whole sats that leave room for their own fee limit. */
function mostOverLightning(deps: PayDeps, caller: Caller, available: Msats): Msats {
  let fits = 0n;
  for (let tooMuch = available / 1_000n + 1n; tooMuch - fits > 1n; ) {
    const tried = (fits + tooMuch) / 2n;
    if (sats(tried) + feeLimitFor(deps, caller, sats(tried)) <= available) fits = tried;
    else tooMuch = tried;
  }
  return sats(fits);
}

function feeLimitFor(deps: PayDeps, { actor }: Caller, amount: Msats): Msats {
  const feeLimit = lightningFeeLimit(deps, amount, { ceilingBasisPoints: policyOf(actor).feeCeilingBasisPoints });
  if (feeLimit instanceof AppError) throw feeLimit;
  return feeLimit;
}
