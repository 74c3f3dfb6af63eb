import { type Db, sql } from "#platform/database/db.ts";
import type { Delivery, Purchase, PurchaseId } from "../model/purchase.ts";
import { digitsOfNumber } from "../model/receipt.ts";
import type { SessionId } from "../model/session.ts";
import { type PurchaseRow, toPurchase } from "./purchase-row.ts";

export async function findPurchase(db: Db, id: PurchaseId): Promise<Purchase | undefined> {
  const [row] = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where id = ${id}`);
  return row && toPurchase(row);
}

/** The newest of a session: what its page shows. */
export async function findPurchaseOfSession(db: Db, sessionId: SessionId): Promise<Purchase | undefined> {
  const [row] = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where session_id = ${sessionId}
     order by session_id desc, id desc
     limit 1`);
  return row && toPurchase(row);
}

export async function listPurchasesById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Purchase>> {
  const rows = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toPurchase(row)]));
}

/**
 * What an operator has to look at: refunds that failed, disputes, what is on hold, and what has not gone on since
 * `before`. Oldest first.
 */
export async function listStuckPurchases(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where state in ('refund_failed', 'disputed', 'on_hold')
        or state in ('requires_payment', 'requires_action', 'authorized', 'captured', 'delivering', 'refund_pending')
       and changed_at < ${before}
     order by id
     limit ${limit}`);
  return rows.map(toPurchase);
}

/**
 * The purchase that is named by this: its id or number, the id of its session or of its payment, or the processor's
 * reference.
 * The newest of a session.
 */
export async function findPurchaseNamed(db: Db, name: string): Promise<Purchase | undefined> {
  const [row] = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where ${name} in (id::text, session_id::text, payment_id::text, reference)
        or right(id::text, 12) = ${digitsOfNumber(name) ?? null}
     order by id desc
     limit 1`);
  return row && toPurchase(row);
}

/** All purchases that were begun, newest first. */
export async function listBegunPurchases(db: Db, limit: number): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where begun_at is not null
     order by id desc
     limit ${limit}`);
  return rows.map(toPurchase);
}

/**
 * Remembers the processor's reference of a purchase that was begun there. False when it is not being paid any more.
 * The version grows: who has seen the purchase without it must not end it without the processor.
 */
export async function updateReference(
  db: Db,
  { id, reference, now }: { readonly id: PurchaseId; readonly reference: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.purchase
       set reference = ${reference},
           version = version + case when reference is null then 1 else 0 end,
           due_at = ${now}
     where id = ${id}
       and state in ('requires_payment', 'requires_action')
       and (reference is null or reference = ${reference})
    returning id`);
  return rows.length === 1;
}

/** It waits for the restore no more. Runs `ramp.release_waiting`. */
export async function letGo(db: Db, { id }: Pick<Purchase, "id">, now: Date): Promise<void> {
  await db.query(sql`
    select id
      from ramp.release_waiting(${now}, array[${id}]::uuid[])`);
}

/** Binds a purchase to the payment that will deliver it. False when it has changed. */
export async function updateDelivery(
  db: Db,
  { id, version }: Pick<Purchase, "id" | "version">,
  delivery: Delivery,
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.purchase
       set invoice = ${(delivery.kind === "invoice" ? delivery.invoice : undefined) ?? null},
           payment_id = ${delivery.paymentId},
           version = version + 1
     where id = ${id}
       and version = ${version}
       and (state = 'authorized' or payment_id is null)
    returning id`);
  return rows.length === 1;
}

/** Runs `ramp.credit_instead`. `key`: as what limits count the address. */
export async function updateDestination(
  db: Db,
  { id, version }: Pick<Purchase, "id" | "version">,
  { destination, key, now }: { readonly destination: string; readonly key: string; readonly now: Date },
): Promise<boolean> {
  const [row] = await db.query<{ credited: boolean }>(sql`
    select ramp.credit_instead(${now}, ${id}, ${version}, ${destination}, ${key}) as credited`);
  return row?.credited === true;
}

export async function dropDelivery(
  db: Db,
  { id, version }: Pick<Purchase, "id" | "version">,
  now: Date,
): Promise<boolean> {
  const [row] = await db.query<{ dropped: boolean }>(
    sql`select ramp.drop_delivery(${now}, ${id}, ${version}) as dropped`,
  );
  return row?.dropped === true;
}

/** Remembers declined cards that the processor has counted: they count over sessions. */
export async function updateDeclines(
  db: Db,
  { id, declines, now }: { readonly id: PurchaseId; readonly declines: number; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    update ramp.purchase
       set declines = ${declines},
           declined_at = ${now}
     where id = ${id}
       and declines < ${declines}`);
}

/**
 * Remembers that a card was given for a purchase that is being paid, or that none is on its way; it is looked at now.
 * False when it is not being paid.
 */
export async function updateCardGiven(
  db: Db,
  { id, isGiven, now }: { readonly id: PurchaseId; readonly isGiven: boolean; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.purchase
       set card_given_at = ${isGiven ? now : null},
           due_at = ${now}
     where id = ${id}
       and state in ('requires_payment', 'requires_action')
       and reference is not null
    returning id`);
  return rows.length === 1;
}

/** Whether a card has paid for another purchase before. */
export async function isKnownCard(db: Db, cardKey: string, id: PurchaseId): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from ramp.purchase
     where card_key = ${cardKey}
       and id <> ${id}
       and state in ('completed', 'won')
     limit 1`);
  return rows.length > 0;
}
