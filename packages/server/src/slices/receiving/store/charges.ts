import type { Wallet } from "#kernel/caller.ts";
import type { AccountNo, ChargeId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import {
  type Column,
  inPage,
  type Page,
  type PageFilter,
  type PageOfWallet,
  pageBy,
  pageByName,
} from "#platform/database/in-page.ts";
import type { Charge, ChargeOrigin, ChargeState, PayerData } from "../model/charge.ts";
import type { StaticChargeId } from "../model/static-charge.ts";

type ChargeRow = {
  readonly id: ChargeId;
  readonly wallet_id: WalletId;
  readonly account_no: AccountNo;
  readonly amount_msats: Msats;
  readonly description: string;
  readonly internal_id: string | null;
  readonly callback_url: string | null;
  readonly invoice: string;
  readonly payment_hash: Uint8Array;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly received_msats: Msats;
  readonly state: ChargeState["kind"];
  readonly paid_at: Date | null;
  readonly origin: ChargeOrigin["kind"];
  readonly asked_by: string | null;
  readonly static_charge_id: StaticChargeId | null;
  readonly comment: string | null;
  readonly payer_data: PayerData | null;
};

function toCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    walletId: row.wallet_id,
    account: row.account_no,
    amount: row.amount_msats,
    description: row.description,
    internalId: row.internal_id ?? undefined,
    callbackUrl: row.callback_url ?? undefined,
    invoice: row.invoice,
    paymentHash: row.payment_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    received: row.received_msats,
    state: toState(row),
    origin: toOrigin(row),
  };
}

function toOrigin({ origin, asked_by, static_charge_id, comment, payer_data }: ChargeRow): ChargeOrigin {
  switch (origin) {
    case "request":
      return { kind: origin };
    case "project":
      if (asked_by === null) throw new Error("a project's charge does not name the project");
      return { kind: origin, askedBy: asked_by };
    case "pay_link":
      return {
        kind: origin,
        staticChargeId: static_charge_id ?? undefined,
        comment: comment ?? undefined,
        payerData: payer_data ?? undefined,
      };
  }
}

function toState({ state, paid_at }: ChargeRow): ChargeState {
  if (state !== "completed") return { kind: state };
  if (paid_at === null) throw new Error("a completed charge has no time of payment");
  return { kind: state, paidAt: paid_at };
}

/** The charge with this id, if it is the wallet's. */
export async function findCharge(db: Db, wallet: WalletId, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and wallet_id = ${wallet}`);
  return row && toCharge(row);
}

/** The charge with this id, if it is the wallet's, or its owner asked for it. */
export async function findReadableCharge(db: Db, wallet: Wallet, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and (wallet_id = ${wallet.id} or asked_by = ${wallet.owner.id})`);
  return row && toCharge(row);
}

/** When the node is asked about a charge next; undefined: it is not. */
export async function findChargeDueAt(db: Db, id: ChargeId): Promise<Date | undefined> {
  const [row] = await db.query<{ readonly dueAt: Date | null }>(sql`
    select due_at as "dueAt"
      from receiving.charge
     where id = ${id}`);
  return row?.dueAt ?? undefined;
}

/** The charge with this id, if a stranger asked for it at a pay link. */
export async function findPayLinkCharge(db: Db, id: ChargeId): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = ${id}
       and origin = 'pay_link'`);
  return row && toCharge(row);
}

/** What is wanted of a wallet's charges. One of `internalId` and `staticCharge` at most: each has its index. */
export type ChargeFilter = PageFilter & {
  readonly status?: ChargeState["kind"] | undefined;
  readonly staticCharge?: StaticChargeId | undefined;
};

/** Charges by their ids; what does not exist is not in it. */
export async function listChargesById(db: Db, ids: readonly ChargeId[]): Promise<ReadonlyMap<ChargeId, Charge>> {
  const rows = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toCharge(row)]));
}

/** A page of the wallet's charges, newest first. */
export async function listCharges(
  db: Db,
  page: PageOfWallet<WalletId>,
  { status, staticCharge, ...filter }: ChargeFilter = {},
): Promise<Charge[]> {
  const { isIn, order } = pageOf(page, { status, staticCharge, ...filter });
  const isByName = staticCharge !== undefined || filter.internalId !== undefined;
  const ofStatus = status === undefined || !isByName ? part`true` : part`state = ${status}`;
  const rows = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where ${isIn}
       and ${ofStatus}
     order by ${order}
     limit ${page.limit}`);
  return rows.map(toCharge);
}

/** By the index of the name that is wanted, or of the status. */
function pageOf(of: PageOfWallet<WalletId>, { status, staticCharge, internalId, ...made }: ChargeFilter): Page {
  const ofWallet: Column = [part`wallet_id`, part`${of.wallet}`];
  if (staticCharge !== undefined)
    return pageByName([ofWallet, [part`static_charge_id`, part`${staticCharge}`]], of.range, made);
  if (status === undefined || internalId !== undefined) return inPage(of, { ...made, internalId });
  return pageBy([ofWallet, [part`state`, part`${status}`]], of.range, made);
}

/** The charge with this payment hash. Its invoice must still be compared with the one to be paid. */
export async function findChargeByHash(db: Db, paymentHash: Uint8Array): Promise<Charge | undefined> {
  const [row] = await db.query<ChargeRow>(sql`
    select *
      from receiving.charge
     where payment_hash = ${paymentHash}`);
  return row && toCharge(row);
}

/** Charges that a request asked for, for this wallet or for one of another owner, oldest first. */
export async function listChargesOfRequest(
  db: Db,
  { wallet, requestId, limit }: { wallet: Pick<Wallet, "id" | "owner">; requestId: string; limit: number },
): Promise<{ readonly id: ChargeId; readonly createdAt: Date }[]> {
  return await db.query(sql`
    select id, created_at as "createdAt"
      from receiving.charge
     where request_id = ${requestId}
       and (wallet_id = ${wallet.id} or asked_by = ${wallet.owner.id})
     order by id
     limit ${limit}`);
}
