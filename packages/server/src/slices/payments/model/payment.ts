import type { Idempotency } from "#idempotency";
import { AppError, type Issue } from "#kernel/errors.ts";
import type { AccountNo, PaymentId, ProjectKeyId, TransferId, WalletId } from "#kernel/ids.ts";
import { basisPointsOf, type Msats, maxOf } from "#kernel/money.ts";
import type { PaymentWait } from "#texts/progress.ts";
import type { PaymentFailureCode, PaymentRefusalCode } from "./failure-codes.ts";
import type { Destination } from "./target.ts";

/**
 * An outgoing payment. Its amount and fee limit lie in the account `reserved` from its first row to its outcome, and
 * only proof finishes it: a preimage, or the node's report that no part of it can still settle.
 */
export type Payment = {
  readonly id: PaymentId;
  readonly payer: Payer;
  readonly origin: Origin;
  readonly destination: Destination;
  /**
   * Of a payment to a node: chosen by us and written down before anything is sent. Nothing shows it before the payment
   * has completed.
   */
  readonly keysendPreimage: Uint8Array | undefined;
  readonly amount: Msats;
  /** The most that the route may cost; reserved together with the amount. */
  readonly feeLimit: Msats;
  /** The payer's comment or description. Sent to an address whose server takes comments. */
  readonly comment: string | undefined;
  readonly internalId: string | undefined;
  /** Of the request that asked for it; undefined without a key, and for a payment inside the ledger that was read. */
  readonly idempotency: Idempotency | undefined;
  /** The project key that asked for it, where it has a policy. */
  readonly restrictedKey: ProjectKeyId | undefined;
  readonly callbackUrl: string | undefined;
  readonly transactionId: TransferId;
  readonly createdAt: Date;
  /** Grows with every write of the state; writes name the version they have seen. */
  readonly version: number;
  readonly lease: Lease;
  /** Why it waits for the operator: nothing is sent meanwhile, and absence at the node proves nothing. */
  readonly onHoldFor: "restore" | undefined;
  /**
   * It had left before a restore and was brought back: the node is asked for its hash, and its report or an operator
   * ends it. It is never sent, and absence at the node proves nothing.
   */
  readonly isBroughtBack: boolean;
  /**
   * The node at which it was ordered was replaced: no other node knows what became of it. It is neither looked up nor
   * sent, and an operator ends it.
   */
  readonly isAtFormerNode: boolean;
  readonly progress: Progress;
};

/** The account that pays, and the wallet it belongs to; a system account belongs to none. */
export type Payer = { readonly account: AccountNo; readonly wallet: WalletOfPayer | undefined };
export type WalletOfPayer = { readonly id: WalletId; readonly ownerId: string };

/** What a payment was made for. The thing it names asks for the outcome; the payment does not know it otherwise. */
export type Origin =
  | { readonly kind: "request" }
  | { readonly kind: "voucher" | "withdrawal" | "purchase"; readonly id: string };

/** The right to drive a payment. The token grows with every holder, so that a late one is noticed. */
export type Lease = { readonly token: bigint; readonly until: Date | undefined };

export type Progress = Resolving | Ready | Sent | Completed | Failed;

/**
 * Why a payment is pending (undefined: nothing had to wait yet), when it is due next, and how often it was due before.
 */
export type Waiting = {
  readonly reason: PaymentWait | undefined;
  /** In the words of the node, or of us: for the operator. */
  readonly detail?: string | undefined;
  readonly dueAt: Date;
  readonly tries: number;
};

