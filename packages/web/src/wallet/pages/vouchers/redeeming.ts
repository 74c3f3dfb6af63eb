import { keptInTab } from "../../parts/kept-in-tab.ts";
import type { ShownVoucher } from "../../parts/shown-voucher.ts";

/** A voucher that a person asked for, until another one is looked at. */
export type Redeeming = {
  /** Of the person who asked. */
  readonly user: string;
  /** Of the call: sent again with it, a code that was redeemed gives the same answer. */
  readonly key: string;
  /** A link or a code. */
  readonly text: string;
  /** It was redeemed, or refused. */
  readonly isAnswered: boolean;
};

export function redeemingStore(storage?: () => Storage) {
  return keptInTab<Redeeming>(
    "leyden-redeeming",
    ({ user, key, text, isAnswered }) =>
      [user, key, text].every((part) => typeof part === "string") && typeof isAnswered === "boolean",
    storage,
  );
}

/** Of what is kept, what the page shows: one whose answer was lost comes before all else. */
export function pendingOf(kept: Redeeming | undefined, shown: ShownVoucher): Redeeming | undefined {
  return kept === undefined || (kept.isAnswered && kept.key !== shown.key) ? undefined : kept;
}
