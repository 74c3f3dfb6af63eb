import type { Clock } from "#kernel/clock.ts";
import { isUuid } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { listForeign } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { PaymentProcessor, ProcessorPayment } from "../model/ports.ts";
import type { PurchaseId } from "../model/purchase.ts";
import { findPurchase, findPurchaseNamed } from "../store/purchases.ts";
import { insertStray, listUnknownReferences, updateStrayRefunded } from "../store/strays.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "append">;
  readonly processor: PaymentProcessor;
};

/** A time that is long enough for any list of changes: it ends when a page moves the cursor no more. */
const PAGES_MAX = 5_000;

/** Payments at the processor since `since` that no purchase explains: their purchases were lost with a copy. */
export async function listStrays(
  { db, processor }: Pick<Deps, "db" | "processor">,
  since: Date,
): Promise<readonly ProcessorPayment[]> {
  const unknown = new Set<string>();
  let cursor = "";
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await processor.listChanged(cursor, since);
    const { references } = page;
    for (const one of await listUnknownReferences(db, { processor: processor.name, references })) unknown.add(one);
    if (page.cursor === cursor) break;
    cursor = page.cursor;
  }
  const payments: ProcessorPayment[] = [];
  for (const reference of unknown) payments.push(await processor.get(reference));
  return payments.filter(({ purchaseId }) => purchaseId !== undefined && isUuid(purchaseId));
}

export type AdoptStray = {
  readonly reference: string;
  readonly reason: string;
  /** The operator knows that no unexplained payment of the node has delivered it. */
  readonly despiteUnexplained: boolean;
};

/** `canceled`: nothing had been taken. `pending`: the processor gives it back. */
export type Adopted = "refunded" | "pending" | "canceled";

/**
 * Gives back a payment at the processor whose purchase was lost with a copy: once, because the processor knows the
 * purchase as the key. What it bought is not known, so it is not delivered. Safe to repeat.
 *
 * @throws {OperatorError} when a purchase has it, it may have been delivered, or it cannot be given back.
 */
export async function refundStray(deps: Deps, { reference, reason, despiteUnexplained }: AdoptStray): Promise<Adopted> {
  const { db, clock, journal, processor } = deps;
  const payment = await processor.get(reference);
  const purchaseId = await requireStray(deps, payment);
  if (payment.state === "canceled") return "canceled";
  if (payment.state !== "captured") {
    const after = await processor.cancel(reference, purchaseId);
    if (after.state === "canceled") return "canceled";
    throw new OperatorError(`the processor says that it is ${after.state}`, "Run this again.");
  }
  if (payment.dispute === "open" || payment.dispute === "lost")
    throw new OperatorError(
      "it is disputed: the card's bank decides, and nothing can be given back",
      "Answer the bank.",
    );
  if (!despiteUnexplained) await refuseUnexplained(db);
  await insertStray(db, { processor: processor.name, payment, purchaseId, reason, now: clock.now() });
  await journal.append({
    what: "purchase.refund",
    id: purchaseId,
    kind: "adopted",
    processorId: reference,
  });
  const { refund } = await processor.refund(reference, purchaseId);
  if (refund !== "succeeded" && refund !== "pending")
    throw new OperatorError(`the processor says of the refund: ${refund}`, "Look at it at the processor.");
  if (refund === "succeeded") await updateStrayRefunded(db, { processor: processor.name, reference }, clock.now());
  return refund === "succeeded" ? "refunded" : "pending";
}

async function requireStray({ db }: Deps, { reference, purchaseId }: ProcessorPayment): Promise<PurchaseId> {
  if (purchaseId === undefined || !isUuid(purchaseId))
    throw new OperatorError("the processor names no purchase of ours for it", "Nothing was changed.");
  const purchase = (await findPurchaseNamed(db, reference)) ?? (await findPurchase(db, purchaseId as PurchaseId));
  if (purchase === undefined) return purchaseId as PurchaseId;
  throw new OperatorError(
    `it is that of purchase ${purchase.id}, which goes on by itself`,
    "Nothing was changed. `npm run leyden -- ramp show <purchase>` shows it.",
  );
}

/** What the node made without us may have delivered it: then it would be both delivered and given back. */
async function refuseUnexplained(db: Db): Promise<void> {
  const open = (await listForeign(db)).filter(({ isSelf, isSetAside }) => !isSelf && !isSetAside);
  if (open.length > 0)
    throw new OperatorError(
      `${open.length} payments of the node are not explained, and one of them may have delivered it`,
      "Say what they were first (`reconcile <hash> --to …`). If you know that none delivered it, add --although-the-node-paid.",
    );
}