type Resolving = Waiting & { readonly kind: "resolving" };
type Ready = Waiting & { readonly kind: "ready"; readonly invoice: BoundInvoice };
type Sent = Waiting & {
  readonly kind: "dispatched" | "in_flight" | "unknown";
  readonly invoice: BoundInvoice;
  /** Number of the last attempt, from 1. */
  readonly attempt: number;
  /** How many attempts provably never left our process. */
  readonly attemptsNotSent: number;
  readonly dispatchedAt: Date;
  /** When the last attempt has left its process, or never will: before it, "not found" proves nothing. */
  readonly dispatchDeadline: Date;
  /** The node's own reference of the last attempt, where it has one. */
  readonly reference: string | undefined;
  /** The node has reported it in flight, so "not found" only says that the node forgot. */
  readonly wasInFlight: boolean;
  /** Since then the node, asked after the expiry, has not known it; or has called it failed, where that is no proof. */
  readonly absentSince: Date | undefined;
  /** The node has called it in flight since then without an HTLC of it in any channel. */
  readonly missingSince: Date | undefined;
};
type Completed = {
  readonly kind: "completed";
  readonly at: Date;
  readonly fee: Msats;
  /** Absent for an internal recipient that needed no invoice, and for a node. */
  readonly invoice: string | undefined;
  readonly paymentHash: Uint8Array | undefined;
  /** Absent for an internal payment: nothing was sent. */
  readonly preimage: Uint8Array | undefined;
};
type Failed = {
  readonly kind: "failed";
  readonly at: Date;
  readonly code: PaymentFailureCode;
  readonly detail: string;
  readonly invoice: string | undefined;
  readonly paymentHash: Uint8Array | undefined;
};

/** The one invoice of a payment, or what stands for it where a node is paid that made none. */
export type BoundInvoice = {
  /** Undefined for a payment to a node, and where it was brought back without its invoice. */
  readonly text: string | undefined;
  readonly paymentHash: Uint8Array;
  /** Its expiry, or our own bound (`INVOICE_AGE_MAX_MS`, `KEYSEND_AGE_MS`) when that is earlier. */
  readonly expiresAt: Date;
  /** Our own node is the payee: it is paid inside the ledger. */
  readonly isOwn: boolean;
  /** The key of the node that is paid; undefined in payments of earlier versions. */
  readonly payee: string | undefined;
};

export type ResolvingPayment = Payment & { readonly progress: Resolving };
export type ReadyPayment = Payment & { readonly progress: Ready };
export type SentPayment = Payment & { readonly progress: Sent };
export type FailedPayment = Payment & { readonly progress: Failed };
export type FinishedPayment = Payment & { readonly progress: Completed | Failed };

export function isResolving(payment: Payment): payment is ResolvingPayment {
  return payment.progress.kind === "resolving";
}

export function isReady(payment: Payment): payment is ReadyPayment {
  return payment.progress.kind === "ready";
}

/** Given to the node, and not finished. */
export function isSent(payment: Payment): payment is SentPayment {
  const { kind } = payment.progress;
  return kind === "dispatched" || kind === "in_flight" || kind === "unknown";
}

export function isFailed(payment: Payment): payment is FailedPayment {
  return payment.progress.kind === "failed";
}

export function isFinished(payment: Payment): boolean {
  return payment.progress.kind === "completed" || payment.progress.kind === "failed";
}

/** Of the invoice, or of what stands for it; undefined until it is known, and where none is needed. */
export function paymentHashOf({ progress }: Payment): Uint8Array | undefined {
  if (progress.kind === "resolving") return undefined;
  return progress.kind === "completed" || progress.kind === "failed"
    ? progress.paymentHash
    : progress.invoice.paymentHash;
}

export type PaymentState = Progress["kind"] | "created";

/** The only transitions. The constraint `payment_transition` says the same; a test compares them. */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ["resolving", "ready", "completed", "failed"],
  resolving: ["ready", "completed", "failed"],
  ready: ["dispatched", "completed", "failed"],
  dispatched: ["in_flight", "unknown", "completed", "failed"],
  in_flight: ["unknown", "completed", "failed"],
  unknown: ["dispatched", "in_flight", "completed", "failed"],
  completed: [],
  failed: [],
};

export const WIRE_STATUSES = ["processing", "completed", "failed"] as const;
export type WireStatus = (typeof WIRE_STATUSES)[number];

