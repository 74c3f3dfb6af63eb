import type { ChargeId } from "#kernel/ids.ts";

/** What is unusual about a receipt. It is credited all the same. */
export type ReceiptFlag =
  /** Settled after the invoice had expired. */
  | "late"
  | "overpaid"
  /** Less than the invoice asked for; the charge stays open. */
  | "underpaid"
  /** Something was received for this charge before. */
  | "second"
  /** The wallet holds more than its maximum balance now. */
  | "over_maximum"
  /** The hash is of no charge of ours: the suspense account took it. */
  | "unknown"
  /** The wallet could not take it: the suspense account did. */
  | "suspense";

/** What became of a receipt that the node reported. */
export type Credited = {
  /** False when it was credited before: the node reports each receipt at least once. */
  readonly isNew: boolean;
  readonly chargeId: ChargeId | undefined;
  readonly flags: readonly ReceiptFlag[];
};

/** True when an operator has to find out whose money this is. */
export function needsOperator({ flags }: Credited): boolean {
  return flags.includes("unknown") || flags.includes("suspense");
}
