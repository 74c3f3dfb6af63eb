/**
 * What a node's control server understands: JSON over HTTP on loopback, guarded by a bearer token. Both sides share
 * these types; the side that reads checks them. A call may name its node (`x-node-id`): another one does nothing and
 * answers 409. Amounts are decimal strings of millisatoshis, hashes, keys and preimages lower-case hex, times
 * milliseconds since 1970.
 */

/** Where a control server listens. `url` has no slash at its end. */
export type ControlAddress = { readonly url: string; readonly token: string };

/** Every call of one node, relative to its `url`. Inputs of a GET travel in the query. */
export const CALLS = {
  info: "GET /info",
  balances: "GET /balances",
  channels: "GET /channels",
  createInvoice: "POST /invoices",
  cancelInvoice: "POST /invoices/cancel",
  lookupIncoming: "GET /invoices",
  /** Settle or fail a held payment. Only the payment of an invoice made with `hold` is held. */
  settle: "POST /invoices/settle",
  fail: "POST /invoices/fail",
  pay: "POST /payments",
  keysend: "POST /payments/keysend",
  lookupOutgoing: "GET /payments",
  outgoing: "GET /payments/list",
  finished: "GET /payments/finished",
  received: "GET /receipts",
  /** Payments to addresses of the chain: what one costs now; sign one; send a signed one; what became of it. */
  estimateOnchain: "GET /onchain/estimate",
  buildOnchain: "POST /onchain",
  publishOnchain: "POST /onchain/publish",
  listOnchain: "GET /onchain/list",
  lookupOnchain: "GET /onchain",
  /** Raises the fee of one that no block has: what of it is the wallet's; sign a child that spends that. */
  onchainChange: "GET /onchain/change",
  buildOnchainChild: "POST /onchain/child",
  /** Keeps a connection to a peer, also after it broke. */
  connect: "POST /peers",
  openChannel: "POST /channels",
  route: "GET /route",
  address: "GET /address",
  /** Follows the chain to its tip now instead of at the next poll. */
  sync: "POST /sync",
} as const;

export type CallName = keyof typeof CALLS;

/** What goes in and what comes out of each call. */
export type Calls = {
  info: { input: Empty; output: Info };
  balances: { input: Empty; output: Balances };
  channels: { input: Empty; output: { readonly channels: readonly Channel[] } };
  createInvoice: { input: InvoiceParams; output: CreatedInvoice };
  cancelInvoice: { input: ByHash; output: { readonly result: "cancelled" | "settled" | "not_found" } };
  lookupIncoming: { input: ByHash; output: IncomingState };
  settle: { input: ByHash; output: { readonly result: "settled" | "not_held" } };
  fail: { input: ByHash; output: { readonly result: "failed" | "not_held" } };
  pay: { input: PayParams; output: PayAnswer };
  keysend: { input: KeysendParams; output: PayAnswer };
  lookupOutgoing: { input: ByHash; output: OutgoingState | { readonly kind: "not_found" } };
  outgoing: { input: { readonly after: string }; output: { readonly payments: readonly OutgoingPayment[] } };
  finished: {
    input: { readonly after: string; readonly waitMs: string };
    output: { readonly cursor: string; readonly payments: readonly FinishedPayment[] };
  };
  received: {
    input: { readonly after: string; readonly waitMs: string };
    output: { readonly receipts: readonly ReceivedPayment[] };
  };
  estimateOnchain: { input: OnchainParams; output: OnchainEstimate };
  buildOnchain: { input: OnchainBuildParams; output: OnchainBuilt };
  publishOnchain: {
    input: { readonly transaction: string; readonly reference: string };
    output: { readonly result: "taken" | "refused" };
  };
  listOnchain: { input: { readonly after: string }; output: { readonly published: readonly OnchainPublished[] } };
  lookupOnchain: { input: { readonly txid: string }; output: OnchainState };
  onchainChange: { input: { readonly txid: string }; output: OnchainChange };
  buildOnchainChild: { input: OnchainChildParams; output: OnchainBuilt };
  connect: { input: Peer; output: Empty };
  openChannel: { input: ChannelParams; output: { readonly channelId: string } };
  route: { input: { readonly nodeId: string; readonly amountMsats: string }; output: RouteFound };
  address: { input: Empty; output: { readonly address: string } };
  sync: { input: Empty; output: { readonly blockHeight: number } };
};

export type Empty = Readonly<Record<string, never>>;
export type ByHash = { readonly paymentHash: string };

export type Info = {
  readonly nodeId: string;
  readonly network: "regtest";
  readonly instanceId: string;
  /** `host:port` at which other Lightning nodes reach it. */
  readonly peerAddress: string;
  readonly synced: boolean;
  readonly blockHeight: number;
  readonly htlcSlots: number;
  readonly usableChannels: number;
  /** What these channels could send and receive now in all, without what they must keep. */
  readonly sendableMsats: string;
  readonly receivableMsats: string;
  /** Node ids it is connected to now. */
  readonly peers: readonly string[];
  /** Node ids to which it keeps a connection. */
  readonly wantedPeers: readonly string[];
  /** Resident memory of the whole process. */
  readonly memoryBytes: number;
};

export type Balances = {
  readonly channelsMsats: string;
  readonly outgoingHtlcsMsats: string;
  readonly openingMsats: string;
  readonly closingMsats: string;
  readonly onchainMsats: string;
  /** The part of `onchainMsats` that may be spent now: mined rewards are not, for 100 blocks. */
  readonly onchainSpendableMsats: string;
  readonly commitFeesMsats: string;
};

