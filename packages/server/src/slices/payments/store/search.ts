import type { PaymentId, WalletId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { Payment } from "../model/payment.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/**
 * Payments of all wallets that are named by this: their id or the id of their transfer, their payment hash, or what a
 * project calls them. Newest first. Reads the whole table for an internal id: for an operator's command.
 */
export async function listPaymentsNamed(db: Db, name: string, limit: number): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where id::text = ${name.toLowerCase()}
        or transfer_id::text = ${name.toLowerCase()}
        or encode(payment_hash, 'hex') = ${name.toLowerCase()}
        or internal_id = ${name}
     order by id desc
     limit ${limit}`);
  return rows.map(toPayment);
}

/** Payments of a wallet that a request asked for, oldest first. */
export async function listPaymentsOfRequest(
  db: Db,
  { wallet, requestId, limit }: { wallet: WalletId; requestId: string; limit: number },
): Promise<{ readonly id: PaymentId; readonly createdAt: Date }[]> {
  return await db.query(sql`
    select id, created_at as "createdAt"
      from payments.payment
     where request_id = ${requestId}
       and wallet_id = ${wallet}
     order by id
     limit ${limit}`);
}
