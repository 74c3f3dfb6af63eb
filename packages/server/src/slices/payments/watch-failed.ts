import type { PaymentId } from "../../kernel/ids.ts";
import { NodeUnavailable } from "../lightning/index.ts";
import type { DriveDeps } from "./deps.ts";
import { completePayment } from "./end-payment.ts";
import { findPayment, listWatched, type WatchedPayment } from "./store.ts";

const PAGE = 200;
const FIRST_ID = "00000000-0000-0000-0000-000000000000" as PaymentId;

/**
 * Asks the node about payments that were proved failed, until some days after their invoices end: nodes have called a
 * payment failed and completed it later. Such a one is booked as a loss and its hash frozen.
 */
export async function watchFailed(deps: DriveDeps, signal: AbortSignal): Promise<void> {
  let last: Parameters<typeof listWatched>[1]["after"] | undefined = { watchUntil: deps.clock.now(), id: FIRST_ID };
  try {
    while (last !== undefined) {
      const page: readonly WatchedPayment[] = await listWatched(deps.db, { after: last, limit: PAGE });
      for (const { id, paymentHash } of page) {
        if (signal.aborted) return;
        await watchOne(deps, id, paymentHash);
      }
      last = page.at(-1);
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
