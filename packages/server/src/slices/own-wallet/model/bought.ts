import type { UserId } from "#kernel/ids.ts";

/** Bitcoin that the owner of the wallet has bought, as the receipt says it. Amounts are decimal text. */
export type Bought = {
  /** As people name the purchase. */
  readonly number: string;
  readonly paid: string;
  /** Part of `paid`. */
  readonly fee: string;
  /** Of one bitcoin. */
  readonly price: string;
  readonly currency: string;
  readonly seller: string;
};

/** What a user has bought, by the invoices (BOLT 11) with which it was delivered; others are not in it. */
export type FindBought = (user: UserId, invoices: readonly string[]) => Promise<ReadonlyMap<string, Bought>>;
