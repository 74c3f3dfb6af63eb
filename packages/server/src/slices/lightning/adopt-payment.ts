import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { insertAdoption } from "./store.ts";

/**
 * Takes on a payment that the node made without us, with an operator's reason; `leyden reconcile` then books it.
 * @throws {AppError} with code `payment_not_found` when no unbooked foreign payment has this hash.
 */
export async function adoptPayment(
  { db }: { db: Db },
  input: { readonly paymentHash: Uint8Array; readonly because: string },
): Promise<void> {
  if (!(await insertAdoption(db, input)))
    throw new AppError("payment_not_found", "the node has no foreign payment with this hash that is not booked");
}
