import { AppError } from "./errors.ts";
import type { Msats } from "./money.ts";

/**
 * The journal of what left: files outside the database, so that after a restore of the database there is a record of
 * what the copy does not know. A line is a question to the node, the chain or the processor, whose answer alone ends
 * anything: a line without what it announces is normal, and no line proves that nothing left.
 */
export interface Journal {
  /**
   * Resolves when the line is on disk.
   * @throws {JournalUnavailable} when it is not: what it announces must not leave then.
   */
  append(entry: JournalEntry): Promise<void>;
  /**
   * The same for what goes on also without its line: receiving, and taking a right away. Never throws; that lines are
   * missing is in the next line that can be written.
   */
  appendIfPossible(entry: JournalEntry): Promise<void>;
}

/** What a line may tell of. */
export const JOURNAL_WHATS = [
  // what leaves: written before it does
  "payment.dispatch",
  "onchain.publish",
  "purchase.capture",
  "purchase.refund",
  // what others are promised
  "charge.issue",
  "voucher.issue",
  "withdrawal.issue",
  "issue.refuse", // what the line of this id announced was not issued
  "purchase.begin",
  "purchase.credit", // it goes to its person's own wallet instead
  // what takes a right away
  "key.revoke",
  "key.end", // another one takes over from it, and it ends at `expiresAt`
  "voucher.revoke",
  "key.restrict", // or widened: its rules are others than before
  "app.revoke",
  "secret.end", // of an application
  "secret.rotate", // an application has another one; the one before may be valid still
  "session.end",
  "factor.remove",
  "email.change", // a user logs in with another address
  "account.close",
  "user.block",
  "limit.set", // of the wallet of a user or project; without an amount it was lifted
  "ceiling.set", // of the fees of a project's payments; its amount is in basis points
  "mail.unsubscribe",
  "receipt_mails.end", // of a user, who wanted them before
  // what gives one back: the newest line about a user decides
  "user.unblock",
  // what an operator booked or decided
  "operator.book",
  // of the journal itself
  "journal.open",
  "journal.book",
  "journal.file",
  "journal.delete",
  "journal.close",
] as const;

export type JournalWhat = (typeof JOURNAL_WHATS)[number];

/**
 * What a line says of the thing that it is about: ids, hashes and amounts. Names, addresses and secrets have no field,
 * and a value that could be one is refused.
 */
export type JournalEntry = {
  readonly what: JournalWhat;
  /** Of the payment, charge, voucher, purchase, key, user or booking. */
  readonly id: string;
  readonly wallet?: string | undefined;
  /** What the thing was made for. */
  readonly origin?: { readonly kind: string; readonly id?: string | undefined } | undefined;
  /** Who asked for it: a kind and an id. */
  readonly actor?: { readonly kind: string; readonly id?: string | undefined } | undefined;
  /** Of the Idempotency-Key: half of the hash, as `idempotency.claim` has it; and the hash of the input. */
  readonly idempotency?: { readonly scope: string; readonly input: string } | undefined;
  /** As the client chose it: the one text of others in a line. */
  readonly internalId?: string | undefined;
  readonly paymentHash?: Uint8Array | undefined;
  /** A transaction of the chain, signed, under its id as explorers write it. */
  readonly txid?: string | undefined;
  readonly transaction?: Uint8Array | undefined;
  /** Under which the processor knows the thing. */
  readonly processorId?: string | undefined;
  /** The vouchers or withdrawal requests that one request issues. */
  readonly issued?: readonly IssuedEntry[] | undefined;
  /** Until when an invoice can be paid, or a key be used. */
  readonly expiresAt?: Date | undefined;
  /** SHA-256: of what names a factor, of an address that wants no mails, of a user's address before and after. */
  readonly hashes?: readonly Uint8Array[] | undefined;
  /** A second thing that it concerns: the user of a session, the project of a key. */
  readonly subject?: string | undefined;
  /** One word of what is done: the kind of a booking or of a factor. */
  readonly kind?: string | undefined;
  readonly amount?: Msats | undefined;
  readonly feeLimit?: Msats | undefined;
};

/** A voucher or a withdrawal request. */
export type IssuedEntry = {
  readonly id: string;
  /** SHA-256 of the token that redeems it. */
  readonly tokenHash: Uint8Array;
  readonly amount: Msats;
  /** Ours, on top of the amount: of a payment to an e-mail address. */
  readonly fee?: Msats | undefined;
  readonly expiresAt: Date;
  readonly internalId?: string | undefined;
};

/** The line is not on disk. It may be there in part, and nothing may rely on that. */
export class JournalUnavailable extends AppError {
  /** For the log and the operator. */
  readonly why: string;

  constructor(cause: unknown) {
    super("sending_paused", "the service cannot write its journal; nothing was sent", { retryAfterSeconds: 60, cause });
    this.why = cause instanceof Error ? cause.message : String(cause);
  }
}
