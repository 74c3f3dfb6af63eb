import type { WalletId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { Payment } from "../model/payment.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/** Payments of the wallet that are not finished, newest first: limits keep them few. */
export async function listPendingOfWallet(db: Db, wallet: WalletId): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where wallet_id = ${wallet}
       and state not in ('completed', 'failed')
     order by id desc`);
  return rows.map(toPayment);
}

/** The newest payments of the wallet that it was asked for, to whomever has a name: no invoice has one. */
export async function listNamedPayments(db: Db, wallet: WalletId, limit: number): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select *
      from (select *
              from payments.payment
             where wallet_id = ${wallet}
             order by id desc
             limit ${limit}) newest
     where destination_kind in ('address', 'gamertag')
       and origin_kind = 'request'
     order by id desc`);
  return rows.map(toPayment);
}
