import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/**
 * A transaction that spends the change of a payment's transaction to the node's own wallet and pays miners more for
 * both (CPFP). It is written down with its cost before it is published (docs/decisions/0051).
 */
export type OnchainChild = {
  /** The payment whose transaction is its parent. It has one child. */
  readonly paymentId: PaymentId;
  readonly parentTxid: string;
  /** As explorers write it, lower-case hex. */
  readonly txid: string;
  readonly transaction: Uint8Array;
  /** What miners get of the child; the operator bears it. */
  readonly cost: Msats;
  readonly createdAt: Date;
  readonly progress: ChildProgress;
};

export type ChildProgress =
  /** It may be on its way. `tries`: how often the node was asked about it. */
  | { readonly kind: "dispatched"; readonly tries: number }
  /** `failed`: it can never confirm, and its cost was given back. */
  | { readonly kind: "confirmed" | "failed"; readonly finishedAt: Date };

/** Names a payment's child at the node. No payment is named so: these have the id of what they pay for. */
export function childReference(id: PaymentId): string {
  return `bump-${id}`;
}
