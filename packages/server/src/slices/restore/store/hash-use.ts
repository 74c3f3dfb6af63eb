import type { PaymentId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";

/** The payment of ours that has this hash and did not fail. */
export async function findPaymentOfHash(db: Db, paymentHash: Uint8Array): Promise<PaymentId | undefined> {
  const [row] = await db.query<{ id: PaymentId | null }>(sql`
    select payments.holder_of_hash(${paymentHash}) as id`);
  return row?.id ?? undefined;
}
