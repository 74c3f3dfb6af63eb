import { type Calls, PAGE_MAX } from "../control-api.ts";
import type { History } from "./history.ts";
import { createWaiters } from "./waiters.ts";

/** Finished payments of this node, for callers that wait for the next one. */
export type FinishedPayments = {
  /**
   * Payments in the order in which they finished, after the cursor. Waits for the first. Without a cursor, or with one
   * beyond the list's end (of another list), the answer is empty and holds the cursor of the end.
   */
  after(cursor: number | undefined, waitMs: number, signal: AbortSignal): Promise<Calls["finished"]["output"]>;
  /** To be called when the history has one more. */
  notify(): void;
};

export function listFinished({
  history,
  durable,
}: {
  history: Pick<History, "finished" | "payment">;
  /** Resolves once all that is staged is durable. */
  durable: () => Promise<void>;
}): FinishedPayments {
  const waiters = createWaiters();
  return {
    notify: waiters.notify,
    async after(cursor, waitMs, signal) {
      const length = history.finished().length;
      if (cursor === length) await waiters.wait(waitMs, signal);
      await durable();
      const from = Math.min(cursor ?? length, length);
      const page = history.finished().slice(from, from + PAGE_MAX);
      return {
        cursor: String(from + page.length),
        payments: page.flatMap((paymentHash) => {
          const status = history.payment(paymentHash)?.outcome;
          return status === undefined ? [] : [{ paymentHash, status }];
        }),
      };
    },
  };
}
