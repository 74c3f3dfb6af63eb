import { findMade } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import { isUuid, type PaymentId } from "#kernel/ids.ts";
import { findPaymentOfWallet, OPERATIONS, type PayDeps, PaymentNotFound } from "#payments";
import { EMAIL_OPERATION, listEmailPayments } from "#vouchers";
import { type OwnPayment, presentEmailPayment, presentOwnPayment } from "./present-own-payment.ts";
import { listEmailsSent } from "./store/email-payments.ts";
import { listNotes } from "./store/notes.ts";

export type FindPaymentDeps = { readonly paying: Pick<PayDeps, "db" | "clock" | "capabilities"> };

/** All by which a person pays. */
const ALL_OPERATIONS = [...Object.values(OPERATIONS), EMAIL_OPERATION];

/** A payment of the caller's wallet by its id. @throws {PaymentNotFound} */
export async function findOwnPayment({ paying }: FindPaymentDeps, { wallet }: Caller, id: string): Promise<OwnPayment> {
  const about = id.toLowerCase();
  if (!isUuid(about)) throw new PaymentNotFound();
  const { db } = paying;
  const [payment, notes] = await Promise.all([
    findPaymentOfWallet(db, wallet.id, about as PaymentId),
    listNotes(db, wallet.id, [about]),
  ]);
  const note = notes.get(about);
  if (payment !== undefined) return presentOwnPayment(payment, note, paying);
  const [emailPayment] = (await listEmailPayments(db, wallet.id, [about])).values();
  if (emailPayment === undefined) throw new PaymentNotFound();
  const sent = (await listEmailsSent(db, wallet.id, [about])).get(about);
  return presentEmailPayment(emailPayment, { email: sent?.email, note }, paying);
}

/** What the caller has made with an idempotency key, of whatever kind; undefined: nothing, or it is forgotten. */
export function findMadeByKey({ paying }: FindPaymentDeps, { actor }: Caller, key: string) {
  return findMade(paying.db, actor, { operations: ALL_OPERATIONS, key });
}

/** The payment that the caller has made with an idempotency key. @throws {PaymentNotFound} */
export async function findByKey(deps: FindPaymentDeps, caller: Caller, key: string): Promise<OwnPayment> {
  const made = await findMadeByKey(deps, caller, key);
  if (made === undefined) throw new PaymentNotFound();
  return await findOwnPayment(deps, caller, made.resource);
}
