import type { PaymentId } from "../../kernel/ids.ts";
import { NodeUnavailable } from "../lightning/index.ts";
import type { DriveDeps } from "./deps.ts";
import { completePayment } from "./end-payment.ts";
import { findPayment, listWatched } from "./store.ts";

const PAGE = 200;

/**
 * Asks the node about payments that were proved failed, until some days after their invoices end: nodes have called a
 * payment failed and completed it later. Such a one is booked as a loss and its hash frozen.
 */
export async function watchFailed(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  let after: PaymentId | undefined;
  try {
    while (!signal.aborted) {
      const page = await listWatched(deps.db, { now: deps.clock.now(), after, limit: PAGE });
      for (const { id, paymentHash } of page) {
        if (signal.aborted) return;
        await watchOne(deps, id, paymentHash);
      }
      after = page.at(-1)?.id;
      if (page.length < PAGE) return;
    }
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error; // the next round asks again
  }
}

async function watchOne(deps: DriveDeps, id: PaymentId, paymentHash: Uint8Array): Promise<void> {
  const status = await deps.node.lookupOutgoing(paymentHash);
  if (status.kind !== "settled") return;
  const payment = await findPayment(deps.db, id);
  if (payment !== undefined) await completePayment(deps, payment, status);
}
