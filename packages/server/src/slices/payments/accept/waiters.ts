import type { Clock } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Payment, PaymentFailureCode } from "../model/payment.ts";

/** How a payment ended, for the metrics. */
export type Ending = { readonly outcome: "completed" | PaymentFailureCode; readonly via: "lightning" | "ledger" };

/** Tells those who wait for a payment in this process that it has ended. Another process's ends are found by reading. */
export type Endings = {
  /** `ending` is given by whoever wrote the end, once. */
  announce(id: PaymentId, ending?: Ending): void;
  /** Resolves when the payment is announced, when `signal` aborts, and in any case after `ms`. */
  wait(id: PaymentId, ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * What `load` finds. Those who wait for one payment share an answer that is no older than each of them allows, so that
   * thousands of them cost the database no more than one. An announcement ends that at once.
   */
  read(id: PaymentId, maxAgeMs: number, load: () => Promise<Payment | undefined>): Promise<Payment | undefined>;
};

export function createEndings(clock: Clock, onEnding: (ending: Ending) => void): Endings {
  const waiting = new Map<PaymentId, Set<AbortController>>();
  const answers = new Map<PaymentId, { readonly answer: Promise<Payment | undefined>; readonly readMs: number }>();
  return {
    announce(id, ending) {
      if (ending !== undefined) onEnding(ending);
      answers.delete(id);
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
      if (waiters.size > 0) return;
      waiting.delete(id);
      answers.delete(id);
    },
    read(id, maxAgeMs, load) {
      const known = answers.get(id);
      const nowMs = clock.monotonicMs();
      if (known !== undefined && nowMs - known.readMs < maxAgeMs) return known.answer;
      const answer = load();
      if (!waiting.has(id)) return answer; // nobody to share it with
      answers.set(id, { answer, readMs: nowMs });
      answer.catch(() => answers.delete(id));
      return answer;
    },
  };
}
