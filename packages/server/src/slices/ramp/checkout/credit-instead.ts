import type { Journal } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { findUser, type User } from "#users";
import { type GiveUpDeliveryDeps, giveUpDelivery } from "../drive/deliver.ts";
import {
  deliveryOf,
  type Purchase,
  PurchaseChanged,
  type PurchaseId,
  PurchaseNotFound,
  referenceOf,
} from "../model/purchase.ts";
import type { Session } from "../model/session.ts";
import { findPurchase, updateDestination } from "../store/purchases.ts";
import { findDestinationKey } from "./find-destination-key.ts";
import { ownAddress } from "./own-address.ts";

export type CreditInsteadDeps = GiveUpDeliveryDeps & {
  readonly baseUrl: string;
  readonly journal: Pick<Journal, "append">;
};

/**
 * Delivers a purchase that is on hold into the person's own wallet instead, by the person's choice. Its payment must
 * not exist: money that may be on its way is not sent a second time.
 * @throws {PurchaseNotFound} {PurchaseChanged} {JournalUnavailable}
 */
export async function creditInstead(deps: CreditInsteadDeps, session: Session, id: PurchaseId): Promise<void> {
  const { db, clock } = deps;
  const purchase = await findPurchase(db, id);
  if (purchase === undefined || purchase.sessionId !== session.id) throw new PurchaseNotFound();
  if (purchase.progress.kind !== "on_hold") throw new PurchaseChanged("the purchase is not on hold");
  const user = await findUser(db, purchase.userId);
  if (user === undefined || user.blockedAt !== undefined) throw new PurchaseChanged("the account cannot be credited");
  if (deliveryOf(purchase) !== undefined && (await giveUpDelivery(deps, purchase)) !== "dropped")
    throw new PurchaseChanged("it may be on its way already; read it again");
  const free = (await findPurchase(db, id)) ?? purchase;
  const destination = ownAddress(deps, user);
  const key = await findDestinationKey(deps, destination);
  // Before it is written: the payment that follows is inside, and has no line of its own.
  await deps.journal.append(lineOf(free, user));
  if (!(await updateDestination(db, free, { destination, key, now: clock.now() }))) throw new PurchaseChanged();
}

function lineOf(purchase: Purchase, { id: subject, walletId: wallet }: User) {
  const { id, quote, feeLimit } = purchase;
  const fee = quote.networkFee ?? 0n;
  const processorId = referenceOf(purchase);
  const sums = { amount: msats(quote.amount + fee), feeLimit: msats(feeLimit - fee) };
  return { what: "purchase.credit", id, wallet, subject, processorId, ...sums } as const;
}
