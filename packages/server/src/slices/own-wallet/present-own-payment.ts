import type { Clock } from "#kernel/clock.ts";
import { visibleLine } from "#kernel/plain-line.ts";
import { type Payment, presentPayment } from "#payments";
import { decodeUnverified } from "#protocol/bolt11.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { type EmailPayment, stateAt } from "#vouchers";
import type { PaymentKind, PaymentStatus } from "./model/own-payment.ts";
import { hostIn } from "./person-key.ts";

type Deps = Parameters<typeof presentPayment>[1];

/** A payment as its page shows it. */
export function presentOwnPayment(payment: Payment, note: string | undefined, deps: Deps) {
  const { fee, amount, invoice, preimage, transactionId, createdAt, processedAt, status, ...wire } = presentPayment(
    payment,
    deps,
  );
  return {
    id: payment.id as string,
    ...recipientOf(payment),
    status: status as PaymentStatus,
    amount,
    fee,
    feeLimit: String(payment.feeLimit),
    description: payment.destination.kind === "invoice" ? descriptionIn(payment.destination.invoice) : null,
    comment: wire.comment,
    note: note ?? null,
    invoice: invoice || null,
    preimage,
    transactionId: transactionId as string,
    createdAt,
    finishedAt: processedAt,
    expiresAt: null as string | null,
    failure: wire.failure ?? null,
    statusDetail: wire.statusDetail ?? null,
  };
}

export type OwnPayment = ReturnType<typeof presentOwnPayment>;

/** What an invoice says that it is for, on one line; null: nothing, or the hash of a text. */
function descriptionIn(invoice: string): string | null {
  try {
    const { description } = decodeUnverified(invoice); // verified before it was paid
    return (description.kind === "text" && visibleLine(description.text)) || null;
  } catch (error) {
    if (error instanceof ProtocolError) return null; // paid by a version with other rules
    throw error;
  }
}

type Named = { readonly kind: PaymentKind; readonly recipient: string; readonly name: string };

/** Whom it pays, as it can be paid again. An invoice cannot, and has no name. */
export function recipientOf({ destination }: Pick<Payment, "destination">): Named {
  switch (destination.kind) {
    case "address": {
      const { lnAddress: recipient } = destination;
      return /^(?:lightning:)?lnurl1/i.test(recipient)
        ? { kind: "lnurl", recipient, name: hostIn(recipient) }
        : { kind: "address", recipient, name: recipient };
    }
    case "invoice":
      return { kind: "invoice", recipient: "", name: "" };
    case "gamertag":
      return { kind: "gamertag", recipient: destination.gamertag, name: destination.gamertag };
    case "wallet":
    case "node":
    case "unknown":
      return { kind: "other", recipient: "", name: "" };
  }
}

type Shown = { readonly email: string | undefined; readonly note: string | undefined };

/** A payment to an e-mail address in the same form. */
export function presentEmailPayment(
  { voucher, fee }: EmailPayment,
  { email = "", note }: Shown,
  { clock }: { readonly clock: Pick<Clock, "now"> },
): OwnPayment {
  const { id, amount, description, createdAt, expiresAt, origin } = voucher;
  if (origin.kind !== "voucher") throw new Error(`the payment ${id} is a withdrawal request`);
  const state = stateAt(voucher, clock.now());
  const status = STATUSES[state.kind];
  return {
    id,
    kind: "email",
    recipient: email,
    name: email,
    status,
    amount: String(amount),
    fee: String(fee),
    feeLimit: String(fee),
    description: null,
    comment: description || null,
    note: note ?? null,
    invoice: null,
    preimage: null,
    transactionId: origin.transfer,
    createdAt: createdAt.toISOString(),
    finishedAt: "at" in state ? state.at.toISOString() : null,
    expiresAt: status === "waiting" ? expiresAt.toISOString() : null,
    failure: null,
    statusDetail: null,
  };
}

const STATUSES = {
  open: "waiting",
  claiming: "waiting",
  redeemed: "completed",
  revoked: "returned",
  expired: "returned",
} as const satisfies Record<EmailPayment["voucher"]["state"]["kind"], PaymentStatus>;
