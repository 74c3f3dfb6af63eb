/**
 * What a node's control server understands: JSON over HTTP on loopback, guarded by a bearer token. Both sides share
 * these types; the side that reads checks them. Amounts are decimal strings of millisatoshis, hashes, keys and
 * preimages lower-case hex, times milliseconds since 1970.
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
  /** The two ends of a held invoice: only an invoice made with `hold` waits for them. */
  claim: "POST /invoices/claim",
  fail: "POST /invoices/fail",
  pay: "POST /payments",
  lookupOutgoing: "GET /payments",
  outgoing: "GET /payments/list",
  ended: "GET /payments/ended",
  received: "GET /receipts",
  /** Keeps a connection to a peer, also after it broke. */
  connect: "POST /peers",
  openChannel: "POST /channels",
  route: "GET /route",
  address: "GET /address",
  /** Follows the chain to its tip now instead of at the next look. */
  sync: "POST /sync",
} as const;

export type CallName = keyof typeof CALLS;

/** What goes in and what comes out of each call. */
export type Calls = {
  info: { input: Empty; output: Info };
  balances: { input: Empty; output: Balances };
  channels: { input: Empty; output: { readonly channels: readonly Channel[] } };
  createInvoice: { input: InvoiceOrder; output: InvoiceMade };
  cancelInvoice: { input: ByHash; output: { readonly result: "cancelled" | "settled" | "not_found" } };
  lookupIncoming: { input: ByHash; output: IncomingState };
  claim: { input: ByHash; output: { readonly result: "claimed" | "not_held" } };
  fail: { input: ByHash; output: { readonly result: "failed" | "not_held" } };
  pay: { input: PayOrder; output: PayAnswer };
  lookupOutgoing: { input: ByHash; output: OutgoingState | { readonly kind: "not_found" } };
  outgoing: { input: { readonly after: string }; output: { readonly payments: readonly OutgoingPayment[] } };
  ended: {
    input: { readonly after: string; readonly waitMs: string };
    output: { readonly cursor: string; readonly payments: readonly EndedPayment[] };
  };
  received: {
    input: { readonly after: string; readonly waitMs: string };
    output: { readonly receipts: readonly ReceivedPayment[] };
  };
  connect: { input: Peer; output: Empty };
  openChannel: { input: ChannelOrder; output: { readonly channelId: string } };
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
  /** Node ids it is connected to now. */
  readonly peers: readonly string[];
  /** Node ids it was told to keep a connection to. */
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

export type InvoiceOrder = {
  readonly amountMsats: string;
  readonly description: { readonly text: string } | { readonly sha256: string };
  readonly expirySeconds: number;
  /** The payment waits for `claim` or `fail`. Default false. */
  readonly hold?: boolean;
};

export type InvoiceMade = { readonly invoice: string; readonly paymentHash: string; readonly expiresAt: number };

export type IncomingState =
  | { readonly kind: "settled"; readonly amountMsats: string; readonly settledAt: number }
  | { readonly kind: "held" | "unpaid" | "cancelled" | "not_found" };

export type PayOrder = {
  readonly invoice: string;
  /** When given, the invoice must have this hash. */
  readonly paymentHash?: string;
  /** For an invoice without amount only. */
  readonly amountMsats?: string;
  readonly feeLimitMsats: string;
  /** Blocks that a route may lock the money for, in all; absent: a week of blocks. */
  readonly cltvLimitBlocks?: number;
  /** The order is refused when the node cannot act on it within this time. */
  readonly remainingMs: number;
  /** How long to wait for the end before the answer is `in_flight`. */
  readonly waitMs: number;
};

/** Why a payment has failed for good. */
export type FailureReason = "no_route" | "fee_limit" | "recipient_rejected" | "expired" | "other";

export type OutgoingEnd =
  | { readonly kind: "settled"; readonly preimage: string; readonly feeMsats: string }
  | { readonly kind: "failed"; readonly reason: FailureReason };

export type OutgoingState = OutgoingEnd | { readonly kind: "in_flight" };

export type PayAnswer =
  | OutgoingState
  | { readonly kind: "refused"; readonly because: "expired" | "deadline" | "known_hash" };

/** A payment we began. `cursor` resumes the list after it. */
export type OutgoingPayment = {
  readonly cursor: string;
  readonly paymentHash: string;
  /** What the recipient gets, without the fee. */
  readonly amountMsats: string;
  readonly status: OutgoingState;
};

/** A payment we began, with its end. */
export type EndedPayment = { readonly paymentHash: string; readonly status: OutgoingEnd };

export type ReceivedPayment = {
  readonly cursor: string;
  readonly paymentHash: string;
  readonly amountMsats: string;
  readonly settledAt: number;
};

export type Peer = { readonly nodeId: string; readonly host: string; readonly port: number };

export type ChannelOrder = {
  readonly nodeId: string;
  readonly amountSats: string;
  /** Given to the other side at the start. */
  readonly pushSats: string;
};

export type RouteFound = { readonly found: false } | { readonly found: true; readonly feeMsats: string };

/** At most so many entries in an answer that lists. */
export const PAGE_MAX = 1_000;
