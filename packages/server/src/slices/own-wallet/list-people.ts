import type { Caller, Wallet } from "#kernel/caller.ts";
import { listNamedPayments } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { listUsersById } from "#users";
import type { RecipientKind } from "./model/own-payment.ts";
import { personKey } from "./person-key.ts";
import { recipientOf } from "./present-own-payment.ts";
import { listEmailsPaid } from "./store/email-payments.ts";

/** Payments that are looked at for recipients. Ours. */
const PAYMENTS_MAX = 500;
/** Addresses that are looked at likewise. */
const EMAILS_MAX = 100;

/** Somebody whom the wallet has paid before. */
export type PaidBefore = {
  /** See `personKey`. */
  readonly key: string;
  readonly kind: RecipientKind;
  readonly recipient: string;
  readonly name: string;
  readonly at: Date;
};

/** Whom the caller's wallet has paid before, each once, the one paid last first. A user has the present gamertag. */
export async function listPeople({ paying }: { readonly paying: { readonly db: Db } }, { wallet }: Caller) {
  const people = await listPaidBefore(paying.db, wallet);
  return people.map(({ kind, recipient, name, at }) => ({ kind, recipient, name, lastPaidAt: at.toISOString() }));
}

/** When the wallet has paid somebody last; undefined: never, as far as its newest payments say. */
export async function findLastPaid(db: Db, wallet: Wallet, key: string | undefined): Promise<Date | undefined> {
  const people = await listPaidBefore(db, wallet);
  return people.find((person) => person.key === key)?.at;
}

async function listPaidBefore(db: Db, { id }: Wallet): Promise<readonly PaidBefore[]> {
  const [payments, emails] = await Promise.all([
    listNamedPayments(db, id, PAYMENTS_MAX),
    listEmailsPaid(db, id, EMAILS_MAX),
  ]);
  const paid = payments.filter(({ progress }) => progress.kind !== "failed");
  const userIds = paid.flatMap(({ destination }) => (destination.kind === "gamertag" ? destination.userId : []));
  const users = new Map((await listUsersById(db, [...new Set(userIds)])).map((user) => [user.id, user]));
  const named = paid.flatMap((payment): PaidBefore[] => {
    const { destination, createdAt: at } = payment;
    const { kind, ...of } = recipientOf(payment);
    const key = personKey(destination);
    if (key === undefined || kind === "other" || kind === "invoice") return [];
    if (destination.kind !== "gamertag") return [{ key, kind, ...of, at }];
    const present = users.get(destination.userId)?.gamertag;
    return present === undefined ? [] : [{ key, kind, recipient: present, name: present, at }];
  });
  const byEmail = emails.map(
    ({ email, sentAt }): PaidBefore => ({
      key: `email ${email}`,
      kind: "email",
      recipient: email,
      name: email,
      at: sentAt,
    }),
  );
  const newest = new Map<string, PaidBefore>();
  for (const person of [...named, ...byEmail].toSorted((a, b) => b.at.getTime() - a.at.getTime()))
    if (!newest.has(person.key)) newest.set(person.key, person);
  return [...newest.values()];
}
