import type { EventId } from "#events";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import { type FinishedPayment, isReady, isSent, type Payment, WATCH_MS } from "../model/payment.ts";
import { type Finished, finishMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";

type FinishDeps = Pick<DriveDeps, "batch" | "clock" | "random" | "log" | "waiters" | "reached">;

type Proof = {
  readonly preimage: Uint8Array | undefined;
  /** What the route really took. */
  readonly fee: Msats;
  /** The hash under which the node paid it before the database was restored. */
  readonly foreignHash?: Uint8Array | undefined;
  /** An operator said so: the hash stays watched, and the node may still say otherwise. */
  readonly isWatched?: boolean;
};

/** Completes a payment on the proof that it was paid. Safe to repeat: the second time nothing is booked. */
export async function completePayment(deps: FinishDeps, payment: Payment, proof: Proof): Promise<Finished> {
  const { preimage, fee, foreignHash, isWatched = false } = proof;
  await deps.reached("before-finish");
  const { kind: finished, at } = await deps.batch(finishMany, {
    id: payment.id,
    transfer: newId<TransferId>(deps.random),
    event: newId<EventId>(deps.random),
    outcome: { kind: "completed", preimage, fee, foreignHash, watchUntil: watchUntil(deps, isWatched) },
  });
  await deps.reached("after-finish");
  const bound = boundTo(payment);
  const paymentHash = foreignHash ?? bound.paymentHash;
  notify(deps, payment, { finished, progress: { kind: "completed", at, fee, preimage, ...bound, paymentHash } });

  if (finished === "finished") deps.log.info({ payment: payment.id, fee: String(fee) }, "payment.completed");
  if (finished === "finished" && fee > payment.feeLimit) logIncident(deps, payment, "fee_above_limit");
  if (finished === "wrong_preimage" || finished === "late_success") logIncident(deps, payment, finished);
  return finished;
}

type Failure = {
  readonly attempt: number;
  readonly code: PaymentFailureCode;
  readonly detail: string;
  /** The hash stays watched: nodes have called a payment failed and completed it later. */
  readonly isWatched: boolean;
};

/** Fails a payment on the proof that nothing of `attempt` can still be paid, and gives the reservation back. */
export async function failPayment(
  deps: FinishDeps,
  payment: Payment,
  { attempt, code, detail, isWatched }: Failure,
): Promise<Finished> {
  await deps.reached("before-finish");
  const { kind: finished, at } = await deps.batch(finishMany, {
    id: payment.id,
    transfer: newId<TransferId>(deps.random),
    event: newId<EventId>(deps.random),
    outcome: { kind: "failed", attempt, code, detail, watchUntil: watchUntil(deps, isWatched) },
  });
  await deps.reached("after-finish");
  notify(deps, payment, { finished, progress: { kind: "failed", at, code, detail, ...boundTo(payment) } });

  if (finished === "finished") deps.log.info({ payment: payment.id, code }, "payment.failed");
  if (finished === "late_failure") logIncident(deps, payment, finished);
  return finished;
}

type Finish = { readonly finished: Finished; readonly progress: FinishedPayment["progress"] };

/** Whoever waits for the payment gets it as it was written, and need not read it. */
function notify({ waiters }: FinishDeps, payment: Payment, { finished, progress }: Finish): void {
  const { id, origin, version, lease } = payment;
  if (finished !== "finished") {
    waiters.notify(id);
    return;
  }
  const finishedAs = {
    outcome: progress.kind === "failed" ? progress.code : progress.kind,
    via: "lightning",
    origin,
  } as const;
  const isWhole = isReady(payment) || isSent(payment); // else its invoice may have been stored since
  const since = { version: version + 1, lease: { ...lease, until: undefined }, onHoldFor: undefined, progress };
  waiters.notify(id, finishedAs, isWhole ? { ...payment, ...since } : undefined);
}

function boundTo(payment: Payment) {
  const bound = isReady(payment) || isSent(payment) ? payment.progress.invoice : undefined;
  return { invoice: bound?.text, paymentHash: bound?.paymentHash };
}

function watchUntil({ clock }: FinishDeps, isWatched: boolean): Date | undefined {
  return isWatched ? new Date(clock.now().getTime() + WATCH_MS) : undefined;
}

/** `finish_many` has recorded it. */
function logIncident({ log }: FinishDeps, { id }: Payment, kind: string): void {
  log.error({ payment: id, kind }, "incident.recorded");
}
