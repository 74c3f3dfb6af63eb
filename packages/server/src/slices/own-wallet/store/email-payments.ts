import type { WalletId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";

/** A payment to an e-mail address, as the person who paid remembers it: vouchers keep no address. */
export type EmailSent = {
  readonly voucherId: string;
  readonly email: EmailAddress;
  readonly sentAt: Date;
};

export type NewEmailSent = {
  readonly wallet: WalletId;
  /** The idempotency key. */
  readonly key: string;
  readonly email: EmailAddress;
  readonly now: Date;
};

/** One after another for a wallet, until the end of the transaction: what is counted is counted alone. */
export async function lockSender(tx: Tx, wallet: WalletId): Promise<void> {
  await tx.query(sql`
    insert into own_wallet.email_sender as s (wallet_id)
    values (${wallet})
        on conflict (wallet_id) do update
       set wallet_id = s.wallet_id`);
}

/** How many the wallet has begun since then, without the one of this key. */
export async function countBegun(
  tx: Tx,
  { wallet, key }: Pick<NewEmailSent, "wallet" | "key">,
  since: Date,
): Promise<number> {
  const rows = await tx.query<{ begun: bigint }>(sql`
    select count(*) as begun
      from own_wallet.email_payment
     where wallet_id = ${wallet}
       and begun_at > ${since}
       and key <> ${key}`);
  return Number(one(rows).begun);
}

/** Before anything is paid. A repeated request changes nothing. */
export async function insertBegun(tx: Tx, { wallet, key, email, now }: NewEmailSent): Promise<void> {
  await tx.query(sql`
    insert into own_wallet.email_payment (wallet_id, key, email, begun_at)
    values (${wallet}, ${key}, ${email}, ${now})
        on conflict (wallet_id, key) do nothing`);
}

/** What was paid with the key. */
export async function savePaid(db: Db, { wallet, key, email, now }: NewEmailSent, voucherId: string): Promise<void> {
  await db.query(sql`
    insert into own_wallet.email_payment (wallet_id, key, email, begun_at, voucher_id)
    values (${wallet}, ${key}, ${email}, ${now}, ${voucherId})
        on conflict (wallet_id, key) do update
       set voucher_id = excluded.voucher_id`);
}

/** Nothing was paid with the key. */
export async function deleteRefused(db: Db, { wallet, key }: Pick<NewEmailSent, "wallet" | "key">): Promise<void> {
  await db.query(sql`
    delete from own_wallet.email_payment
     where wallet_id = ${wallet}
       and key = ${key}
       and voucher_id is null`);
}

/** Of these vouchers of the wallet those that it sent to addresses, by their ids. */
export async function listEmailsSent(
  db: Db,
  wallet: WalletId,
  vouchers: readonly string[],
): Promise<ReadonlyMap<string, EmailSent>> {
  const rows = await db.query<EmailSent>(sql`
    select voucher_id as "voucherId", email, begun_at as "sentAt"
      from own_wallet.email_payment
     where wallet_id = ${wallet}
       and voucher_id = any (${vouchers}::uuid[])`);
  return new Map(rows.map((row) => [row.voucherId, row]));
}

/** The addresses that the wallet has paid to, the last one first. */
export async function listEmailsPaid(
  db: Db,
  wallet: WalletId,
  limit: number,
): Promise<readonly Omit<EmailSent, "voucherId">[]> {
  return await db.query(sql`
    select email, max(begun_at) as "sentAt"
      from own_wallet.email_payment
     where wallet_id = ${wallet}
       and voucher_id is not null
     group by email
     order by max(begun_at) desc
     limit ${limit}`);
}

export async function deleteEmails(db: Db, wallet: WalletId): Promise<void> {
  await db.query(sql`delete from own_wallet.email_payment where wallet_id = ${wallet}`);
}

export async function listAllEmails(
  db: Db,
  wallet: WalletId,
): Promise<readonly { readonly email: string; readonly sentAt: Date; readonly voucherId: string | null }[]> {
  return await db.query(sql`
    select email, begun_at as "sentAt", voucher_id as "voucherId"
      from own_wallet.email_payment
     where wallet_id = ${wallet}
     order by begun_at, key`);
}
