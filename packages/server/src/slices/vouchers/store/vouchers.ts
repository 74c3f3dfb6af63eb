import type { Wallet } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { AccountNo, PaymentId, ProjectKeyId, TransferId, UserId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { MailId } from "#mails";
import { type Db, one, part, type Statement, sql } from "#platform/database/db.ts";
import {
  type Column,
  type MadeIn,
  type Page,
  type PageFilter,
  type PageOfWallet,
  pageBy,
  pageByName,
} from "#platform/database/in-page.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import type { EmailPayment } from "../model/email-payment.ts";
import type { Claim, Voucher, VoucherId, VoucherKind, VoucherOrigin, VoucherState } from "../model/voucher.ts";
import { type NotGiven, readNotGiven } from "./batched.ts";

export type VoucherRow = {
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
  readonly mail_id: MailId | null;
  readonly receiver_id: UserId | null;
  readonly create_transfer_id: TransferId | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly restore_id: string | null;
  readonly state: VoucherState["kind"];
  readonly payment_id: PaymentId | null;
  readonly invoice: string | null;
  readonly claim_msats: Msats | null;
  readonly ended_at: Date | null;
  readonly ended_by: WalletId | null;
  readonly end_transfer_id: TransferId | null;
  readonly fee_msats: Msats | null;
};

export function toVoucher(row: VoucherRow): Voucher {
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
    mailId: row.mail_id ?? undefined,
    isCreditedAtOnce: row.receiver_id !== null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    waitsForRestore: row.restore_id !== null,
    state: toState(row),
  };
}

function toOrigin({ kind, code, token, create_transfer_id }: VoucherRow): VoucherOrigin {
  return kind === "voucher"
    ? { kind, code: there(code), transfer: there(create_transfer_id) }
    : { kind, token: there(token) || undefined };
}

function toState(row: VoucherRow): VoucherState {
  const { state } = row;
  switch (state) {
    case "open":
      return { kind: state };
    case "claiming":
      return { kind: state, claim: toClaim(row) };
    case "redeemed": {
      const claim = row.payment_id === null ? undefined : toClaim(row);
      return {
        kind: state,
        ...endOf(row),
        transfer: there(row.end_transfer_id),
        claim,
        fee: row.fee_msats ?? undefined,
      };
    }
    case "revoked":
    case "expired":
      return { kind: state, ...endOf(row), transfer: row.end_transfer_id ?? undefined };
  }
}

