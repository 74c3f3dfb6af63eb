import { YEAR_10000_MS } from "#kernel/clock.ts";
import type { ChargeId, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PayerData } from "./charge.ts";

/** What is unusual about a receipt. It is credited all the same. */
export type ReceiptFlag =
  /** Settled after the invoice had expired. */
  | "late"
  | "overpaid"
  /** Less than the invoice asked for; the charge stays open. */
  | "underpaid"
  /** Something was received for this charge before. */
  | "second"
  /** Its static charge had taken all its payments. */
  | "no_slot"
  /** The wallet holds more than its maximum balance now. */
  | "over_maximum"
  /** The hash is of no charge of ours: the suspense account took it. */
  | "unknown"
  /** The node itself has paid it: the booking of that payment takes it out of suspense. */
  | "rebalance"
  /** The wallet could not take it: the suspense account did. */
  | "suspense";

/** What a wallet received. */
export type Receipt = {
  readonly id: string;
  /** Undefined when it came for no charge and an operator gave it to the wallet. */
  readonly chargeId: ChargeId | undefined;
  readonly walletId: WalletId;
  readonly amount: Msats;
  readonly flags: readonly ReceiptFlag[];
  /** As the node reports. */
  readonly settledAt: Date;
  readonly createdAt: Date;
  /** What the payer said, when it came by a pay link. */
  readonly comment: string | undefined;
  readonly payerData: PayerData | undefined;
};

/** What became of an item of the node's list. */
export type Credited = {
  /** `known`: it was credited before, the node reports each receipt at least once. */
  readonly outcome: "credited" | "known" | "unreadable";
  readonly chargeId: ChargeId | undefined;
  readonly flags: readonly ReceiptFlag[];
};

/** True when an operator has to look at it. */
export function needsOperator({ outcome, flags }: Credited): boolean {
  if (flags.includes("rebalance")) return false;
  return outcome === "unreadable" || flags.includes("unknown") || flags.includes("suspense");
}

type ReportedMoney = { readonly amount: Msats; readonly cost: Msats; readonly settledAt: Date };

/** Why what the node reported cannot be booked: its answer is input from outside. Undefined when it can. */
export function whyUnreadable({ amount, cost, settledAt }: ReportedMoney): string | undefined {
  if (amount === 0n || cost > amount) return `amount ${amount} msats, cost ${cost} msats`;
  return settledAt.getTime() < YEAR_10000_MS ? undefined : "the time of the receipt is no time";
}
