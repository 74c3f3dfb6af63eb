import type { Clock } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import type { Origin, Payment } from "../model/payment.ts";

/** How a payment finished, and what it was made for. */
export type FinishedAs = {
  readonly outcome: "completed" | PaymentFailureCode;
  readonly via: "lightning" | "ledger";
  readonly origin: Origin;
};

type Patience = {
  /** Until the next tick, when none is set yet: those who wait for one payment tick together. */
  readonly pauseMs: number;
  readonly maxMs: number;
  readonly signal?: AbortSignal | undefined;
};

type Read = () => Promise<Payment | undefined>;

/**
 * Wakes requests of this process that wait for a payment to finish. What another process finishes is found by reading:
 * however many wait for a payment, it is read once a tick.
 */
export type PaymentWaiters = {
  /**
   * `finishedAs` is given by what wrote the outcome, once, and `payment` as it is stored since: those who wait for it
   * get it.
   */
  notify(id: PaymentId, finishedAs?: FinishedAs, payment?: Payment): void;
  /** From now on `listener` is called with each payment that this process finishes. */
  whenFinished(listener: (finishedAs: FinishedAs) => void): void;
  /**
   * Resolves at the next tick of the payment, when it is notified, when `signal` aborts, and in any case after `maxMs`:
   * with the payment, if this process has finished it meanwhile.
   */
  wait(id: PaymentId, patience: Patience): Promise<Payment | undefined>;
  /** Reads the payment, or shares a read that is under way and began after the last notification. */
  read(id: PaymentId, read: Read): Promise<Payment | undefined>;
};

/** Those who wait for one payment. */
type Group = {
  size: number;
  finished: Payment | undefined;
  /** Ends the pause before the tick. */
  readonly waking: AbortController;
  readonly tick: Promise<void>;
};

export function createPaymentWaiters(clock: Clock, onFinished: (finishedAs: FinishedAs) => void): PaymentWaiters {
  const groups = new Map<PaymentId, Group>();
  const reads = new Map<PaymentId, ReturnType<Read>>();
  const listeners = [onFinished];

  /** Those who come after the tick are another group. */
  function begin(id: PaymentId, pauseMs: number): Group {
    const waking = new AbortController();
    const tick = clock.sleep(pauseMs, waking.signal).then(() => {
      if (groups.get(id) === group) groups.delete(id);
    });
    const group: Group = { size: 0, finished: undefined, waking, tick };
    groups.set(id, group);
    return group;
  }

  return {
    notify(id, finishedAs, payment) {
      if (finishedAs !== undefined) for (const listener of listeners) listener(finishedAs);
      reads.delete(id); // it may have been answered before the outcome was written
      const group = groups.get(id);
      if (group === undefined) return;
      group.finished = payment;
      group.waking.abort(NO_LONGER);
    },
    whenFinished(listener) {
      listeners.push(listener);
    },
    async wait(id, { pauseMs, maxMs, signal }) {
      const group = groups.get(id) ?? begin(id, pauseMs);
      group.size += 1;
      const done = new AbortController();
      const leave = () => done.abort(NO_LONGER);
      signal?.addEventListener("abort", leave);
      await Promise.race([group.tick, clock.sleep(maxMs, done.signal)]);
      signal?.removeEventListener("abort", leave);
      leave();
      group.size -= 1;
      if (group.size === 0) group.waking.abort(NO_LONGER);
      return group.finished;
    },
    read(id, read) {
      const underWay = reads.get(id);
      if (underWay !== undefined) return underWay;
      const reading = read().finally(() => {
        if (reads.get(id) === reading) reads.delete(id);
      });
      reads.set(id, reading);
      return reading;
    },
  };
}
