import type { Clock } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { PaymentFailureCode } from "../model/payment.ts";

/** How a payment finished, for the metrics. */
export type FinishedAs = { readonly outcome: "completed" | PaymentFailureCode; readonly via: "lightning" | "ledger" };

/** Wakes requests of this process that wait for a payment to finish. What another process finishes is found by reading. */
export type PaymentWaiters = {
  /** `finishedAs` is given by what wrote the outcome, once. */
  notify(id: PaymentId, finishedAs?: FinishedAs): void;
  /** Resolves when the payment is notified, when `signal` aborts, and in any case after `ms`. */
  wait(id: PaymentId, ms: number, signal?: AbortSignal): Promise<void>;
};

export function createPaymentWaiters(clock: Clock, onFinished: (finishedAs: FinishedAs) => void): PaymentWaiters {
  const waiting = new Map<PaymentId, Set<AbortController>>();
  return {
    notify(id, finishedAs) {
      if (finishedAs !== undefined) onFinished(finishedAs);
      for (const waiter of waiting.get(id) ?? []) waiter.abort();
    },
    async wait(id, ms, signal) {
      const waiter = new AbortController();
      const leave = () => waiter.abort();
      signal?.addEventListener("abort", leave);
      const waiters = waiting.get(id) ?? new Set();
      waiting.set(id, waiters.add(waiter));
      await clock.sleep(ms, waiter.signal);
      signal?.removeEventListener("abort", leave);
      waiters.delete(waiter);
      if (waiters.size === 0) waiting.delete(id);
    },
  };
}
