import { idsMadeWith, type WalletId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { Voucher } from "../model/voucher.ts";
import { toVoucher, type VoucherRow } from "./vouchers.ts";

type Wanted = { readonly wallet: WalletId; readonly limit: number };

/** The wallet's vouchers with this code, newest first: a code may come again when its voucher has ended. */
export async function listVouchersByCode(db: Db, { wallet, limit }: Wanted, code: string): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where wallet_id = ${wallet}
       and code = ${code}
     order by id desc
     limit ${limit}`);
  return rows.map(toVoucher);
}

/** The wallet's vouchers that were sent to an e-mail address, newest first. `recipientHash` as `hashOfRecipient`. */
export async function listVouchersTo(db: Db, { wallet, limit }: Wanted, recipientHash: Uint8Array): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where wallet_id = ${wallet}
       and recipient_hash = ${recipientHash}
     order by id desc
     limit ${limit}`);
  return rows.map(toVoucher);
}

/** A voucher of a batch gets its id at most so long before that of its transfer. Ours. */
const MADE_TOGETHER_MS = 5_000;

/**
 * What the wallet has issued, by the payment that pays it out, the transfer that ended it, or the one that made it,
 * which was made at the same time.
 */
export async function listVouchersMovedBy(db: Db, { wallet, limit }: Wanted, id: string): Promise<Voucher[]> {
  const range = idsMadeWith(id, MADE_TOGETHER_MS);
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where payment_id = ${id}
       and wallet_id = ${wallet}
     union all
    select *
      from vouchers.voucher
     where end_transfer_id = ${id}
       and wallet_id = ${wallet}
       and payment_id is distinct from ${id}
     union all
    select *
      from vouchers.voucher
     where wallet_id = ${wallet}
       and kind = 'voucher'
       and id >= ${range?.from ?? null}::uuid
       and id < ${range?.before ?? null}::uuid
       and create_transfer_id = ${id}
     limit ${limit}`);
  return rows.map(toVoucher);
}