function toClaim({ payment_id, invoice, claim_msats }: VoucherRow): Claim {
  return { paymentId: there(payment_id), invoice: invoice ?? undefined, amount: there(claim_msats) };
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

/** A payment to an e-mail address, which is a voucher as well. */
export async function findEmailPayment(db: Db, id: VoucherId): Promise<EmailPayment | undefined> {
  type Row = VoucherRow & { readonly our_fee_msats: Msats };
  const [row] = await db.query<Row>(sql`
    select *
      from vouchers.voucher
     where id = ${id}
       and our_fee_msats > 0`);
  return row && { voucher: toVoucher(row), fee: row.our_fee_msats, receiver: row.receiver_id ?? undefined };
}

/** Of these vouchers those with which the wallet has paid to e-mail addresses, by their ids. */
export async function listEmailPayments(
  db: Db,
  wallet: WalletId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EmailPayment>> {
  type Row = VoucherRow & { readonly our_fee_msats: Msats };
  const rows = await db.query<Row>(sql`
    select *
      from vouchers.voucher
     where id = any (${ids}::uuid[])
       and wallet_id = ${wallet}
       and our_fee_msats > 0`);
  const toPayment = (row: Row): EmailPayment => ({
    voucher: toVoucher(row),
    fee: row.our_fee_msats,
    receiver: row.receiver_id ?? undefined,
  });
  return new Map(rows.map((row) => [row.id, toPayment(row)]));
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

/** The voucher of any wallet with this code, for an operator: the one that can be redeemed, else the newest. */
export async function findVoucherOfAny(db: Db, code: string): Promise<Voucher | undefined> {
  const [row] = await db.query<VoucherRow>(sql`
    select *
      from vouchers.voucher
     where code = ${code}
     order by state in ('open', 'claiming') desc, id desc
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

export type WantedIssue = {
  readonly kind: VoucherKind;
  readonly wallet: Wallet;
  readonly restrictedKey: ProjectKeyId | undefined;
  readonly amounts: readonly Msats[];
  /** Ours. */
  readonly fee: Msats;
};

/** Why nothing of it can be issued as things stand. Runs `vouchers.refusal_of_issue`. */
export async function findRefusal(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { kind, wallet, restrictedKey, amounts, fee }: WantedIssue,
): Promise<NotGiven | { readonly kind: "paused" } | undefined> {
  const now = clock.now();
  const rows = await db.query<{ outcome: string | null; available: bigint | null }>(sql`
    select outcome, available
      from vouchers.refusal_of_issue(
             ${now}, ${kind}, ${wallet.account}, ${restrictedKey ?? null}, ${amounts}::bigint[], ${fee})`);
  const row = one(rows);
  return row.outcome === "paused" ? { kind: row.outcome } : readNotGiven(row);
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

/** What the statement of a wallet says about a voucher that it has issued or redeemed. */
export type VoucherCause = {
  /** Of one that it has issued. */
  readonly internalId: string | undefined;
  /** Of one that was redeemed into it: the transfer that did so. */
  readonly redeemedWith: TransferId | undefined;
};

/** Those of these vouchers that the wallet has issued or redeemed, by their ids. */
export async function listVoucherCauses(
  db: Db,
  wallet: WalletId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VoucherCause>> {
  type Row = { readonly id: VoucherId; readonly internalId: string | null; readonly redeemedWith: TransferId | null };
  const rows = await db.query<Row>(sql`
    select id,
           case when wallet_id = ${wallet} then internal_id end as "internalId",
           case when state = 'redeemed' and ended_by = ${wallet} then end_transfer_id end as "redeemedWith"
      from vouchers.voucher
     where id = any (${ids}::uuid[])
       and (wallet_id = ${wallet} or ended_by = ${wallet})`);
  return new Map(
    rows.map(({ id, internalId, redeemedWith }) => [
      id,
      { internalId: internalId ?? undefined, redeemedWith: redeemedWith ?? undefined },
    ]),
  );
}

/** What is wanted of a wallet's vouchers. One of `internalId` and `key` at most: each has its index. */
export type VoucherFilter = PageFilter & {
  readonly states?: readonly VoucherState["kind"][] | undefined;
  /** The project key that asked, where it has a policy. */
  readonly key?: ProjectKeyId | undefined;
};

/** A page of the wallet's vouchers or withdrawal requests, newest first. */
export async function listVouchers(
  db: Db,
  page: PageOfWallet<WalletId> & { readonly kind: VoucherKind },
  { states, ...filter }: VoucherFilter = {},
): Promise<Voucher[]> {
  const isByName = filter.internalId !== undefined || filter.key !== undefined;
  const statement =
    states === undefined || isByName ? listNamed(page, { states, ...filter }) : listInStates(page, states, filter);
  const rows = await db.query<VoucherRow>(statement);
  return rows.map(toVoucher);
}

type PageOf = PageOfWallet<WalletId> & { readonly kind: VoucherKind };

const columnsOf = ({ wallet, kind }: PageOf): readonly [Column, Column] => [
  [part`wallet_id`, part`${wallet}`],
  [part`kind`, part`${kind}`],
];

/** All, or by the index of a name. */
function listNamed(page: PageOf, { states, key, internalId, ...made }: VoucherFilter): Statement {
  const { isIn, order } = pageOf(page, { key, internalId, ...made });
  return sql`
    select *
      from vouchers.voucher
     where ${isIn}
       and (${states ?? null}::text[] is null or state = any (${states ?? null}::text[]))
     order by ${order}
     limit ${page.limit}`;
}

function pageOf(page: PageOf, { key, internalId, ...made }: VoucherFilter): Page {
  const [ofWallet, ofKind] = columnsOf(page);
  if (key === undefined && internalId === undefined) return pageBy([ofWallet, ofKind], page.range, made);
  const name = key === undefined ? part`internal_id` : part`key_id`;
  const { isIn, order } = pageByName([ofWallet, [name, part`${key ?? internalId}`]], page.range, made);
  return { isIn: part`${isIn} and kind = ${page.kind}`, order };
}

/** State by state, as the index has them. */
function listInStates(page: PageOf, states: readonly VoucherState["kind"][], made: MadeIn): Statement {
  const ofState: Column = [part`voucher.state`, part`wanted.state`];
  const { isIn, order } = pageBy([...columnsOf(page), ofState], page.range, made);
  return sql`
    select f.*
      from unnest(${states}::text[]) as wanted(state)
     cross join lateral (
       select *
         from vouchers.voucher
        where ${isIn}
        order by ${order}
        limit ${page.limit}) f
     order by f.id desc
     limit ${page.limit}`;
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

const VOUCHERS = part`vouchers.voucher`;
const WAITS = part`state = 'open' and restore_id is not null`;

export const isVoucherDue = (now: Date) => isDueIn(VOUCHERS, now, { unless: WAITS });

export async function leaseDueVouchers(db: Db, lease: Lease): Promise<Voucher[]> {
  const rows = await db.query<VoucherRow>(sql`
    ${leaseDue(VOUCHERS, lease, { unless: WAITS })}
    returning leased.*`);
  return rows.map(toVoucher);
}

/** Says when a voucher that is still in this state is looked at next: not later than it expires, when it is open. */
export async function lookAgainAt(
  db: Db,
  { id, state, dueAt }: { readonly id: VoucherId; readonly state: "open" | "claiming"; readonly dueAt: Date },
): Promise<void> {
  await db.query(sql`
    update vouchers.voucher
       set due_at = case state when 'open' then least(${dueAt}::timestamptz, expires_at) else ${dueAt} end
     where id = ${id}
       and state = ${state}`);
}

/** Of a wallet and a kind, what a request has issued, in its order. */
export async function listVouchersOfRequest(
  db: Db,
  { wallet, requestId, limit }: { wallet: WalletId; requestId: string; limit: number },
  kind: VoucherKind,
): Promise<{ readonly id: VoucherId; readonly createdAt: Date }[]> {
  return await db.query(sql`
    select id, created_at as "createdAt"
      from vouchers.voucher
     where request_id = ${requestId}
       and wallet_id = ${wallet}
       and kind = ${kind}
     order by id
     limit ${limit}`);
}
