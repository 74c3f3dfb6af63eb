import type { Currency, Minor } from "#kernel/fiat.ts";
import type { PaymentId, ProjectId, TransferId, UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { LateEntry } from "../model/late-entry.ts";
import type { RampLimits } from "../model/limits.ts";
import type { Delivery, Purchase, PurchaseFailureCode, PurchaseId, PurchaseState, Quote } from "../model/purchase.ts";
import type { SessionId } from "../model/session.ts";

type PurchaseRow = {
  readonly id: PurchaseId;
  readonly session_id: SessionId;
  readonly project_id: ProjectId;
  readonly user_id: UserId;
  readonly state: PurchaseState;
  readonly version: number;
  readonly currency: Currency;
  readonly source_minor: Minor;
  readonly fee_minor: Minor;
  readonly price_minor: Minor;
  readonly price_source: Quote["priceSource"];
  readonly limit_minor: Minor;
  readonly amount_msats: Msats;
  readonly fee_limit_msats: Msats;
  readonly chain_fee_msats: Msats | null;
  readonly destination: string;
  readonly processor: string;
  readonly reference: string | null;
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly declines: number;
  readonly fills_session: boolean;
  readonly invoice: string | null;
  readonly payment_id: PaymentId | null;
  readonly sold_transfer_id: TransferId | null;
  readonly failure_code: PurchaseFailureCode | null;
  readonly detail: string | null;
  readonly held_until: Date | null;
  readonly tries: number;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly quote_until: Date;
  readonly begun_at: Date | null;
  readonly changed_at: Date;
  readonly ended_at: Date | null;
};

function toPurchase(row: PurchaseRow): Purchase {
  return {
    ...{ id: row.id, sessionId: row.session_id, projectId: row.project_id, userId: row.user_id },
    ...{ state: row.state, version: row.version, tries: row.tries, declines: row.declines },
    fillsSession: row.fills_session,
    quote: {
      ...{ currency: row.currency, source: row.source_minor, fee: row.fee_minor },
      ...{ price: row.price_minor, priceSource: row.price_source, amount: row.amount_msats, until: row.quote_until },
      networkFee: row.chain_fee_msats ?? undefined,
    },
    ...{ limitMinor: row.limit_minor, feeLimit: row.fee_limit_msats, destination: row.destination },
    ...{ processor: row.processor, reference: row.reference ?? undefined },
    card: row.card_last4 === null ? undefined : { brand: row.card_brand ?? "", last4: row.card_last4 },
    delivery: deliveryOf(row),
    ...{ soldTransferId: row.sold_transfer_id ?? undefined, failureCode: row.failure_code ?? undefined },
    ...{ detail: row.detail ?? undefined, heldUntil: row.held_until ?? undefined },
    ...{ createdAt: row.created_at, begunAt: row.begun_at ?? undefined },
    dueAt: row.due_at ?? undefined,
    ...{ changedAt: row.changed_at, endedAt: row.ended_at ?? undefined },
  };
}

function deliveryOf({ invoice, payment_id: paymentId }: PurchaseRow): Delivery | undefined {
  if (paymentId === null) return undefined;
  return invoice === null ? { kind: "onchain", paymentId } : { kind: "invoice", invoice, paymentId };
}

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

/** What an operator has to look at: refunds that failed, and disputes. Oldest first. */
export async function listStuckPurchases(db: Db, limit: number): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    select *
      from ramp.purchase
     where state in ('refund_failed', 'disputed', 'on_hold')
     order by id
     limit ${limit}`);
  return rows.map(toPurchase);
}

/** Takes purchases that are due; they are due again at `leaseUntil`, when nobody has said otherwise. */
export async function leaseDuePurchases(
  db: Db,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    update ramp.purchase q
       set due_at = ${leaseUntil}
      from (
        select d.id
          from ramp.purchase d
         where d.due_at <= ${now}
         order by d.due_at
         limit ${limit}
           for update skip locked) due
     where q.id = due.id
    returning q.*`);
  return rows.map(toPurchase);
}

/**
 * When a purchase is looked at next; undefined: not again. Nothing is written when it has changed, or when somebody has woken it since it
 * was read: then it is due now.
 */
