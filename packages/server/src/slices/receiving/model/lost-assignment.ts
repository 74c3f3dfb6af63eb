import type { TransferId, WalletId } from "#kernel/ids.ts";

/** A receipt that an operator had given to a wallet, which a copy does not know. */
export type LostAssignment = {
  readonly transfer: TransferId;
  readonly paymentHash: Uint8Array;
  readonly wallet: WalletId;
};

/** `receiving.bring_back_assignment` says what each means. */
export type AssignedAgain = "assigned" | "known" | "not_received" | "elsewhere" | "closed" | "no_wallet";
