import { type AccountNo, type IdRange, NO_RANGE, type PaymentId, type TransferId, type WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { Voucher, VoucherId, VoucherKind, VoucherOrigin, VoucherState } from "../model/voucher.ts";

type VoucherRow = {
  readonly id: VoucherId;
  readonly kind: VoucherKind;
  readonly wallet_id: WalletId;
  readonly owner_id: string;
  readonly account_no: AccountNo;
  readonly code: string | null;
  readonly token: string | null;
  readonly amount_msats: Msats;
  readonly description: string;
  readonly internal_id: string | null;
  readonly callback_url: string | null;
  readonly create_transfer_id: TransferId | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly state: VoucherState["kind"];
  readonly payment_id: PaymentId | null;
  readonly invoice: string | null;
  readonly claim_msats: Msats | null;
  readonly ended_at: Date | null;
  readonly ended_by: WalletId | null;
  readonly end_transfer_id: TransferId | null;
  readonly fee_msats: Msats | null;
};

function toVoucher(row: VoucherRow): Voucher {
  return {
    id: row.id,
    walletId: row.wallet_id,
    ownerId: row.owner_id,
    account: row.account_no,
    origin: toOrigin(row),
    amount: row.amount_msats,
    description: row.description,
    internalId: row.internal_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: toState(row),
  };
}

function toOrigin({ kind, code, token, create_transfer_id }: VoucherRow): VoucherOrigin {
  return kind === "voucher"
    ? { kind, code: there(code), transfer: there(create_transfer_id) }
    : { kind, token: there(token) };
}

function toState(row: VoucherRow): VoucherState {
  const { state } = row;
  switch (state) {
    case "open":
      return { kind: state };
    case "claiming": {
      const claim = { paymentId: there(row.payment_id), invoice: there(row.invoice), amount: there(row.claim_msats) };
      return { kind: state, claim };
    }
    case "redeemed":
      return { kind: state, ...endOf(row), transfer: there(row.end_transfer_id), fee: row.fee_msats ?? undefined };
    case "revoked":
    case "expired":
      return { kind: state, ...endOf(row), transfer: row.end_transfer_id ?? undefined };
  }
}

function endOf({ ended_at, ended_by }: VoucherRow) {
  return { at: there(ended_at), by: ended_by ?? undefined };
}

/** A column that a constraint of the table fills in this state. */
function there<Value>(value: Value | null): Value {
  if (value === null) throw new Error("a voucher lacks what its state has");
  return value;
}

/** Of whatever wallet, for the operator and for who has its link. */
export async function findVoucher(db: Db, id: VoucherId): Promise<Voucher | undefined> {
  const [row] = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where id = ${id}`);
  return row && toVoucher(row);
}

export async function findVoucherOfWallet(
  db: Db,
  { wallet, kind, id }: { readonly wallet: WalletId; readonly kind: VoucherKind; readonly id: VoucherId },
): Promise<Voucher | undefined> {
  const voucher = await findVoucher(db, id);
  return voucher?.walletId === wallet && voucher.origin.kind === kind ? voucher : undefined;
}

/** The wallet's voucher with this code: the one that can be redeemed, else the newest. */
export async function findVoucherByCode(db: Db, wallet: WalletId, code: string): Promise<Voucher | undefined> {
  const [row] = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where wallet_id = ${wallet}
       and code = ${code}
     order by (state in ('open', 'claiming')) desc, id desc
     limit 1`);
  return row && toVoucher(row);
}

export async function findVoucherByToken(db: Db, tokenHash: Uint8Array): Promise<Voucher | undefined> {
  const [row] = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where token_hash = ${tokenHash}`);
  return row && toVoucher(row);
}

/** What one request has issued, in its order. */
export async function listVouchersOfBatch(db: Db, batchId: string): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where batch_id = ${batchId}
     order by id`);
  return rows.map(toVoucher);
}

/** Vouchers by their ids; what does not exist is not in it. */
export async function listVouchersById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Voucher>> {
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toVoucher(row)]));
}

export type VoucherFilter = {
  readonly states: readonly VoucherState["kind"][] | undefined;
  readonly internalId: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** A page of the wallet's vouchers or withdrawal requests, newest first. `range` are the ids to look at; it holds all that `from` and `to` want. */
export async function listVouchers(
  db: Db,
  page: { readonly wallet: WalletId; readonly kind: VoucherKind; readonly range?: IdRange; readonly limit: number },
  { states, internalId, from, to }: Partial<VoucherFilter> = {},
): Promise<Voucher[]> {
  const { wallet, kind, range = NO_RANGE, limit } = page;
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where wallet_id = ${wallet}
       and kind = ${kind}
       and id >= ${range.from}
       and id < ${range.before}
       and created_at >= ${from ?? "-infinity"}::timestamptz
       and created_at < ${to ?? "infinity"}::timestamptz
       and (${states ?? null}::text[] is null or state = any (${states ?? null}::text[]))
       and (${internalId ?? null}::text is null or internal_id = ${internalId ?? null}::text)
     order by id desc
     limit ${limit}`);
  return rows.map(toVoucher);
}

/** Vouchers of all wallets that can be redeemed or are being paid out, oldest first, for the operator. */
export async function listOpenVouchers(db: Db, limit: number): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where due_at is not null
     order by id
     limit ${limit}`);
  return rows.map(toVoucher);
}