export async function lookAgainAt(
  db: Db,
  { id, version, dueAt: seen }: Pick<Purchase, "id" | "version" | "dueAt">,
  dueAt: Date | undefined,
): Promise<void> {
  await db.query(sql`
    update ramp.purchase
       set due_at = ${dueAt ?? null},
           tries = tries + 1
     where id = ${id}
       and version = ${version}
       and due_at is not distinct from ${seen ?? null}`);
}

/** Something was said about purchases with this reference: they are looked at now. False when there are none. */
export async function wakePurchase(
  db: Db,
  { processor, reference, now }: { readonly processor: string; readonly reference: string; readonly now: Date },
): Promise<PurchaseId | undefined> {
  const [row] = await db.query<{ id: PurchaseId }>(sql`
    update ramp.purchase
       set due_at = ${now}
     where processor = ${processor}
       and reference = ${reference}
    returning id`);
  return row?.id;
}

/**
 * Remembers the processor's reference of a purchase that was begun there. False when it is not being paid any more. The version grows: who
 * has seen the purchase without it must not end it without the processor.
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

/** Binds a purchase to the payment that will deliver it. False when it has changed. */
export async function updateDelivery(
  db: Db,
  { id, version }: Pick<Purchase, "id" | "version">,
  delivery: Delivery,
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.purchase
       set invoice = ${delivery.kind === "invoice" ? delivery.invoice : null},
           payment_id = ${delivery.paymentId},
           version = version + 1
     where id = ${id}
       and version = ${version}
       and (state = 'authorized' or payment_id is null)
    returning id`);
  return rows.length === 1;
}

/**
 * Sends a purchase that is on hold to a Lightning address instead; it has no payment. What miners would have got is delivered too. `key`: as
 * what limits count it. False when it has changed.
 */
export async function updateDestination(
  db: Db,
  { id, version }: Pick<Purchase, "id" | "version">,
  { destination, key, now }: { readonly destination: string; readonly key: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.purchase
       set destination = ${destination},
           destination_key = ${key},
           amount_msats = amount_msats + coalesce(chain_fee_msats, 0),
           fee_limit_msats = fee_limit_msats - coalesce(chain_fee_msats, 0),
           chain_fee_msats = null,
           version = version + 1,
           due_at = ${now},
           tries = 0
     where id = ${id}
       and version = ${version}
       and state = 'on_hold'
       and payment_id is null
    returning id`);
  return rows.length === 1;
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

export async function bookFee(
  db: Db,
  { id, fee, now }: { readonly id: PurchaseId; readonly fee: Minor; readonly now: Date },
) {
  await db.query(sql`select ramp.book_fee(${now}, ${id}, ${fee})`);
}

/** Books what happened after the end of a purchase, each thing once. Returns what was booked now. */
export async function bookLate(
  db: Pick<Db, "query">,
  {
    id,
    entries,
    now,
  }: {
    readonly id: PurchaseId;
    readonly entries: readonly (LateEntry & { readonly incident: string })[];
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const of = (name: keyof (typeof entries)[number]) => entries.map((entry) => entry[name]);
  const [row] = await db.query<{ booked: readonly string[] }>(sql`
    select ramp.book_late(
             ${now}, ${id}, ${of("kind")}::text[], ${of("incident")}::uuid[], ${of("detail")}::text[]) as booked`);
  return row?.booked ?? [];
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

/** Quotes that nobody took. */
export async function deleteOldQuotes(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from ramp.purchase
     where state = 'quoted'
       and created_at < ${before}`);
}

/** Remembers a message of a processor. False when it was taken before. */
export async function insertMessage(
  db: Db,
  { processor, eventId, type, now }: { processor: string; eventId: string; type: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into ramp.message (processor, event_id, type, at)
    values (${processor}, ${eventId}, ${type}, ${now})
        on conflict (processor, event_id) do nothing
    returning event_id`);
  return rows.length === 1;
}

/** Messages that are too old to come again. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from ramp.message
     where at < ${before}`);
}

export async function findCursor(db: Db, processor: string): Promise<string> {
  const [row] = await db.query<{ cursor: string }>(sql`
    select cursor
      from ramp.follower
     where processor = ${processor}`);
  return row?.cursor ?? "";
}

export async function writeCursor(db: Db, processor: string, cursor: string): Promise<void> {
  await db.query(sql`
    insert into ramp.follower (processor, cursor)
    values (${processor}, ${cursor})
        on conflict (processor) do update
       set cursor = excluded.cursor`);
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
