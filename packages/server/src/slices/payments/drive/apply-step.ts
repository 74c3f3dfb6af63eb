import { type NextStep, nextStep, type Situation, type Wait } from "../model/next-step.ts";
import { isReady, type Payment, type ReadyPayment, type SentPayment } from "../model/payment.ts";
import { postponeMany } from "../store/postpone.ts";
import type { DriveDeps } from "./deps.ts";
import { dispatchPayment } from "./dispatch-payment.ts";
import { completePayment, failPayment } from "./finish-payment.ts";

type Bound = ReadyPayment | SentPayment;

/** What follows now from a report about a payment, for which the node was asked at `askedAt`. */
export function decide(
  { clock, node }: DriveDeps,
  payment: Bound,
  { askedAt, report }: Pick<Situation, "askedAt" | "report">,
): NextStep {
  return nextStep({ payment, report, askedAt, now: clock.now(), capabilities: node.capabilities });
}

/** Does what was decided. The one place that acts on `NextStep`. */
export async function applyStep(deps: DriveDeps, payment: Bound, step: NextStep): Promise<void> {
  switch (step.kind) {
    case "complete": {
      const finished = await completePayment(deps, payment, step);
      if (finished === "wrong_preimage") await wait(deps, payment, afterWrongPreimage(deps, payment));
      return;
    }
    case "fail":
      await failPayment(deps, payment, step);
      return;
    case "wait":
      return await wait(deps, payment, step);
    case "dispatch": {
      const askedAt = deps.clock.now();
      const sent = await dispatchPayment(deps, payment);
      if (sent === undefined) return;
      await applyStep(deps, sent.payment, decide(deps, sent.payment, { askedAt, report: sent.report }));
    }
  }
}

/**
 * Leaves a payment for later: writes what is known of it and when it is due next, and gives the lease back. Its money
 * stays reserved.
 */
export async function wait(
  { batch, random, log }: Pick<DriveDeps, "batch" | "random" | "log">,
  payment: Payment,
  { state, until, reason, detail, isAbsent = false, isMissing = false, notSent, incident }: Wait,
): Promise<void> {
  const outcome = await batch(postponeMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    version: payment.version,
    state,
    reason,
    detail,
    dueAt: until,
    isAbsent,
    isMissing,
    notSent,
    incident: incident && { id: random.uuid(), ...incident },
  });
  if (outcome !== "postponed") return;
  log.info({ payment: payment.id, state, reason, detail }, "payment.postponed");
  if (incident !== undefined) log.error({ payment: payment.id, kind: incident.kind }, "incident.recorded");
}

const WRONG_PREIMAGE_PAUSE_MS = 300_000;

/** `finish_many` has recorded the incident. */
function afterWrongPreimage({ clock }: DriveDeps, payment: Bound): Wait {
  return {
    kind: "wait",
    state: isReady(payment) ? "ready" : "unknown",
    until: new Date(clock.now().getTime() + WRONG_PREIMAGE_PAUSE_MS),
    reason: "wrong_proof",
  };
}
