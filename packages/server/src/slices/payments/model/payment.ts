import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError, type Issue } from "#kernel/errors.ts";
import type { AccountNo, PaymentId, ProjectId, TransferId, WalletId } from "#kernel/ids.ts";
import { basisPointsOf, type Msats, maxOf } from "#kernel/money.ts";

/**
 * An outgoing payment. Its amount and fee limit lie in the account `reserved` from its first row to its end, and only
 * proof ends it: a preimage, or the node's word that no part of it can still settle.
 */
export type Payment = {
  readonly id: PaymentId;
  readonly projectId: ProjectId;
  readonly walletId: WalletId;
  readonly account: AccountNo;
  readonly lnAddress: string;
  readonly amount: Msats;
  /** The most that the route may cost; reserved together with the amount. */
  readonly feeLimit: Msats;
  readonly comment: string | undefined;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly transactionId: TransferId;
  readonly createdAt: Date;
  /** Grows with every write of the state; writes name the version they have seen. */
  readonly version: number;
  readonly lease: Lease;
  readonly progress: Progress;
};

/** The right to drive a payment. The token grows with every holder, so that a late one is noticed. */
export type Lease = { readonly token: bigint; readonly until: Date | undefined };

export type Progress = Resolving | Ready | Sent | Completed | Ended;

/** Why a payment is still open, when somebody had to wait, and when it is looked at next. */
export type Waiting = { readonly detail: string | undefined; readonly dueAt: Date };

type Resolving = Waiting & { readonly kind: "resolving" };
type Ready = Waiting & { readonly kind: "ready"; readonly invoice: BoundInvoice };
type Sent = Waiting & {
  readonly kind: "dispatched" | "in_flight" | "unknown";
  readonly invoice: BoundInvoice;
  /** Number of the last order given to the node, from 1. */
  readonly attempt: number;
  /** When that order has left its process, or never will: before it, "not found" says nothing. */
  readonly orderUntil: Date;
  /** How often it was looked at since, for the pauses between look-ups. */
  readonly tries: number;
  /** The node has said that it had it under way, so "not found" only says that the node forgot. */
  readonly wasInFlight: boolean;
  readonly absentSince: Date | undefined;
};
type Completed = {
  readonly kind: "completed";
  readonly at: Date;
  readonly fee: Msats;
  /** Absent when the recipient has an account here and no invoice was needed. */
  readonly invoice: string | undefined;
  readonly paymentHash: Uint8Array | undefined;
  /** Absent for a payment inside this service: nothing was sent. */
  readonly preimage: Uint8Array | undefined;
};
type Ended = {
  readonly kind: "failed";
  readonly at: Date;
  readonly code: PaymentFailureCode;
  readonly detail: string;
  readonly invoice: string | undefined;
  readonly paymentHash: Uint8Array | undefined;
};

/** The one invoice of a payment. */
export type BoundInvoice = { readonly text: string; readonly paymentHash: Uint8Array; readonly expiresAt: Date };

export type ResolvingPayment = Payment & { readonly progress: Resolving };
export type ReadyPayment = Payment & { readonly progress: Ready };
export type SentPayment = Payment & { readonly progress: Sent };

export function isResolving(payment: Payment): payment is ResolvingPayment {
  return payment.progress.kind === "resolving";
}

export function isReady(payment: Payment): payment is ReadyPayment {
  return payment.progress.kind === "ready";
}

/** Given to the node, and not ended yet. */
export function isSent(payment: Payment): payment is SentPayment {
  const { kind } = payment.progress;
  return kind === "dispatched" || kind === "in_flight" || kind === "unknown";
}

/** What a payment that moved nothing, or gave everything back, can say. All are in the catalogue of error codes. */
export const PAYMENT_FAILURE_CODES = [
  "address_not_found",
  "address_unreachable",
  "amount_out_of_range",
  "comment_too_long",
  "invoice_invalid",
  "invoice_expired",
  "invoice_in_use",
  "invoice_already_paid",
  "self_payment",
  "no_route",
  "fee_limit",
  "recipient_rejected",
  "node_unavailable",
] as const satisfies readonly ErrorCode[];

