import type { Msats } from "#kernel/money.ts";
import type { ChannelCopy, CopyLook } from "./model/channel-copies.ts";
import type { ChannelTransaction } from "./model/channel-transaction.ts";
import type { ClosedChannel } from "./model/closed-channel.ts";
import type { Forwards } from "./model/forwards.ts";
import type { HtlcEvidence } from "./model/htlc-evidence.ts";
import type { ChannelBackup, NodeChannel, Permissions } from "./model/node-channel.ts";
import type { NodeBalances, NodeInfo } from "./model/node-info.ts";
import type {
  OnchainBuildRequest,
  OnchainBuilt,
  OnchainChange,
  OnchainChildRequest,
  OnchainEstimate,
  OnchainPublished,
  OnchainRequest,
  OnchainStatus,
} from "./model/onchain-transaction.ts";

/**
 * What we need of a Lightning node. Adapters implement it; one conformance test file runs against each of them.
 * Every call but `pay` may throw `NodeUnavailable`: the node did not answer, and nothing is known about what it did.
 */
export interface LightningNode {
  readonly capabilities: Capabilities;
  /**
   * From now on every call but `info` is for the node with this public key alone: another one that answers in its place
   * does nothing, and its answer counts as none. Which node is there is known from the call itself, not from an earlier
   * one.
   */
  requireNode(nodeId: string): void;
  /**
   * `brief`: `lostChannels` may be absent, where it takes a call of its own, and a wallet service's answer is up to
   * half a minute old. For who asks each second.
   */
  info(how?: "brief"): Promise<NodeInfo>;
  createInvoice(request: InvoiceRequest): Promise<CreatedInvoice>;
  /** Cancels an unpaid invoice, so that it can no longer be paid over Lightning. Only where `capabilities.cancel`. */
  cancelInvoice(paymentHash: Uint8Array): Promise<"cancelled" | "settled" | "not_found">;
  /**
   * Sends. Never throws: what is not an answer of the node is `unknown`. Resolves with an outcome, or with `in_flight`
   * when the payment is still under way after 30 s (`PAY_WAIT_MS`).
   */
  pay(request: SendRequest): Promise<SendOutcome>;
  /** The same for a node that made no invoice (BLIP 3). Where `capabilities.keysend` is false it sends nothing. */
  keysend(request: KeysendRequest): Promise<SendOutcome>;
  /**
   * What became of a payment. With the node's own `reference` of an attempt it speaks of that attempt, else of all
   * attempts with the hash: settled when one settled, else in flight when one is, else failed. A node may give an
   * attempt another name (LND does when it moves its payments into another database), and one that had failed may be
   * followed by another attempt. So under a reference that the node does not have, what it has of the hash counts,
   * unless that has failed: then it is `not_found`.
   */
  lookupOutgoing(paymentHash: Uint8Array, reference?: string): Promise<OutgoingStatus>;
  lookupIncoming(paymentHash: Uint8Array): Promise<IncomingStatus>;
  /** Whether the node has invoices that may still be paid, whoever made them. Undefined where it cannot say. */
  hasOpenInvoices(): Promise<boolean | undefined>;
  balances(): Promise<NodeBalances>;
  /**
   * Settled receipts after `cursor`, oldest first, at least once each; the cursor of the last one resumes. Waits up to
   * `waitMs` for the first when there is none yet. `cursor` "" is the beginning, and that of no receipt. Read item by
   * item: one that cannot be read does not hide the others.
   */
  received(cursor: string, waitMs: number, signal?: AbortSignal): Promise<readonly ReceivedItem[]>;
  /**
   * Payments the node knows, in the order in which it began them, after `cursor` ("" is the beginning). At most 1,000.
   * Read item by item, as receipts: one that cannot be read does not hide the others.
   */
  outgoing(cursor: string): Promise<readonly OutgoingItem[]>;
  /**
   * Payments of ours that finished after `cursor`, in the order of their outcomes. Waits up to `waitMs` for the first.
   * `cursor` "" is now: the answer comes immediately and says where that is. A hint that a look-up would find
   * something; what is not in it, look-ups find later.
   */
  finished(cursor: string, waitMs: number, signal?: AbortSignal): Promise<FinishedPayments>;
  /**
   * What a payment to an address of the chain would cost now. Nothing is kept for it. Only where
   * `capabilities.onchain`, as the next four.
   */
  estimateOnchain(request: OnchainRequest): Promise<OnchainEstimate>;
  /**
   * Builds and signs a transaction, and keeps its coins for it for some time (`ONCHAIN_KEPT_MS`). Nothing is published.
   * A request with a reference that the node knows is answered with the same transaction: as long as its coins are
   * kept, and always, whatever the limit, once it was published.
   */
  buildOnchain(request: OnchainBuildRequest): Promise<OnchainBuilt>;
  /**
   * Publishes a signed transaction; the same again does no harm. The wallet keeps it under the reference for which it
   * was built. `refused`: the node or its peers do not take it now, which proves nothing about an earlier call.
   */
  publishOnchain(transaction: Uint8Array, reference: string): Promise<"taken" | "refused">;
  /**
   * What the wallet has published since then, oldest first; older ones may be among them, and what pays nobody but the
   * wallet itself. Without those that can never confirm. That something is not in it proves nothing: a wallet that was
   * made again from its seed knows no references, and not what is in no block.
   */
  listOnchain(since: Date): Promise<readonly OnchainPublished[]>;
  /** `txid`: as explorers write it, lower-case hex. */
  lookupOnchain(txid: string): Promise<OnchainStatus>;
  /**
   * What it takes to raise the fee of a transaction that it has published and no block has. Only where
   * `capabilities.onchainChild`, as the next one.
   */
  findOnchainChange(txid: string): Promise<OnchainChange>;
  /**
   * Builds and signs a transaction that spends an output of another one, which may be in no block, to the wallet
   * itself. Nothing is published. A reference that the node knows is answered as by `buildOnchain`; published and
   * looked up it is as well as any other.
   */
  buildOnchainChild(request: OnchainChildRequest): Promise<OnchainBuilt>;
  /** What our credential may do. Undefined where the backend cannot say, whatever the credential. */
  permissions(): Promise<Permissions | undefined>;
  /** What only operators ask for. Undefined where the backend manages its channels by itself. */
  readonly operations: NodeOperations | undefined;
  close(): Promise<void>;
}

