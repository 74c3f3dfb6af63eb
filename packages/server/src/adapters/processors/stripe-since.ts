import type { Stripe } from "stripe";
import type { FoundPayment } from "#ramp";
import { BadAnswer, type Fields, fieldsOf, itemsOf, purchaseIdOf, REFERENCE, textOf } from "./stripe-answers.ts";
import type { StripeClient } from "./stripe-client.ts";

const PER_PAGE = 100;
/** Of one list: a million objects. More is not a list of ours. */
const PAGES_MAX = 10_000;
const ID = /^[a-z]{2,10}_[A-Za-z0-9]{1,100}$/;

type Asked = { readonly limit: number; readonly created: { readonly gte: number }; readonly starting_after?: string };
type List = (stripe: Stripe, asked: Asked) => Promise<unknown>;

/**
 * Payments that were begun, given back or disputed since a time, however long ago: Stripe keeps these lists, and its
 * events for 30 days ("List all events"). Its search would find them by their metadata, but may lack the newest minute,
 * and more while Stripe mends something; allows 20 calls a second; and is not there for accounts in India (Stripe,
 * "Search", "Limitations"). `purchaseId` is there for those that were begun: refunds and disputes name the payment.
 */
export async function listPaymentsSince(client: StripeClient, since: Date): Promise<readonly FoundPayment[]> {
  const begun = await listAll(client, since, (stripe, asked) => stripe.paymentIntents.list(asked));
  const returned = await listAll(client, since, (stripe, asked) => stripe.refunds.list(asked));
  const disputed = await listAll(client, since, (stripe, asked) => stripe.disputes.list(asked));
  const found = new Map<string, FoundPayment>();
  for (const { payment_intent: reference } of [...returned, ...disputed])
    if (typeof reference === "string" && REFERENCE.test(reference))
      found.set(reference, { reference, purchaseId: undefined, isReturned: true });
  for (const intent of begun) {
    const reference = idOf(intent);
    found.set(reference, { reference, purchaseId: purchaseIdOf(intent), isReturned: found.has(reference) });
  }
  return [...found.values()];
}

/** A list of Stripe's, all its pages. It gives the newest first. */
async function listAll(client: StripeClient, since: Date, list: List): Promise<readonly Fields[]> {
  const created = { gte: Math.max(0, Math.floor(since.getTime() / 1000)) };
  const found: Fields[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const last = found.at(-1);
    const page = await client.ask("list_since", async (stripe) => {
      const after = last === undefined ? {} : { starting_after: idOf(last) };
      const answer = await list(stripe, { limit: PER_PAGE, created, ...after });
      const [items, hasMore] = [itemsOf(answer, "data"), fieldsOf(answer, "list")["has_more"]];
      for (const item of items) idOf(item);
      if (typeof hasMore !== "boolean" || (hasMore && items.length === 0)) throw new BadAnswer("has_more");
      return { items, hasMore };
    });
    found.push(...page.items);
    if (!page.hasMore) return found;
  }
  return await client.ask("list_since", () => Promise.reject(new BadAnswer("has_more")));
}

function idOf(item: Fields): string {
  const id = textOf(item["id"], "id");
  if (!ID.test(id)) throw new BadAnswer("id");
  return id;
}
