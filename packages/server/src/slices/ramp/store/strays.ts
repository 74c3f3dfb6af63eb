import type { Random } from "#kernel/clock.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { Payable } from "../model/lost-purchase.ts";
import type { ProcessorPayment } from "../model/ports.ts";
import type { Purchase, Quote } from "../model/purchase.ts";
import type { SessionId } from "../model/session.ts";
import type { NewPurchase } from "./quotes.ts";

type Named = { readonly processor: string; readonly reference: string };

/** Which of these references no purchase has, and no operator has given back. */
export async function listUnknownReferences(
  db: Db,
  { processor, references }: { readonly processor: string; readonly references: readonly string[] },
): Promise<readonly string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select u.reference
      from unnest(${references}::text[]) with ordinality u(reference, i)
     where not exists (
       select from ramp.purchase q where q.processor = ${processor} and q.reference = u.reference)
       and not exists (
       select from ramp.stray t
        where t.processor = ${processor} and t.reference = u.reference and t.refunded_at is not null)
     order by u.i`);
  return rows.map(({ reference }) => reference);
}

/** Runs `ramp.give_back`: false when a purchase has this payment. */
export async function insertStray(
  db: Db,
  {
    processor,
    payment,
    purchaseId,
    reason,
    now,
  }: Pick<Named, "processor"> & {
    readonly payment: ProcessorPayment;
    readonly purchaseId: string;
    readonly reason: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { reference, currency, amount } = payment;
  const rows = await db.query<{ written: boolean }>(sql`
    select ramp.give_back(
             ${now}, ${processor}, ${reference}, ${purchaseId}, ${currency}, ${amount as bigint}, ${reason}
           ) as written`);
  return one(rows).written;
}

/** What is written of a purchase that was lost with a copy. */
export type AdoptedPurchase = Pick<
  Purchase,
  "id" | "projectId" | "userId" | "limitMinor" | "feeLimit" | "destination" | "processor" | "card"
> & {
  readonly sessionId: SessionId | undefined;
  readonly quote: Pick<Quote, "currency" | "source" | "price" | "amount">;
  readonly reference: string;
  readonly cardKey: string | undefined;
  readonly begunAt: Date;
  readonly email: string;
  readonly keys: Pick<NewPurchase["keys"], "destination" | "mail">;
};

/** `ramp.adopt` says what each means. */
export type AdoptOutcome = "adopted" | "known" | "given_back" | "unavailable";

/** Runs `ramp.adopt`. `random`: for what only a row has. */
export async function insertAdopted(
  db: Db,
  adopted: AdoptedPurchase,
  { random, reason, now }: { readonly random: Random; readonly reason: string; readonly now: Date },
): Promise<AdoptOutcome> {
  const purchase = JSON.stringify({
    id: adopted.id,
    session_id: adopted.sessionId,
    project_id: adopted.projectId,
    user_id: adopted.userId,
    currency: adopted.quote.currency,
    source_minor: String(adopted.quote.source),
    price_minor: String(adopted.quote.price),
    limit_minor: String(adopted.limitMinor),
    amount_msats: String(adopted.quote.amount),
    fee_limit_msats: String(adopted.feeLimit),
    destination: adopted.destination,
    destination_key: adopted.keys.destination,
    mail_key: adopted.keys.mail,
    processor: adopted.processor,
    reference: adopted.reference,
    card_key: adopted.cardKey,
    card_brand: adopted.card?.brand,
    card_last4: adopted.card?.last4,
    begun_at: adopted.begunAt.toISOString(),
  });
  const rows = await db.query<{ outcome: AdoptOutcome }>(sql`
    select ramp.adopt(
             ${now}, ${purchase}::jsonb, ${random.uuid()}, ${adopted.email}, ${random.bytes(32)}, ${random.bytes(32)},
             ${random.uuid()}, ${random.uuid()}, ${reason}
           ) as outcome`);
  return one(rows).outcome;
}

/**
 * How many payments of the node that nobody has explained paid such an amount since `from`; also those that were booked
 * as a loss or set aside. `payable` undefined: how many of any amount.
 */
export async function countMaybeDelivered(
  db: Db,
  { from, payable }: { readonly from: Date; readonly payable: Payable | undefined },
): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from payments.list_lost(${from}) l
     where l.amount_msats >= coalesce(${payable?.least ?? null}::bigint, l.amount_msats)
       and l.amount_msats <= coalesce(${payable?.most ?? null}::bigint, l.amount_msats)`);
  return one(rows).count;
}

/** Runs `ramp.end_give_back`. */
export async function updateStrayRefunded(db: Db, { processor, reference }: Named, now: Date): Promise<void> {
  await db.query(sql`select ramp.end_give_back(${now}, ${processor}, ${reference})`);
}

/** References of payments without a purchase that operators gave back since a time. */
export async function listGivenBack(
  db: Db,
  { processor, since }: { readonly processor: string; readonly since: Date },
): Promise<readonly string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference
      from ramp.stray
     where processor = ${processor}
       and refunded_at >= ${since}
     order by reference`);
  return rows.map(({ reference }) => reference);
}