/** What an operator's commands, and the checks that warn an operator, ask of a node. Payments need none of it. */
export interface NodeOperations {
  /** Channels that are open, begin or end, in no order. */
  channels(): Promise<readonly NodeChannel[]>;
  /** Channels whose close is over, in no order. Undefined where the node cannot say. */
  closedChannels(): Promise<readonly ClosedChannel[] | undefined>;
  /** What rescues the money of the channels after the node is lost; never the state of the channels themselves. */
  channelBackup(): Promise<ChannelBackup>;
  /**
   * Transactions of its wallet that opened, closed or swept channels, in no order; without those that can never
   * confirm. Undefined where the node cannot say.
   */
  channelTransactions(): Promise<readonly ChannelTransaction[] | undefined>;
  /**
   * What forwarding has earned in what settled after the place `cursor` of the node's list, at most 1,000 at once.
   * `cursor` "": after `since`. Undefined where the node cannot say.
   */
  forwards(cursor: string, since: Date): Promise<Forwards | undefined>;
}

/** Where copies of the channel backup are kept: outside of the database and of the node. */
export type ChannelCopies = {
  readonly places: readonly CopyPlace[];
  /** What was found at the last look, also by an earlier process. Undefined: nothing is known. */
  recall(): CopyLook | undefined;
  /** For the next process, and for commands. */
  remember(look: CopyLook): void;
};