/** The status on the wire: what is not finished is `processing` (docs/contract.md, "Payments"). */
export function wireStatus(payment: Payment): WireStatus {
  const { kind } = payment.progress;
  return kind === "completed" || kind === "failed" ? kind : "processing";
}

/** How much a route may cost: a floor in msats and a share in basis points, rounded up. Ours. */
export type FeePolicy = { readonly floor: Msats; readonly basisPoints: bigint };

/**
 * The fee limit of a payment: max(floor, share of the amount), or what the caller asks for up to the project's ceiling.
 * A `maxFee` below the default makes it smaller.
 */
export function feeLimitOf(
  amount: Msats,
  policy: FeePolicy,
  asked: { maxFee?: Msats | undefined; ceilingBasisPoints: bigint },
): Msats {
  const standard = maxOf(policy.floor, basisPointsOf(amount, policy.basisPoints));
  if (asked.maxFee === undefined) return standard;
  const ceiling = maxOf(standard, basisPointsOf(amount, asked.ceilingBasisPoints));
  return asked.maxFee < ceiling ? asked.maxFee : ceiling;
}

/**
 * Our own bound: an invoice that expires later is treated as expiring then. BOLT 11 allows centuries; a recipient must
 * not choose how long money stays reserved.
 */
export const INVOICE_AGE_MAX_MS = 24 * 3_600_000;

/** A payment to a node is begun within this time, as if it had an invoice that expires then. Ours. */
export const KEYSEND_AGE_MS = 3_600_000;

/** The expiry that counts for us. */
export function boundExpiry(expiresAt: Date, now: Date): Date {
  return new Date(Math.min(expiresAt.getTime(), now.getTime() + INVOICE_AGE_MAX_MS));
}

/** The hash of a payment that failed, or that an operator ended, is looked up for so long afterwards. Ours. */
export const WATCH_MS = 14 * 24 * 3_600_000;

export const WATCH_PAUSE_MIN_MS = 10 * 60_000;
const WATCH_PAUSE_MAX_MS = 4 * 3_600_000;

/**
 * When a watched hash is looked up next: at intervals that double, from ten minutes up to four hours, and a last time
 * when its watch is over; undefined after that. Ours.
 */
export function nextWatch({ finishedAt, until }: { finishedAt: Date; until: Date }, now: Date): Date | undefined {
  if (now >= until) return undefined;
  const sinceMs = now.getTime() - finishedAt.getTime();
  const pauseMs = Math.min(Math.max(sinceMs, WATCH_PAUSE_MIN_MS), WATCH_PAUSE_MAX_MS);
  return new Date(Math.min(now.getTime() + pauseMs, until.getTime()));
}

/** A payment failed; nothing was paid. Edges add it in wire form. */
export class PaymentFailed extends AppError {
  readonly payment: FailedPayment;

  constructor(payment: FailedPayment) {
    super(payment.progress.code, payment.progress.detail);
    this.payment = payment;
  }

  /** Of every failed payment, also where a request that is refused with this code has another one. */
  override get status() {
    return 400 as const;
  }
}

export class PaymentNotFound extends AppError {
  constructor() {
    super("payment_not_found", "the wallet has no payment with this id or payment hash");
  }
}

export class InsufficientFunds extends AppError {
  /** `needed` is amount and fee limit together, in msats, as is `available`. */
  constructor(available: bigint, needed: bigint) {
    super("insufficient_funds", `the wallet can give ${available} msats; amount and fee limit are ${needed} msats`, {
      details: [
        { field: "available", issue: String(available) },
        { field: "needed", issue: String(needed) },
      ],
    });
  }
}

/** A request to pay that was refused: nothing was reserved, no payment exists, the idempotency key stays free. */
export class PaymentRefused extends AppError {
  constructor(
    code: PaymentRefusalCode | "payment_not_found" | "unavailable",
    message: string,
    options: { details?: readonly Issue[]; retryAfterSeconds?: number } = {},
  ) {
    super(code, message, options);
  }
}
