import type { ProcessorPayment } from "./ports.ts";
import { type Purchase, type PurchaseState, referenceOf } from "./purchase.ts";

type Facts = {
  readonly purchase: Pick<Purchase, "progress" | "quote">;
  readonly processor: ProcessorPayment | undefined;
  readonly isClosed: boolean;
};

/**
 * Where a purchase may go while it waits for a restore, or the ledger is closed: what the node or the processor has
 * done is seen. One to an address of the chain without a payment at the processor ends in time, because nobody can be
 * asked about it; a payment that the processor took all the same is told of as one without a purchase.
 */
export function seenWhileWaiting({ purchase, processor, isClosed }: Facts): readonly PurchaseState[] {
  if (isClosed) return ["completed"];
  if (processor?.state === "captured") return ["authorized", "captured", "completed"];
  const isUnknown = referenceOf(purchase) === undefined && purchase.quote.networkFee !== undefined;
  return isUnknown ? ["expired", "completed"] : ["completed"];
}