export type PaymentFailureCode = (typeof PAYMENT_FAILURE_CODES)[number];

export type PaymentState = Progress["kind"] | "created";

/** The only transitions. The constraint `payment_transition` says the same; a test compares them. */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ["resolving", "completed", "failed"],
  resolving: ["ready", "completed", "failed"],
  ready: ["dispatched", "failed"],
  dispatched: ["in_flight", "unknown", "completed", "failed"],
  in_flight: ["unknown", "completed", "failed"],
  unknown: ["dispatched", "in_flight", "completed", "failed"],
  completed: [],
  failed: [],
};

export function isFinal(payment: Payment): boolean {
  return payment.progress.kind === "completed" || payment.progress.kind === "failed";
}

/** The word of the wire: whatever is not final is `processing` (interface.md, States; the other two are ours). */
export function wireStatus(payment: Payment): "processing" | "completed" | "failed" {
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
  asked: { maxFee: Msats | undefined; ceilingBasisPoints: bigint },
): Msats {
  const standard = maxOf(policy.floor, basisPointsOf(amount, policy.basisPoints));
  if (asked.maxFee === undefined) return standard;
  const ceiling = maxOf(standard, basisPointsOf(amount, asked.ceilingBasisPoints));
  return asked.maxFee < ceiling ? asked.maxFee : ceiling;
}

export const LOOKUP_PAUSE_MAX_MS = 300_000;
const LOOKUP_PAUSES_MS = [1_000, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000];

/** Pause before the next look-up: from 1 s up to 5 minutes. */
export function lookupPauseMs(tries: number): number {
  return LOOKUP_PAUSES_MS[tries] ?? LOOKUP_PAUSE_MAX_MS;
}

/** An invoice cannot be taken for unpaid before this long after its end. */
export const ABSENCE_GRACE_MS = 10 * 60_000;
/** Two look-ups at least this far apart have to find nothing. */
export const ABSENCE_APART_MS = 60_000;
/** A failed hash is looked at again until this long after the end of its invoice. */
export const WATCH_MS = 14 * 24 * 3_600_000;

export const WATCH_PAUSE_MIN_MS = 10 * 60_000;
const WATCH_PAUSE_MAX_MS = 4 * 3_600_000;

/**
 * When a failed hash is looked at next: at intervals that double, from ten minutes up to four hours, and a last time when
 * its watch ends; undefined after that. Ours.
 */
export function nextWatch({ failedAt, until }: { failedAt: Date; until: Date }, now: Date): Date | undefined {
  if (now >= until) return undefined;
  const sinceMs = now.getTime() - failedAt.getTime();
  const pauseMs = Math.min(Math.max(sinceMs, WATCH_PAUSE_MIN_MS), WATCH_PAUSE_MAX_MS);
  return new Date(Math.min(now.getTime() + pauseMs, until.getTime()));
}

/** A payment ended without paying. `data` is the payment in its wire form. */
export class PaymentFailed extends AppError {
  constructor(end: { code: PaymentFailureCode; detail: string }, data: unknown) {
    super(end.code, end.detail, { data });
  }

  /** Of every failed payment, also where a request that is refused with this code has another one. */
  override get status() {
    return 400 as const;
  }
}

export class PaymentNotFound extends AppError {
  constructor() {
    super("payment_not_found", "the project has no payment with this id or payment hash");
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
    code: Extract<
      ErrorCode,
      | "limit_exceeded"
      | "sending_paused"
      | "too_many_pending"
      | "self_payment"
      | "address_not_found"
      | "receive_limit_exceeded"
    >,
    message: string,
    options: { details?: readonly Issue[]; retryAfterSeconds?: number } = {},
  ) {
    super(code, message, options);
  }
}
