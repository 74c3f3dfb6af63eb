import type { OutgoingOutcome, PaymentFailureReason } from "../control-api.ts";
import type { Store } from "../log/store.ts";

/**
 * What a node did, entry by entry, never deleted. The library forgets a payment minutes after it has finished; after
 * that the history answers look-ups, and it is the proof that a payment failed.
 */
export type HistoryEntry =
  | { readonly kind: "created"; readonly instanceId: string }
  | {
      readonly kind: "invoice";
      readonly hash: string;
      readonly msats: string;
      readonly expiresAt: number;
      /** A hold invoice: its payment is held until `settle` or `fail`. */
      readonly hold: boolean;
    }
  | { readonly kind: "cancelled"; readonly hash: string }
  /** Older versions wrote no preimage. */
  | {
      readonly kind: "received";
      readonly hash: string;
      readonly msats: string;
      readonly at: number;
      readonly preimage: string | undefined;
    }
  /** `digest` distinguishes invoices of the same hash. */
  | {
      readonly kind: "begun";
      readonly hash: string;
      readonly digest: string;
      /** What the recipient gets. */
      readonly msats: string;
      readonly at: number;
    }
  | { readonly kind: "settled"; readonly hash: string; readonly preimage: string; readonly feeMsats: string }
  | { readonly kind: "failed"; readonly hash: string; readonly reason: PaymentFailureReason }
  /** A payment to an address of the chain went to the network: its reference stands for this transaction for ever. */
  | ({ readonly kind: "published" } & PublishedPayment)
  /**
   * Its transaction is in a block so deep that it is final; or, without `height`, another one that spends its coins is.
   */
  | { readonly kind: "buried"; readonly txid: string; readonly height?: number };

export type PublishedPayment = {
  readonly reference: string;
  readonly txid: string;
  readonly raw: string;
  /** What it pays to, hex. */
  readonly script: string;
  readonly sats: string;
  readonly feeSats: string;
};

export type KnownInvoice = { readonly msats: bigint; readonly expiresAt: number; readonly hold: boolean };
export type KnownReceipt = {
  readonly hash: string;
  readonly msats: bigint;
  readonly at: number;
  readonly preimage: string | undefined;
};
export type KnownPayment = {
  readonly hash: string;
  readonly digest: string;
  readonly msats: bigint;
  /** Undefined while it is under way. */
  readonly outcome: OutgoingOutcome | undefined;
};

/** The history in memory. An added entry is durable with the store's next commit. */
export type History = {
  add(entry: HistoryEntry): void;
  instanceId(): string | undefined;
  invoice(hash: string): KnownInvoice | undefined;
  isCancelled(hash: string): boolean;
  receipt(hash: string): KnownReceipt | undefined;
  payment(hash: string): KnownPayment | undefined;
  /** In the order they were settled. */
  receipts(): readonly KnownReceipt[];
  /** Hashes in the order their payments were begun. */
  begun(): readonly string[];
  /** Hashes in the order in which their payments finished; twice when a success came after a failure. */
  finished(): readonly string[];
  published(which: { readonly reference: string } | { readonly txid: string }): PublishedPayment | undefined;
  /** In the order in which they were published: after this transaction ("": from the first). */
  publishedAfter(txid: string, limit: number): readonly PublishedPayment[];
  /** The final state of a transaction. */
  buried(txid: string): { readonly height?: number } | undefined;
};

export function openHistory(entries: readonly unknown[], store: Store): History {
  const invoices = new Map<string, KnownInvoice>();
  const cancelled = new Set<string>();
  const receiptOf = new Map<string, KnownReceipt>();
  const receipts: KnownReceipt[] = [];
  const payments = new Map<string, KnownPayment>();
  const begun: string[] = [];
  const finished: string[] = [];
  const byReference = new Map<string, PublishedPayment>();
  const byTxid = new Map<string, PublishedPayment>();
  const buried = new Map<string, { readonly height?: number }>();
  let instanceId: string | undefined;

  function take(entry: HistoryEntry): void {
    switch (entry.kind) {
      case "created":
        instanceId = entry.instanceId;
        break;
      case "invoice":
        invoices.set(entry.hash, { msats: BigInt(entry.msats), expiresAt: entry.expiresAt, hold: entry.hold });
        break;
      case "cancelled":
        cancelled.add(entry.hash);
        break;
      case "received": {
        const { hash, at, preimage } = entry;
        const receipt = { hash, msats: BigInt(entry.msats), at, preimage };
        receiptOf.set(entry.hash, receipt);
        receipts.push(receipt);
        break;
      }
      case "begun":
        payments.set(entry.hash, { ...entry, msats: BigInt(entry.msats), outcome: undefined });
        begun.push(entry.hash);
        break;
      case "settled":
      case "failed": {
        const { hash, ...outcome } = entry;
        const payment = payments.get(hash);
        if (payment === undefined) throw new Error(`the payment ${hash} finished without having begun`);
        payments.set(hash, { ...payment, outcome });
        finished.push(hash);
        break;
      }
      case "published": {
        const { kind, ...payment } = entry;
        byReference.set(payment.reference, payment);
        byTxid.set(payment.txid, payment);
        break;
      }
      case "buried": {
        const { kind, txid, ...end } = entry;
        buried.set(txid, end);
        break;
      }
    }
  }

  for (const entry of entries) take(entry as HistoryEntry);
  return {
    add(entry) {
      store.record(entry);
      take(entry);
    },
    instanceId: () => instanceId,
    invoice: (hash) => invoices.get(hash),
    isCancelled: (hash) => cancelled.has(hash),
    receipt: (hash) => receiptOf.get(hash),
    payment: (hash) => payments.get(hash),
    receipts: () => receipts,
    begun: () => begun,
    finished: () => finished,
    published: (which) => ("txid" in which ? byTxid.get(which.txid) : byReference.get(which.reference)),
    publishedAfter(txid, limit) {
      const all = [...byTxid.values()];
      const from = all.findIndex((one) => one.txid === txid) + 1;
      return all.slice(from, from + limit);
    },
    buried: (txid) => buried.get(txid),
  };
}
