import { MSATS_MAX, type Msats } from "#kernel/money.ts";
import type { Remaining } from "#ledger";

/** What a user's wallet may spend now, and what its limits leave. */
export type UserWalletState = { readonly balance: Msats; readonly remaining: Remaining };

/**
 * A wallet on the wire, for applications that the user has let read it. All five amounts are there: where the wallet
 * has no limit it is all bitcoin that there can be. Source: docs/contract.md, "Profile and wallet of a user".
 */
export function walletOf({ balance, remaining }: UserWalletState) {
  const { daily, weekly, monthly, maxCredit } = remaining;
  return {
    balance: String(balance),
    remainingAmountLimits: {
      daily: String(daily ?? MSATS_MAX),
      weekly: String(weekly ?? MSATS_MAX),
      monthly: String(monthly ?? MSATS_MAX),
      maxCredit: String(maxCredit ?? MSATS_MAX),
    },
  };
}
