import type { Clock } from "../../kernel/clock.ts";
import type { PaymentId } from "../../kernel/ids.ts";
import type { PaymentFailureCode } from "./payment.ts";

/** How a payment ended, for the metrics. */
export type Ending = { readonly outcome: "completed" | PaymentFailureCode; readonly via: "lightning" | "ledger" };

/** Tells those who wait for a payment in this process that it has ended. Another process's ends are found by reading. */
export type Endings = {
  /** `ending` is given by whoever wrote the end, once. */
  announce(id: PaymentId, ending?: Ending): void;
  /** Resolves when the payment is announced, and in any case after `ms`. */
  wait(id: PaymentId, ms: number): Promise<void>;
};

export function createEndings(clock: Clock, onEnding: (ending: Ending) => void): Endings {
  const waiting = new Map<PaymentId, Set<AbortController>>();
  return {
    announce(id, ending) {
      if (ending !== undefined) onEnding(ending);
      for (const waiter of waiting.get(id) ?? []) waiter.abort();
    },
    async wait(id, ms) {
      const waiter = new AbortController();
      const waiters = waiting.get(id) ?? new Set();
      waiting.set(id, waiters.add(waiter));
      await clock.sleep(ms, waiter.signal);
      waiters.delete(waiter);
      if (waiters.size === 0) waiting.delete(id);
    },
  };
}