/** Takes what is due; no other process takes it until `leaseUntil`. */
export async function leaseDueVouchers(
  db: Db,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    update vouchers.voucher v
       set due_at = ${leaseUntil}
      from (select id
              from vouchers.voucher
             where due_at <= ${now}
             order by due_at
             limit ${limit}
               for update skip locked) due
     where v.id = due.id
    returning v.*`);
  return rows.map(toVoucher);
}

/** Says when a claim is looked at next. */
export async function lookAgainAt(
  db: Db,
  { id, dueAt }: { readonly id: VoucherId; readonly dueAt: Date },
): Promise<void> {
  await db.query(sql`
    update vouchers.voucher
       set due_at = ${dueAt}
     where id = ${id}
       and state = 'claiming'`);
}

export type TransferBreach = { readonly id: string; readonly state: string | null };

/**
 * Vouchers whose transfers are not those of their state, and postings of vouchers that do not exist (`state` null). What a voucher is
 * worth went to the account of vouchers when it was issued. When it has ended the same has left it: to a wallet, or with its payment
 * and the rest to the issuer.
 */
export async function listTransferBreaches(tx: Tx, limit: number): Promise<TransferBreach[]> {
  return await tx.query<TransferBreach>(sql`
    with booked as (
      select l.cause,
             count(*) filter (where l.cause_kind = 'voucher') as issues,
             (sum(l.amount) filter (where l.cause_kind = 'voucher'))::bigint as issued,
             coalesce(sum(l.amount) filter (where l.cause_kind = 'voucher_ended'), 0)::bigint as ended,
             min(l.transfer::text) filter (where l.cause_kind = 'voucher') as issue_transfer,
             min(l.transfer::text) filter (where l.cause_kind = 'voucher_ended') as end_transfer,
             bool_and(case l.cause_kind
               when 'voucher' then l.credit = ledger.system('vouchers_outstanding')
               else l.debit = ledger.system('vouchers_outstanding') end) as in_account,
             min(l.debit) filter (where l.cause_kind = 'voucher') as payer,
             min(l.credit) filter (where l.cause_kind = 'voucher_ended') as taker
        from ledger.caused_by(array['voucher', 'voucher_ended']) l
       group by l.cause),
    paid as (
      select l.cause,
             sum(case
               when l.debit = ledger.system('vouchers_outstanding') then l.amount
               when l.credit = ledger.system('vouchers_outstanding') then -l.amount
               else 0 end)::bigint as taken
        from ledger.caused_by(array['payment', 'payment_finished']) l
       group by l.cause)
    select coalesce(v.id, b.cause) as id, v.state
      from (select * from vouchers.voucher where kind = 'voucher') v
      full join booked b
        on b.cause = v.id
      left join paid p
        on p.cause = v.payment_id
     where v.id is null
        or b.issues is distinct from 1
        or b.issued is distinct from v.amount_msats
        or b.payer is distinct from v.account_no
        or b.issue_transfer is distinct from v.create_transfer_id::text
        or not b.in_account
        or case
             when v.state in ('open', 'claiming') then b.ended <> 0
             when v.payment_id is null
               then b.ended <> v.amount_msats
                 or b.end_transfer is distinct from v.end_transfer_id::text
                 or v.state <> 'redeemed' and b.taker is distinct from v.account_no
             else b.ended + coalesce(p.taken, 0) <> v.amount_msats
               or b.end_transfer is distinct from v.rest_transfer_id::text
               or b.ended > 0 and b.taker is distinct from v.account_no
           end
     limit ${limit}`);
}

/** What the account of vouchers holds, and what it should: what can still be redeemed, without what payments of claims have taken. */
export async function findOutstanding(tx: Tx): Promise<{ readonly held: bigint; readonly owed: bigint }> {
  const [row] = await tx.query<{ held: bigint; owed: bigint }>(sql`
    with claims as materialized (
      select v.payment_id
        from vouchers.voucher v
       where v.state = 'claiming'
         and v.kind = 'voucher'),
    taken as (
      select coalesce(sum(case
               when l.debit = ledger.system('vouchers_outstanding') then l.amount
               when l.credit = ledger.system('vouchers_outstanding') then -l.amount
               else 0 end), 0)::bigint as amount
        from ledger.caused_by(array['payment', 'payment_finished']) l
        join claims c
          on c.payment_id = l.cause)
    select ledger.balance(ledger.system('vouchers_outstanding')) as held,
           coalesce(sum(v.amount_msats), 0)::bigint - (select t.amount from taken t) as owed
      from vouchers.voucher v
     where v.kind = 'voucher'
       and v.state in ('open', 'claiming')`);
  return row ?? { held: 0n, owed: 0n };
}
