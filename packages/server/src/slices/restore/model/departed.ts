import type { Idempotency } from "#idempotency";
import type { PaymentId, ProjectKeyId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { Origin } from "#payments";

/** A payment that left before the restore, as the journal or an operator tells. */
export type Departed = {
  readonly id: PaymentId;
  /** The wallet that paid; undefined for a voucher and a purchase. */
  readonly wallet: WalletId | undefined;
  readonly origin: Origin;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  /** How often it may have left, and when: first, and last. */
  readonly attempts: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly internalId: string | undefined;
  readonly idempotency: Idempotency | undefined;
  /** An operator says that the wallet made it: nothing is known of its request. */
  readonly isAssigned?: boolean;
  /** An operator says so, of what was booked as a loss: that is taken back. */
  readonly isInsteadOfLoss?: boolean;
  /** The key that asked for it, on whose budget it counts. */
  readonly key?: ProjectKeyId | undefined;
};

/** What became of a payment that was to be brought back: `restore.bring_back_payment` says what each means. */
export type BroughtBack = {
  readonly outcome: BroughtBackAs;
  /** What the wallet lacked, and the operator lent it. */
  readonly lent: Msats;
};

export type BroughtBackAs =
  | "brought_back"
  | "advanced"
  | "known"
  | "failed"
  | "differs"
  | "in_use"
  | "booked"
  | "no_wallet"
  | "origin_unknown"
  | "origin_ended"
  | "origin_claimed"
  | "origin_delivering"
  | "origin_not_paid"
  | "origin_differs";