export type Channel = {
  readonly channelId: string;
  readonly peer: string;
  readonly capacitySats: string;
  /** True when we opened it, and so pay for its commitment transactions. */
  readonly outbound: boolean;
  readonly ready: boolean;
  readonly usable: boolean;
  readonly sendableMsats: string;
  readonly receivableMsats: string;
  readonly pendingHtlcs: number;
};

export type InvoiceParams = {
  /** Absent: the payer chooses. */
  readonly amountMsats?: string;
  readonly description: { readonly text: string } | { readonly sha256: string };
  readonly expirySeconds: number;
  /** The payment waits for `settle` or `fail`. Default false. */
  readonly hold?: boolean;
};

export type CreatedInvoice = { readonly invoice: string; readonly paymentHash: string; readonly expiresAt: number };

export type IncomingState =
  /** The preimage is absent for what an older version has received. */
  | {
      readonly kind: "settled";
      readonly amountMsats: string;
      readonly settledAt: number;
      readonly preimage: string | undefined;
    }
  | { readonly kind: "held" | "unpaid" | "cancelled" | "not_found" };

export type PayParams = SendParams & {
  readonly invoice: string;
  /** When given, the invoice must have this hash. */
  readonly paymentHash?: string;
  /** For an invoice without amount only. */
  readonly amountMsats?: string;
};

/** A payment to a node that made no invoice (BLIP 3). Only the merchant takes one. */
export type KeysendParams = SendParams & {
  readonly nodeId: string;
  /** Its SHA-256 is the payment hash. */
  readonly preimage: string;
  readonly amountMsats: string;
  /** Types from 65536 on, each once. */
  readonly records: readonly { readonly type: number; readonly value: string }[];
};

export type SendParams = {
  readonly feeLimitMsats: string;
  /** The most blocks that a route may lock the money for, the recipient's final delta included. */
  readonly cltvLimitBlocks: number;
  /** Nothing is sent later than this. */
  readonly remainingMs: number;
  /** How long to wait for the outcome before the answer is `in_flight`. */
  readonly waitMs: number;
};

/** Why a payment has failed. */
export type PaymentFailureReason = "no_route" | "fee_limit" | "recipient_rejected" | "expired" | "other";

export type OutgoingOutcome =
  | { readonly kind: "settled"; readonly preimage: string; readonly feeMsats: string }
  | { readonly kind: "failed"; readonly reason: PaymentFailureReason };

export type OutgoingState = OutgoingOutcome | { readonly kind: "in_flight" };

export type PayAnswer =
  | OutgoingState
  /** This call sent nothing. `known_hash`: another invoice of this hash was sent before. */
  | { readonly kind: "not_sent"; readonly reason: "expired" | "deadline" | "known_hash" };

/** A payment that this node began. `cursor` resumes the list after it. */
export type OutgoingPayment = {
  readonly cursor: string;
  readonly paymentHash: string;
  /** What the recipient gets, without the fee. */
  readonly amountMsats: string;
  readonly status: OutgoingState;
};

/** A payment of this node that has finished. */
export type FinishedPayment = { readonly paymentHash: string; readonly status: OutgoingOutcome };

export type ReceivedPayment = {
  readonly cursor: string;
  readonly paymentHash: string;
  readonly amountMsats: string;
  readonly settledAt: number;
};

/** `amountMsats`: whole satoshis. */
export type OnchainParams = { readonly address: string; readonly amountMsats: string };

/** `reference` names the payment, 1 to 64 of `[0-9a-z-]`: the same name again gives the same transaction. */
export type OnchainBuildParams = OnchainParams & { readonly feeLimitMsats: string; readonly reference: string };

export type OnchainEstimate = { readonly kind: "fee"; readonly feeMsats: string } | { readonly kind: "insufficient" };

export type OnchainBuilt =
  | { readonly kind: "built"; readonly txid: string; readonly transaction: string; readonly feeMsats: string }
  | { readonly kind: "refused"; readonly reason: "insufficient" | "fee_limit" };

/** Outputs of a transaction on its way that are the wallet's, spent or not; what miners want for a virtual byte. */
export type OnchainChange = {
  readonly outputs: readonly { readonly index: number; readonly amountMsats: string }[];
  readonly rateMsats: string;
};

/** Spends one output to the wallet itself. `reference` as for `buildOnchain`. */
export type OnchainChildParams = {
  readonly parent: string;
  readonly index: number;
  readonly satsPerVbyte: string;
  readonly feeLimitMsats: string;
  readonly reference: string;
};

export type OnchainState =
  | { readonly kind: "confirmed"; readonly confirmations: number }
  /** `conflicted`: another transaction has spent its coins, `CONFLICT_BLOCKS` blocks deep. */
  | { readonly kind: "pending" | "conflicted" | "not_found" };

/** What was published, in the order in which it was: 200 at most, after the transaction `after` ("": all). */
export type OnchainPublished = {
  readonly reference: string;
  readonly txid: string;
  readonly transaction: string;
  readonly feeMsats: string;
  readonly state: OnchainState;
};

/** For so long the coins of a transaction are kept that was built and not published. */
export const ONCHAIN_KEPT_MS = 3_600_000;

/** A block this deep counts as final: no transaction is given up for one above it. */
export const CONFLICT_BLOCKS = 6;

export type Peer = { readonly nodeId: string; readonly host: string; readonly port: number };

export type ChannelParams = {
  readonly nodeId: string;
  readonly amountSats: string;
  /** Given to the other side at the start. */
  readonly pushSats: string;
};

export type RouteFound = { readonly found: false } | { readonly found: true; readonly feeMsats: string };

/** At most so many entries in an answer that lists. */
export const PAGE_MAX = 1_000;
