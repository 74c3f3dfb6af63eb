import type { PaymentId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { releaseCallbacks } from "../store/batched.ts";

/**
 * Lets the callbackUrl of a payment be called as soon as the payment is finished. For the edge, when the answer that
 * names the payment is out or the caller has hung up: receivers look the payment up by the id in that answer. Without
 * it the callbackUrl is called when its delay is over.
 */
export async function releaseCallback({ batch }: { readonly batch: Batch }, id: PaymentId): Promise<void> {
  await batch(releaseCallbacks, { id });
}