/** One folder of copies. Every call may throw: its disk is not there, is full, or fails. */
export type CopyPlace = {
  readonly folder: string;
  /** Those that are whole, in no order. */
  list(): Promise<readonly ChannelCopy[]>;
  /** Whole or not at all; it is on disk when this resolves. */
  save(copy: ChannelCopy, bytes: Uint8Array): Promise<void>;
  remove(copies: readonly ChannelCopy[]): Promise<void>;
};

/** What a backend can do. Verbs ask before anything is reserved: what is not supported is 400 `not_supported`. */
export type Capabilities = {
  /** The same invoice may be sent again after an attempt whose outcome is not known. */
  readonly resend: boolean;
  /** The node itself refuses a hash that it is paying or has paid. */
  readonly paysHashOnce: boolean;
  /**
   * `exact`: no route costs more than the fee limit. `none`: the node decides; `reserve` is the most it takes for an
   * amount.
   */
  readonly feeLimit: { readonly kind: "exact" } | { readonly kind: "none"; readonly reserve: (amount: Msats) => Msats };
  /** Amounts must be whole sats. */
  readonly wholeSats: boolean;
  /** Unpaid invoices can be cancelled. */
  readonly cancel: boolean;
  /** A node can be paid that made no invoice, with a preimage that we choose. */
  readonly keysend: boolean;
  /** The node goes on with our attempts when all our processes have stopped: leases and deadlines hold over a start. */
  readonly outlivesUs: boolean;
  /** The total CLTV limit of a request is respected. Where it is not, nobody knows when a payment in flight ends. */
  readonly cltvLimit: boolean;
  /** Addresses of the chain can be paid in steps: build and sign, then publish. */
  readonly onchain: boolean;
  /** With `onchain`: it can spend the change of a transaction that is in no block. Absent: it cannot. */
  readonly onchainChild?: true;
  /**
   * False: that the node does not know a payment proves nothing, however late, so only an operator ends one that it
   * never knew. Absent: it proves what `History` says.
   */
  readonly absenceProves?: false;
  /**
   * False: that the node calls a payment failed is its word and no proof: it may settle later. Such a payment counts as
   * in flight until its invoice is over. Absent: a failure that the node reports is proved.
   */
  readonly failureProves?: false;
};

export type InvoiceRequest = {
  readonly amount: Msats;
  readonly description:
    | { readonly kind: "text"; readonly text: string }
    /** `text`: what was hashed. Some nodes hash it themselves and take no hash. */
    | { readonly kind: "hash"; readonly sha256: Uint8Array; readonly text: string };
  readonly expirySeconds: number;
};

export type CreatedInvoice = { readonly invoice: string; readonly paymentHash: Uint8Array; readonly expiresAt: Date };

/** What a request to send is about, and within which limits. */
export type SendLimits = {
  readonly paymentHash: Uint8Array;
  readonly feeLimit: Msats;
  /** Blocks that a route may lock the money for, in all. */
  readonly cltvLimitBlocks: number;
  readonly expiresAt: Date;
  /** Milliseconds of `Clock.monotonicMs()` after which this attempt must not leave our process. */
  readonly deadlineMonotonicMs: number;
  /**
   * Takes the node's own reference of this attempt, as soon as the node has one (LND payment_index, CLN groupid,
   * phoenixd paymentId).
   */
  readonly onReference: (reference: string) => void;
};

export type SendRequest = SendLimits & {
  readonly invoice: string;
  /** Set for an invoice without amount only. */
  readonly amount: Msats | undefined;
};

export type KeysendRequest = SendLimits & {
  /** Public key of the recipient, 33 bytes compressed, lower-case hex. */
  readonly nodeId: string;
  /** Its SHA-256 is the payment hash. Only the recipient can read it on the way. */
  readonly preimage: Uint8Array;
  readonly amount: Msats;
  /** Custom records for the recipient, each type once. `value` is lower-case hex. */
  readonly records: readonly { readonly type: number; readonly value: string }[];
};

