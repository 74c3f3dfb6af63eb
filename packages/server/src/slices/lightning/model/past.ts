/** Whether the node still knows what it has shown us; undefined: there is nothing to ask for. */
export type Known = {
  /** The newest payment. */
  readonly payment: boolean | undefined;
  /** The newest receipt. */
  readonly receipt: boolean | undefined;
  /** A payment that it had completed before that receipt came. */
  readonly paymentBefore: boolean | undefined;
  /** It has lost data of more channels than it has told before. */
  readonly channels: boolean;
};

/**
 * What became of the node. `went_back`: it is as it was at an earlier time, or was rebuilt. `history_deleted`: its
 * records of payments were deleted, and nothing else is missing.
 */
export type Past = "known" | "went_back" | "history_deleted";

/**
 * A node that has a receipt went back at most to the time of that receipt. So when it lacks a payment from before it,
 * the record was deleted. Where no such payment is known the worse is assumed.
 */
export function judgePast({ payment, receipt, paymentBefore, channels }: Known): Past {
  if (!channels || receipt === false) return "went_back";
  if (payment !== false) return "known";
  return receipt === true && paymentBefore === false ? "history_deleted" : "went_back";
}
