import type { UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { RampLimits } from "../model/limits.ts";
import type { Purchase, PurchaseId } from "../model/purchase.ts";

export type NewPurchase = Pick<
  Purchase,
  | "id"
  | "sessionId"
  | "projectId"
  | "userId"
  | "quote"
  | "limitMinor"
  | "feeLimit"
  | "destination"
  | "processor"
  | "createdAt"
> & {
  /** As what limits count the destination, the mail address and the network. */
  readonly keys: { readonly destination: string; readonly mail: string; readonly network: string };
};

/** Writes a quote. The one before it in the session goes. */
export async function insertQuote(tx: Tx, made: NewPurchase): Promise<void> {
  const { quote, keys } = made;
  await tx.query(sql`
    delete from ramp.purchase
     where session_id = ${made.sessionId}
       and state = 'quoted'`);
  await tx.query(sql`
    insert into ramp.purchase (
      id, session_id, project_id, user_id, state, previous_state, currency, source_minor, fee_minor, price_minor, price_source,
      limit_minor, amount_msats, fee_limit_msats, chain_fee_msats, destination, destination_key, mail_key, network, processor, created_at, quote_until,
      changed_at)
    values (
      ${made.id}, ${made.sessionId}, ${made.projectId}, ${made.userId}, 'quoted', 'quoted', ${quote.currency}, ${quote.source},
      ${quote.fee}, ${quote.price}, ${quote.priceSource}, ${made.limitMinor}, ${quote.amount}, ${made.feeLimit}, ${quote.networkFee ?? null}, ${made.destination},
      ${keys.destination}, ${keys.mail}, ${keys.network}, ${made.processor}, ${made.createdAt}, ${quote.until}, ${made.createdAt})`);
}

export type ToSell = { readonly amount: Msats; readonly feeLimit: Msats; readonly destinationKey: string };

/** Whether it can be sold and delivered now, besides what is begun. */
export async function isSold(db: Db, { amount, feeLimit, destinationKey }: ToSell, now: Date): Promise<boolean> {
  const rows = await db.query<{ is: boolean }>(sql`
    select ramp.is_sold(${now}, ${amount}, ${feeLimit}, ${destinationKey}) as is`);
  return one(rows).is;
}

/** Quotes that nobody took. */
export async function deleteOldQuotes(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from ramp.purchase
     where state = 'quoted'
       and created_at < ${before}`);
}

export type Used = { readonly week: bigint; readonly month: bigint; readonly purchases: number };

/** What a user has bought lately, in EUR cents; nothing for nobody. */
export async function findUsed(db: Db, userId: UserId | undefined, now: Date): Promise<Used> {
  const none = { week: 0n, month: 0n, purchases: 0 };
  if (userId === undefined) return none;
  const [row] = await db.query<{ week: bigint; month: bigint; purchases: bigint }>(sql`
    select week, month, purchases
      from ramp.used_by_user(${now}, ${userId})`);
  return row === undefined ? none : { ...row, purchases: Number(row.purchases) };
}

/** What somebody whose identity is not verified may still buy in place of a purchase that is quoted, in EUR cents. */
export async function findLeftUnverified(
  db: Db,
  id: PurchaseId,
  {
    limits: { week, purchases, peoplePerNetwork },
    now,
  }: { readonly limits: Pick<RampLimits, "week" | "purchases" | "peoplePerNetwork">; readonly now: Date },
): Promise<bigint> {
  const [row] = await db.query<{ left: bigint }>(sql`
    select ramp.left_unverified(${now}, q, ${week}, ${purchases}, ${peoplePerNetwork}) as left
      from ramp.purchase q
     where q.id = ${id}`);
  return row?.left ?? 0n;
}
