import type { AccountNo, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";

/**
 * What a wallet owes: the operator lent it what it lacked for payments that had left before a restore. Until it is
 * covered nothing leaves the wallet that it needs for this.
 */
export type Deficit = {
  readonly walletId: WalletId;
  readonly account: AccountNo;
  readonly owed: Msats;
  /** What the wallet holds now. */
  readonly balance: Msats;
};
