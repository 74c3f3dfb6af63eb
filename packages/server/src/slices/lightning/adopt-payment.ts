import { bytesToHex } from "@noble/hashes/utils.js";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { findForeign, updateAdoption } from "./store.ts";

type Adoption = { readonly paymentHash: Uint8Array; readonly reason: string };

/**
 * Adopts a payment that the node made without us, with an operator's reason: it is explained, and `leyden reconcile`
 * books it.
 * @throws {OperatorError} when no foreign payment has this hash, or it was adopted or booked before: nothing was
 * changed.
 */
export async function adoptPayment({ db }: { db: Db }, adoption: Adoption): Promise<void> {
  if (!(await updateAdoption(db, { ...adoption, isExplained: true }))) throw await refusalOf(db, adoption);
}

async function refusalOf(db: Db, { paymentHash }: Adoption): Promise<OperatorError> {
  const payment = await findForeign(db, paymentHash);
  if (payment === undefined)
    return new OperatorError(
      "no payment with this hash was found that the node made without this service",
      "`npm run leyden -- node foreign` lists them.",
    );
  const { amount, foundAt, bookedAt, reason } = payment;
  const which = `the payment ${bytesToHex(paymentHash)} of ${amount} msats, found at ${foundAt.toISOString()},`;
  const why = `with the reason "${reason}"; nothing was changed`;
  return bookedAt === undefined
    ? new OperatorError(
        `${which} was adopted already, ${why}`,
        "The service books it as your loss when it has its outcome.",
      )
    : new OperatorError(`${which} was booked already at ${bookedAt.toISOString()}, ${why}`, "Nothing is left to do.");
}
