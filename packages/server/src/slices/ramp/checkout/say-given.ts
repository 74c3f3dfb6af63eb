import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type Purchase, PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { AddressNotProved, browserOf, type Session } from "../model/session.ts";
import { updateIdentityGiven } from "../store/customers.ts";
import { findPurchase, updateCardGiven } from "../store/purchases.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

/** The card can do nothing more for these. */
const TOO_LATE: readonly Purchase["progress"]["kind"][] = ["quoted", "failed", "canceled", "expired"];

/**
 * The page gives a card to the processor, or knows that none is on its way: so a page that is loaded again shows the
 * same. What is true of the card, the processor alone says; it is asked now.
 * @throws {PurchaseNotFound} {PurchaseChanged} when a card that is given would pay for nothing.
 */
export async function sayCardGiven(
  { db, clock }: Deps,
  session: Session,
  { id, isGiven }: { readonly id: PurchaseId; readonly isGiven: boolean },
): Promise<void> {
  const purchase = await findPurchase(db, id);
  if (purchase === undefined || purchase.sessionId !== session.id) throw new PurchaseNotFound();
  if (await updateCardGiven(db, { id, isGiven, now: clock.now() })) return;
  const { progress } = (await findPurchase(db, id)) ?? purchase;
  if (isGiven && TOO_LATE.includes(progress.kind)) throw new PurchaseChanged();
}

/**
 * The person has shown a document to the provider, who is asked now.
 * @throws {AddressNotProved}
 */
export async function sayIdentityGiven({ db, clock }: Deps, session: Session): Promise<void> {
  const userId = browserOf(session)?.userId;
  if (userId === undefined) throw new AddressNotProved();
  await updateIdentityGiven(db, userId, clock.now());
}
