import type { PaymentId, TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Payment, type PaymentFailureCode, WATCH_MS } from "../model/payment.ts";
import { type SettleOutcome, settleMany } from "../store/batched.ts";
import { insertIncident } from "../store/store.ts";
import type { DriveDeps } from "./deps.ts";

type Failure = { readonly attempt: number; readonly code: PaymentFailureCode; readonly detail: string };
type EndDeps = Pick<DriveDeps, "batch" | "random" | "log" | "endings" | "reached">;

/**
 * Ends a payment on the proof that it was paid. `fee` is what the route really took. Safe to repeat: the second time
 * nothing is booked.
 */
export async function completePayment(
  deps: EndDeps,
  payment: Payment,
  proof: { preimage: Uint8Array | undefined; fee: Msats },
): Promise<SettleOutcome> {
  await deps.reached("before-settle");
  const outcome = await deps.batch(settleMany, {
    id: payment.id,
    transfer: deps.random.uuid() as TransferId,
    end: { kind: "completed", preimage: proof.preimage, fee: proof.fee },
  });
  await deps.reached("after-settle");
  deps.endings.announce(payment.id, outcome === "ended" ? { outcome: "completed", via: "lightning" } : undefined);

  if (outcome === "ended") deps.log.info({ payment: payment.id, fee: String(proof.fee) }, "payment.completed");
  if (outcome === "ended" && proof.fee > payment.feeLimit) alarm(deps, payment.id, "fee_above_limit");
  if (outcome === "wrong_preimage" || outcome === "late_success") alarm(deps, payment.id, outcome);
  return outcome;
}

/**
 * Ends a payment on the proof that nothing of `attempt` can still be paid, and gives the reservation back. Nodes have
 * failed and then paid, so the hash is watched, unless nothing of ours ever left.
 */
export async function failPayment(
  deps: EndDeps,
  payment: Payment,
  { nothingSent = false, ...proof }: Failure & { nothingSent?: boolean },
): Promise<SettleOutcome> {
  const invoice = "invoice" in payment.progress ? payment.progress.invoice : undefined;
  const watched = proof.attempt > 0 && !nothingSent && typeof invoice === "object";
  await deps.reached("before-settle");
  const outcome = await deps.batch(settleMany, {
    id: payment.id,
    transfer: deps.random.uuid() as TransferId,
    end: {
      kind: "failed",
      ...proof,
      watchUntil: watched ? new Date(invoice.expiresAt.getTime() + WATCH_MS) : undefined,
    },
  });
  await deps.reached("after-settle");
  deps.endings.announce(payment.id, outcome === "ended" ? { outcome: proof.code, via: "lightning" } : undefined);

  if (outcome === "ended") deps.log.info({ payment: payment.id, code: proof.code }, "payment.failed");
  if (outcome === "late_failure") alarm(deps, payment.id, outcome);
  return outcome;
}

/** Writes down what an operator has to look at, in the same words once, and says it in the log. */
export async function raise(
  deps: Pick<DriveDeps, "db" | "clock" | "random" | "log">,
  payment: PaymentId,
  kind: string,
  detail: string,
): Promise<void> {
  alarm(deps, payment, kind);
  await insertIncident(deps.db, { id: deps.random.uuid(), payment, kind, detail, at: deps.clock.now() });
}

function alarm({ log }: Pick<DriveDeps, "log">, payment: PaymentId, kind: string): void {
  log.error({ payment, kind }, "payment.incident");
}
