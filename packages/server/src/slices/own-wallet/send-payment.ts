import { IdempotencyMismatch } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import { findLimits } from "#ledger";
import { OPERATIONS, type PayDeps, pay, readInvoice } from "#payments";
import { emailAddress } from "#protocol/email-address.ts";
import { EMAIL_OPERATION, type EmailDeps } from "#vouchers";
import { type FindPaymentDeps, findMadeByKey, findOwnPayment } from "./find-own-payment.ts";
import { requireRepeated } from "./model/amounts.ts";
import type { RecipientKind } from "./model/own-payment.ts";
import { destinationIn, type Recipient, recipientIn } from "./model/recipient.ts";
import type { OwnPayment } from "./present-own-payment.ts";
import { sendToEmail } from "./send-to-email.ts";
import { writeFirstNote } from "./write-note.ts";

export type SendDeps = FindPaymentDeps & { readonly paying: PayDeps; readonly email: EmailDeps };

export type SendPayment = {
  readonly caller: Caller;
  /** As the person was shown it: what the text means must not be another one than that. */
  readonly kind: RecipientKind;
  readonly recipient: string;
  /** Undefined only where an invoice says it. */
  readonly amount?: Msats | undefined;
  readonly repeatedAmount?: Msats | undefined;
  readonly comment: string | undefined;
  /** For the person alone. */
  readonly note: string | undefined;
  readonly idempotencyKey: string;
  readonly waitMs: number;
  readonly hungUp: () => AbortSignal;
};

type Sent = { readonly payment: OwnPayment; readonly replayed: boolean };

/**
 * Pays as a person, and answers the payment as it stands; a failed one is an answer, too. With a key that was used
 * before it answers what was made then, also when it would be refused now.
 *
 * @throws {AppError} when nothing was reserved; the key stays free.
 * @throws {IdempotencyMismatch} when the key was used for something else.
 */
export async function sendPayment(deps: SendDeps, request: SendPayment): Promise<Sent> {
  const { caller, kind, idempotencyKey } = request;
  const recipient = kind === "email" ? undefined : readAs(deps, kind, request.recipient);
  const made = await findMadeByKey(deps, caller, idempotencyKey);
  if (made !== undefined && made.operation !== operationOf(recipient)) throw new IdempotencyMismatch();
  if (made === undefined) await requireTwice(deps, request, recipient);
  const { id, replayed } =
    recipient === undefined
      ? await sendToEmail(deps, { ...request, email: emailAddress(request.recipient), amount: amountIn(request) })
      : await send(deps, request, recipient);
  return { payment: await findOwnPayment(deps, caller, id), replayed };
}

/** @throws {InvalidInput} when the text means another kind of recipient. */
function readAs({ paying }: SendDeps, kind: RecipientKind, text: string): Recipient {
  const recipient = recipientIn(text, paying.baseUrl);
  if (recipient.kind !== kind)
    throw new InvalidInput("kind", `is ${recipient.kind} for this recipient; look at it again`);
  return recipient;
}

function operationOf(recipient: Recipient | undefined): string {
  return recipient === undefined ? EMAIL_OPERATION : OPERATIONS[destinationIn(recipient).kind];
}

function amountIn({ amount }: SendPayment): Msats {
  if (amount === undefined) throw new InvalidInput("amount", "is required", "invalid_amount");
  return amount;
}

async function requireTwice(
  { paying }: SendDeps,
  request: SendPayment,
  recipient: Recipient | undefined,
): Promise<void> {
  const ofInvoice = recipient?.kind === "invoice" ? readInvoice(recipient.text).amount : undefined;
  const amount = ofInvoice ?? amountIn(request);
  const limits = await findLimits(paying.db, request.caller.wallet.account);
  requireRepeated({ amount, repeated: request.repeatedAmount }, limits);
}

/** The note is written before the outcome is waited for: a page that is closed meanwhile has its note. */
async function send(
  { paying }: SendDeps,
  { caller, amount, comment, note, idempotencyKey, waitMs, hungUp }: SendPayment,
  recipient: Recipient,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  const destination = destinationIn(recipient);
  const asked = { caller, destination, amount, comment, idempotencyKey, hungUp };
  if (note === undefined) {
    const { payment, replayed } = await pay(paying, { ...asked, waitMs });
    return { id: payment.id, replayed };
  }
  const { payment, replayed } = await pay(paying, { ...asked, waitMs: 0 });
  await writeFirstNote(paying, { wallet: caller.wallet, about: payment.id, text: note });
  await pay(paying, { ...asked, waitMs });
  return { id: payment.id, replayed };
}
