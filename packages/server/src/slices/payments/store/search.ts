import { type IdRange, idsMadeWith, type PaymentId, type WalletId } from "#kernel/ids.ts";
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

/** The wallet's payments of one of these hashes, newest first. */
export async function listPaymentsByHash(
  db: Db,
  wallet: WalletId,
  { hashes, limit }: { readonly hashes: readonly Uint8Array[]; readonly limit: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    with of_hash as materialized (
      select *
        from payments.payment
       where payment_hash = any (${hashes}::bytea[]))
    select *
      from of_hash
     where wallet_id = ${wallet}
     order by id desc
     limit ${limit}`);
  return rows.map(toPayment);
}

/** A payment gets its id at most so long before the id of its transfer. Ours. */
const MADE_TOGETHER_MS = 5_000;
const NONE: IdRange = { from: "ffffffff-ffff-ffff-ffff-ffffffffffff", before: "00000000-0000-0000-0000-000000000000" };

/** The wallet's payment whose transfer has this id: one that was made when the id was. */
export async function listPaymentsByTransfer(db: Db, wallet: WalletId, transfer: string): Promise<Payment[]> {
  const range = idsMadeWith(transfer, MADE_TOGETHER_MS) ?? NONE;
  const rows = await db.query<PaymentRow>(sql`
    select *
      from payments.payment
     where wallet_id = ${wallet}
       and id >= ${range.from}
       and id < ${range.before}
       and transfer_id = ${transfer}`);
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
