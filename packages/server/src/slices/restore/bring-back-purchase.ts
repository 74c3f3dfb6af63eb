import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import {
  type DepartedPurchase,
  isLacking,
  type PurchaseBroughtBack,
  type RefundedAgain,
} from "./model/departed-purchase.ts";
import { listCopies, updateBroughtBack, updateRefundedAgain } from "./store/purchases.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** Of purchases of which the journal tells those about which the copy knows less. */
export async function listLackingPurchases<T extends Omit<DepartedPurchase, "begunAt">>(
  db: Db,
  told: readonly T[],
): Promise<readonly T[]> {
  const ids = [...new Set(told.map(({ id }) => id))];
  const references = [...new Set(told.map(({ reference }) => reference))];
  const copies = await listCopies(db, { ids, references });
  return told.filter((one) =>
    isLacking(one, copies.find(({ id }) => id === one.id) ?? copies.find((copy) => copy.reference === one.reference)),
  );
}

/**
 * Brings a purchase to where the journal says that it was. It waits for the restore, then its driver asks the
 * processor. Safe to repeat, and by several at once.
 */
export async function bringBackPurchase(
  { db, clock, random }: Deps,
  departed: DepartedPurchase,
): Promise<PurchaseBroughtBack> {
  return await updateBroughtBack(db, departed, { transfer: random.uuid(), now: clock.now() });
}

/** Stands where the operator's own words were. */
const REASON_LOST = "given back by hand before a restore; the journal told of it, without the reason";

/** Writes down again that an operator gave the money of a purchase back. Safe to repeat, and by several at once. */
export async function refundAgain({ db, clock, random }: Deps, id: string): Promise<RefundedAgain> {
  return await updateRefundedAgain(db, { id, reason: REASON_LOST, event: random.uuid(), now: clock.now() });
}

/** Of these purchases those that are here. */
export async function listKnownPurchases(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await listCopies(db, { ids, references: [] })).map(({ id }) => id));
}

/** Of these purchases those that are not refunded here, or not here. */
export async function listNotRefunded(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const copies = await listCopies(db, { ids, references: [] });
  const refunded = new Set(copies.filter(({ state }) => state === "refunded").map(({ id }) => id));
  return new Set(ids.filter((id) => !refunded.has(id)));
}
