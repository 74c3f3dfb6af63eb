import type { Stripe } from "stripe";
import type { ProcessorEvent } from "#ramp";
import { BadAnswer, type Fields, fieldsOf, itemsOf, REFERENCE, textOf } from "./stripe-answers.ts";
import type { StripeClient } from "./stripe-client.ts";

/** Those after which a payment reads otherwise; Stripe takes at most 20. */
export const EVENT_TYPES = [
  "payment_intent.amount_capturable_updated",
  "payment_intent.canceled",
  "payment_intent.payment_failed",
  "payment_intent.requires_action",
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
] as const satisfies readonly Stripe.Event["type"][];
const FIRST_LOOK_BACK_SECONDS = 3_600;
const PER_PAGE = 100;
/** Of the last hour: what lies before them is left to the messages. */
const PAGES_MAX = 50;
const CURSOR = /^evt_[A-Za-z0-9]{1,100}$/;

/** What an event is about. Its object may be the payment itself, or name it. */
export function subjectOf(event: Fields): ProcessorEvent["subject"] {
  const { object } = fieldsOf(event["data"], "data");
  const about = fieldsOf(object, "data.object");
  if (about["object"] === "identity.verification_session")
    return { kind: "identity", reference: textOf(about["id"], "id") };
  const reference = about["object"] === "payment_intent" ? about["id"] : about["payment_intent"];
  return typeof reference === "string" && REFERENCE.test(reference) ? { kind: "payment", reference } : undefined;
}

/**
 * References of payments by Stripe's list of events, oldest first. A cursor is the id of the last event that was
 * read.
 */
export async function listChangedPayments(client: StripeClient, cursor: string, now: Date) {
  const newestFirst = (CURSOR.test(cursor) ? await after(client, cursor) : undefined) ?? (await oldest(client, now));
  const events = newestFirst.toReversed();
  const references = new Set<string>();
  for (const event of events) {
    const subject = subjectOf(event);
    if (subject?.kind === "payment") references.add(subject.reference);
  }
  const last = events.at(-1);
  return { cursor: last === undefined ? cursor : idOf(last), references: [...references] };
}

/** The events right after that of the cursor. Undefined: Stripe has forgotten it, after 30 days. */
async function after(client: StripeClient, cursor: string): Promise<readonly Fields[] | undefined> {
  const answer = await client.act("list_changed", cursor, async (stripe) =>
    itemsOf(await stripe.events.list({ types: [...EVENT_TYPES], ending_before: cursor, limit: PER_PAGE }), "events"),
  );
  return answer.kind === "refused" ? undefined : answer.value;
}

/** The oldest page of the last hour: Stripe lists the newest first. */
async function oldest(client: StripeClient, now: Date): Promise<readonly Fields[]> {
  const created = { gte: Math.floor(now.getTime() / 1000) - FIRST_LOOK_BACK_SECONDS };
  let found: readonly Fields[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const last = found.at(-1);
    const page = await client.ask("list_changed", async (stripe) => {
      const from = last === undefined ? {} : { starting_after: idOf(last) };
      const answer: unknown = await stripe.events.list({ types: [...EVENT_TYPES], created, limit: PER_PAGE, ...from });
      return { items: itemsOf(answer, "events"), hasMore: fieldsOf(answer, "events")["has_more"] === true };
    });
    if (page.items.length > 0) found = page.items;
    if (!page.hasMore || page.items.length === 0) break;
  }
  return found;
}

function idOf(event: Fields): string {
  const id = textOf(event["id"], "event.id");
  if (!CURSOR.test(id)) throw new BadAnswer("event.id");
  return id;
}
