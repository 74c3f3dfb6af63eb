import type { Msats } from "#kernel/money.ts";

/**
 * What we need of a Lightning node. Adapters implement it; one conformance test file runs against each of them.
 * Every call may throw `NodeUnavailable`: the node did not answer, and nothing is known about what it did.
 */
export interface LightningNode {
  info(): Promise<NodeInfo>;
  createInvoice(request: InvoiceRequest): Promise<CreatedInvoice>;
  /** Takes an unpaid invoice back, so that it can no longer be paid over Lightning. */
  cancelInvoice(paymentHash: Uint8Array): Promise<"cancelled" | "settled" | "not_found" | "not_supported">;
  /**
   * Sends. Never throws: whatever is not an answer of the node is `unknown`. Resolves with an end, or with `in_flight`
   * when the payment is still under way after `PAY_WAIT_MS`.
   */
  pay(request: PayRequest): Promise<PayOutcome>;
  lookupOutgoing(paymentHash: Uint8Array): Promise<OutgoingStatus>;
  lookupIncoming(paymentHash: Uint8Array): Promise<IncomingStatus>;
  balances(): Promise<NodeBalances>;
  /**
   * Settled receipts after `cursor`, oldest first, at least once each; the cursor of the last one resumes.
   * Waits up to `waitMs` for the first when there is none yet. `cursor` "" is the beginning.
   */
  received(cursor: string, waitMs: number, signal?: AbortSignal): Promise<readonly Receipt[]>;
  /** Payments the node knows, by the order it began them, after `cursor` ("" is the beginning). At most 1,000. */
  outgoing(cursor: string): Promise<readonly OutgoingRecord[]>;
  /**
   * Payments of ours that ended after `cursor`, in the order of their ends. Waits up to `waitMs` for the first. `cursor`
   * "" is now: the answer comes at once and says where that is. A hint that a look-up would find something; what a node
   * tells nobody of, look-ups find later.
   */
  ended(cursor: string, waitMs: number, signal?: AbortSignal): Promise<EndedPayments>;
  close(): Promise<void>;
}

/** How long `pay` waits for an end before it says `in_flight`. */
export const PAY_WAIT_MS = 30_000;

/** The longest that an order to pay may travel before the adapter refuses to send it (design: payments, rule 8). */
export const PAY_DEADLINE_MS = 5_000;

/** No route may lock our money for longer than a week of blocks. */
export const CLTV_LIMIT_BLOCKS = 1_008;

export type Network = "mainnet" | "testnet" | "signet" | "regtest";

export type NodeInfo = {
  /** Public key of the node, 33 bytes compressed, lower-case hex. */
  readonly nodeId: string;
  readonly network: Network;
  /** Name that the node's own store was given at its birth; a rebuilt store has another. Absent where the backend has none. */
  readonly instanceId: string | undefined;
  /** True when the node follows the tip of the chain. */
  readonly synced: boolean;
  readonly blockHeight: number;
  /** HTLCs that its channels can carry at once, both directions. */
  readonly htlcSlots: number;
  /** Channels that could send or receive right now. */
  readonly usableChannels: number;
};

export type InvoiceRequest = {
  readonly amount: Msats;
  readonly description:
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "hash"; readonly sha256: Uint8Array };
  readonly expirySeconds: number;
};

export type CreatedInvoice = { readonly invoice: string; readonly paymentHash: Uint8Array; readonly expiresAt: Date };

export type PayRequest = {
  readonly invoice: string;
  readonly paymentHash: Uint8Array;
  /** Set for an invoice without amount only. */
  readonly amount: Msats | undefined;
  readonly feeLimit: Msats;
  readonly expiresAt: Date;
  /** Milliseconds of `Clock.monotonicMs()` after which this order must not leave our process. */
  readonly deadlineMonotonicMs: number;
};

export type Settled = { readonly kind: "settled"; readonly preimage: Uint8Array; readonly fee: Msats };
export type Failed = { readonly kind: "failed"; readonly reason: FailureReason };

/** Why a payment is proved to have failed. */
export type FailureReason = "no_route" | "fee_limit" | "recipient_rejected" | "expired" | "other";

export type PayOutcome =
  | Settled
  | Failed
  | { readonly kind: "in_flight" }
  | { readonly kind: "unknown"; readonly detail: string }
  /** Nothing was sent by this call; what earlier calls did is not said. */
  | { readonly kind: "refused"; readonly because: "expired" | "deadline" | "known_hash" };

export type OutgoingStatus = Settled | Failed | { readonly kind: "in_flight" } | { readonly kind: "not_found" };

export type IncomingStatus =
  | { readonly kind: "settled"; readonly amount: Msats; readonly settledAt: Date }
  /** An HTLC is held: it may still settle. */
  | { readonly kind: "held" }
  | { readonly kind: "unpaid" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not_found" };

/** One settled receipt. `amount` is what the node says it received. */
export type Receipt = {
  readonly cursor: string;
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly settledAt: Date;
};

export type OutgoingRecord = {
  readonly cursor: string;
  readonly paymentHash: Uint8Array;
  /** Without the fee. */
  readonly amount: Msats;
  readonly status: Settled | Failed | { readonly kind: "in_flight" };
};

export type EndedPayments = {
  /** Resumes after the last of them. */
  readonly cursor: string;
  readonly payments: readonly EndedPayment[];
};

export type EndedPayment = { readonly paymentHash: Uint8Array; readonly status: Settled | Failed };

/** What the node holds for us, in msats. */
export type NodeBalances = {
  /** Ours in open channels, without what is in HTLCs. */
  readonly channels: Msats;
  /** In HTLCs that we offered and that have not ended. */
  readonly outgoingHtlcs: Msats;
  /** In channels that wait for confirmations, and in closes that wait for theirs. */
  readonly opening: Msats;
  readonly closing: Msats;
  readonly onchain: Msats;
  /** Fee of the commitment transactions that we would pay. */
  readonly commitFees: Msats;
};
