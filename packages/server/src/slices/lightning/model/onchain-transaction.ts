import type { Msats } from "#kernel/money.ts";

/** `amount`: whole sats. */
export type OnchainRequest = { readonly address: string; readonly amount: Msats };

export type OnchainBuildRequest = OnchainRequest & {
  /** The most that miners may get. */
  readonly feeLimit: Msats;
  /** Names the payment, 1 to 64 of `[0-9a-z-]`: at most one transaction of a name is ever published. */
  readonly reference: string;
};

export type OnchainEstimate =
  | { readonly kind: "fee"; readonly fee: Msats }
  /** The wallet holds too little without its channels' reserve, also with what is on its way to it. */
  | { readonly kind: "insufficient" };

export type OnchainBuilt =
  | {
      readonly kind: "built";
      readonly txid: string;
      /** Signed, as it goes to the network. */
      readonly transaction: Uint8Array;
      readonly fee: Msats;
    }
  /** `insufficient`: now, without its channels' reserve; a block may change that. */
  | { readonly kind: "refused"; readonly reason: "insufficient" | "fee_limit" };

export type OnchainChange = {
  /** Outputs of the transaction that are the wallet's; none where it is not in the mempool. They may be spent. */
  readonly outputs: readonly { readonly index: number; readonly amount: Msats }[];
  /** What miners want now for a transaction that is to be in one of the next blocks. In msats for a virtual byte. */
  readonly rate: bigint;
};

export type OnchainChildRequest = {
  readonly parent: { readonly txid: string; readonly index: number };
  /** What the child itself is to pay, in whole sats for a virtual byte. */
  readonly satsPerVbyte: bigint;
  /** The most that miners may get. */
  readonly feeLimit: Msats;
  readonly reference: string;
};

export type OnchainPublished = {
  readonly txid: string;
  /** Signed, as it went to the network. */
  readonly transaction: Uint8Array;
  /** Undefined: it was published under none, or the wallet has forgotten it. */
  readonly reference: string | undefined;
  readonly fee: Msats;
  /** 0: in no block yet. */
  readonly confirmations: number;
};

export type OnchainStatus =
  /** In a block: 1 in the newest one. */
  | { readonly kind: "confirmed"; readonly confirmations: number }
  /** Published, and in no block yet. */
  | { readonly kind: "pending" }
  /**
   * Another transaction has spent its coins `CONFLICT_BLOCKS` blocks ago: this one can never confirm. `by`: the other
   * one, as it is in its block. It may pay the same address with a raised fee, and is the payment then: undefined is
   * for a backend that raises no fees, and from any other it would pay twice.
   */
  | { readonly kind: "conflicted"; readonly by: Uint8Array | undefined }
  | { readonly kind: "not_found" };
