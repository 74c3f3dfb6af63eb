import type { Clock } from "#kernel/clock.ts";
import { PAY_DEADLINE_MS } from "#lightning";
import type { BoundInvoice, SentPayment } from "./payment.ts";

/** For clocks that differ and for an attempt on its way, beyond its deadline. */
const DEADLINE_MARGIN_MS = 5_000;

/** When an attempt that is made now has left its process, or never will. */
export function attemptOverAt(now: Date): Date {
  return new Date(now.getTime() + PAY_DEADLINE_MS + DEADLINE_MARGIN_MS);
}

/** An attempt before it is written down: from then on its time runs. */
export type BegunAttempt = {
  /** By the clock of this process: nothing of the attempt goes out after it. */
  readonly deadlineMonotonicMs: number;
  /** When it has left its process, or never will. */
  readonly deadline: Date;
};

export function beginAttempt(clock: Pick<Clock, "now" | "monotonicMs">): BegunAttempt {
  return { deadlineMonotonicMs: clock.monotonicMs() + PAY_DEADLINE_MS, deadline: attemptOverAt(clock.now()) };
}

type Written = { readonly at: Date; readonly dueAt: Date; readonly deadline: Date };

/** How far a payment is when its first attempt was written down at `at`. */
export function firstDispatched(invoice: BoundInvoice, { at, dueAt, deadline }: Written): SentPayment["progress"] {
  return {
    kind: "dispatched",
    invoice,
    reason: undefined,
    dueAt,
    tries: 0,
    attempt: 1,
    attemptsNotSent: 0,
    dispatchedAt: at,
    dispatchDeadline: deadline,
    reference: undefined,
    wasInFlight: false,
    absentSince: undefined,
    missingSince: undefined,
  };
}
