import type { Caller } from "#kernel/caller.ts";
import type { Message } from "#kernel/errors.ts";
import { type Msats, minOf } from "#kernel/money.ts";
import type { Remaining } from "#ledger";
import type { Payment, WholeBalance } from "#payments";
import type { User } from "#users";

/** What the pages of the account say of the user's wallet. */
export type Money = {
  readonly balance: Msats;
  readonly remaining: Remaining;
  /** The latest ones, newest first. */
  readonly movements: readonly Movement[];
};

export type Movement = {
  readonly at: Date;
  /** What it was. */
  readonly said: Message;
  /** In msats; what leaves the wallet is below zero. */
  readonly amount: bigint;
  /** Page of the wallet with its receipt; undefined: it has none. */
  readonly receipt: string | undefined;
};

/** What the wallet of a user shows and does; the service knows how. */
export type WalletOfUser = {
  /** Undefined for a user who is gone or blocked. */
  read(user: User): Promise<Money | undefined>;
  /** Whether the service sends now: it may be paused. */
  isSending(): Promise<boolean>;
  /**
   * All that `available` can be to a recipient, as a person has typed it.
   * @throws {AppError} when it cannot be paid.
   */
  quoteAll(caller: Caller, asked: { readonly recipient: string; readonly available: Msats }): Promise<WholeBalance>;
  /** Pays as any caller does. `token` is the idempotency key. */
  pay(caller: Caller, asked: SendOnce): Promise<Payment>;
  /** As which a user who is logged in pays. */
  callerOf(user: User, sessionId: string): Promise<Caller | undefined>;
};

/** Mails that say that money has arrived, for who wants them; the service knows how. */
export type ReceiptMails = {
  isWished(user: User): Promise<boolean>;
  set(user: User, isWished: boolean): Promise<void>;
};

export type SendOnce = {
  readonly recipient: string;
  readonly amount: Msats;
  readonly token: string;
  readonly hungUp: () => AbortSignal;
};

/** What may leave the wallet now, in msats: the balance, or less where a limit leaves less. */
export function availableOf({
  balance,
  remaining: { daily, weekly, monthly },
}: Pick<Money, "balance" | "remaining">): Msats {
  return [daily ?? balance, weekly ?? balance, monthly ?? balance].reduce(minOf, balance);
}