export type Settled = { readonly kind: "settled"; readonly preimage: Uint8Array; readonly fee: Msats };
export type Failed = { readonly kind: "failed"; readonly reason: PaymentFailureReason };

/** Why a payment is proved to have failed. */
export type PaymentFailureReason =
  | "no_route"
  | "fee_limit"
  | "recipient_rejected"
  | "expired"
  /** Our own channels could not carry it: too little in them, or their peers are away. */
  | "insufficient_liquidity"
  /** No route was found in the time given. */
  | "timeout"
  | "other";

/** Why no byte of an attempt can have left. */
export type NotSentReason =
  | "expired"
  | "deadline"
  /** The node had this hash before: it is paying it, has paid it, or has tried to. */
  | "known_hash"
  /** No connection to the node stood, or another node was at its end. */
  | "unreachable"
  /** The node refused the request, and a look-up found nothing: no permission, locked, not ready, wrong input. */
  | "refused"
  /** Its line in the journal could not be written; no adapter answers this. */
  | "journal";

/** An HTLC of it may still settle. */
export type InFlight = {
  readonly kind: "in_flight";
  /** What a look-up of the node says about its HTLCs; absent where it says nothing. Evidence, and no outcome. */
  readonly htlcs?: HtlcEvidence;
};

export type SendOutcome =
  | Settled
  | Failed
  | InFlight
  | { readonly kind: "unknown"; readonly detail: string }
  /** Nothing was sent by this call; what earlier calls did is not said. `detail`: in the node's words, for people. */
  | { readonly kind: "not_sent"; readonly reason: NotSentReason; readonly detail?: string };

export type OutgoingStatus = Settled | Failed | InFlight | { readonly kind: "not_found" };

export type IncomingStatus =
  | {
      readonly kind: "settled";
      readonly amount: Msats;
      readonly cost: Msats;
      readonly settledAt: Date;
      /** Absent where the backend does not say it. */
      readonly preimage?: Uint8Array;
    }
  /** An HTLC is held: it may still settle. */
  | { readonly kind: "held" }
  | { readonly kind: "unpaid" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not_found" };

/** One settled receipt, or the place of one that could not be read. */
export type ReceivedItem =
  | ({ readonly kind: "receipt" } & Receipt)
  | ({ readonly kind: "unreadable"; readonly cursor: string } & UnreadableItem);

/** `place`: which item of the node's list it is, the same however often it is reported. */
export type UnreadableItem = { readonly place: string; readonly detail: string };

export type Receipt = {
  readonly cursor: string;
  readonly paymentHash: Uint8Array;
  /** What the payer paid to us. */
  readonly amount: Msats;
  /** What of it the backend kept (phoenixd): the node holds `amount - cost` more. */
  readonly cost: Msats;
  readonly settledAt: Date;
};

/** A payment of the node's list, or the place of one that could not be read. */
export type OutgoingItem =
  | ({ readonly kind: "payment" } & OutgoingRecord)
  | ({ readonly kind: "unreadable"; readonly cursor: string } & UnreadablePayment);

/** What of it can be read all the same. */
export type UnreadablePayment = UnreadableItem & {
  readonly paymentHash?: Uint8Array | undefined;
  /** Without the fee. */
  readonly amount?: Msats | undefined;
};

export type OutgoingRecord = {
  readonly cursor: string;
  readonly paymentHash: Uint8Array;
  /** Without the fee. */
  readonly amount: Msats;
  readonly status: Settled | Failed | InFlight;
};

export type FinishedPayments = {
  /** Resumes after the last of them. */
  readonly cursor: string;
  readonly payments: readonly FinishedPayment[];
};

export type FinishedPayment = { readonly paymentHash: Uint8Array; readonly status: Settled | Failed };
