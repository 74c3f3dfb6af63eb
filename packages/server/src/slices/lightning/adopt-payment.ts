import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { updateAdoption } from "./store.ts";

/**
 * Adopts a payment that the node made without us, with an operator's reason: it is explained, and `leyden reconcile`
 * books it.
 * @throws {AppError} with code `payment_not_found` when no unbooked foreign payment has this hash.
 */
export async function adoptPayment(
  { db }: { db: Db },
  input: { readonly paymentHash: Uint8Array; readonly reason: string },
): Promise<void> {
  if (!(await updateAdoption(db, { ...input, isExplained: true })))
    throw new AppError("payment_not_found", "the node has no foreign payment with this hash that is not booked");
}
