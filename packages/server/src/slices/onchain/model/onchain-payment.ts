import { AppError } from "#kernel/errors.ts";
import type { AccountNo, PaymentId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";

/**
 * A payment to an address of the chain. Its one signed transaction is written down before it is published; from then
 * on it may confirm at any time, and only the chain ends the payment (docs/decisions/0032).
 */
export type OnchainPayment = {
  readonly id: PaymentId;
  readonly origin: OnchainOrigin;
  readonly address: string;
  /** What the address gets. */
  readonly amount: Msats;
  /** What miners get. */
  readonly fee: Msats;
  /** As explorers write it, lower-case hex. */
  readonly txid: string;
  readonly transaction: Uint8Array;
  readonly createdAt: Date;
  /** The node that built it was replaced: the change is not this service's node's. */
  readonly isAtFormerNode: boolean;
  readonly progress: OnchainProgress;
};

export type OnchainProgress = Dispatched | Finished;

/** The transaction may be on its way. `tries`: how often the node was asked about it. */
type Dispatched = { readonly kind: "dispatched"; readonly tries: number };
type Finished = { readonly kind: "completed" | "failed"; readonly finishedAt: Date };

export type DispatchedOnchain = OnchainPayment & { readonly progress: Dispatched };

export function isDispatched(payment: OnchainPayment): payment is DispatchedOnchain {
  return payment.progress.kind === "dispatched";
}

/** What a payment is made for. It has one payment at a time. */
export type OnchainOrigin = { readonly kind: "purchase"; readonly id: string };

/** What a payment is to be. */
export type OnchainRequest = {
  /** Chosen by the caller, which has written it down with what is paid out. */
  readonly id: PaymentId;
  readonly payer: AccountNo;
  readonly origin: OnchainOrigin;
  readonly address: string;
  /** Whole sats. */
  readonly amount: Msats;
  /** The most that miners may get. */
  readonly feeLimit: Msats;
};

/** Below this a payment to the chain costs more than it is worth. Ours. */
export const ONCHAIN_MIN = sats(10_000n);

/** Nothing was written, and nothing can be published. `unavailable`, `sending_paused`: a later call may succeed. */
export class OnchainRefused extends AppError {}
