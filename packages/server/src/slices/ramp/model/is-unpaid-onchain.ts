import type { ProcessorPayment } from "./ports.ts";
import type { Purchase } from "./purchase.ts";

type Facts = {
  readonly purchase: Pick<Purchase, "id" | "progress" | "quote" | "waitsForRestore">;
  readonly processor: ProcessorPayment | undefined;
  readonly isClosed: boolean;
};

/**
 * Whether a purchase to an address of the chain need not wait for a restore: the processor says that its card has not
 * paid, and nothing is published before it has. Without that word a transaction may have been published after the copy
 * was made.
 */
export function isUnpaidOnchain({ purchase, processor, isClosed }: Facts): boolean {
  const { id, progress, quote, waitsForRestore } = purchase;
  const isEarly = progress.kind === "requires_payment" || progress.kind === "requires_action";
  const isUncaptured = processor?.purchaseId === id && processor.state !== "captured";
  return waitsForRestore && !isClosed && isEarly && quote.networkFee !== undefined && isUncaptured;
}
