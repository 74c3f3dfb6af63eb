import { NO_LONGER } from "#kernel/no-longer.ts";
import { findChargeByHash } from "#receiving";
import type { Driver } from "../accept/deps.ts";
import type { BegunAttempt } from "../model/attempt.ts";
import type { Report } from "../model/next-step.ts";
import { isReady, isResolving, isSent, type Payment, type ReadyPayment } from "../model/payment.ts";
import { hasFailedBefore } from "../store/payments.ts";
import { applyStep, decide } from "./apply-step.ts";
import type { DriveDeps } from "./deps.ts";
import { firstAttempt, makeAttempt } from "./dispatch-payment.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import { payOwnCharge } from "./pay-own-charge.ts";
import { requestInvoice } from "./request-invoice.ts";

/** A driver does not renew its lease for longer than this: whatever hangs in it, another one takes the payment then. */
export const DRIVE_MAX_MS = 120_000;

export type NewPayment = {
  /** This process has just accepted it, so that no earlier database can have had it. */
  readonly isNew?: boolean;
  /** Its first attempt: it is written down, and made now. */
  readonly begun?: BegunAttempt | undefined;
};

/**
 * Drives a payment, whose lease this process has, as far as it gets: to its outcome, or to a point where it has to
 * wait. The lease is renewed as long as this runs. An error leaves the payment as it is; the next holder goes on from
 * there.
 */
export async function drivePayment(deps: DriveDeps, leased: Payment, known: NewPayment = {}): Promise<void> {
  deps.leases.set(leased.id, leased.lease.token);
  const done = new AbortController();
  void endRenewal(deps, leased, done.signal);
  try {
    if (!isResolving(leased)) await advance(deps, leased, known);
    else {
      const bound = await requestInvoice(deps, leased, known.isNew ?? false);
      if (bound !== undefined) await advance(deps, bound.payment, { ...known, begun: bound.begun });
    }
  } finally {
    done.abort(NO_LONGER);
    stopRenewal(deps, leased);
  }
}

/** Drives with what `driving` gives; until that is there, payments wait for a worker. */
export function driverOf(driving: () => DriveDeps | undefined): Driver {
  return {
    firstAttempt(invoice) {
      const deps = driving();
      return deps && firstAttempt(deps, invoice);
    },
    async drive(payment, begun) {
      const deps = driving();
      if (deps !== undefined) await drivePayment(deps, payment, { isNew: true, begun });
    },
  };
}

async function advance(deps: DriveDeps, payment: Payment, { isNew = false, begun }: NewPayment): Promise<void> {
  const askedAt = deps.clock.now();
  if (isReady(payment)) {
    const isInternal = payment.progress.invoice.isOwn || (await isOfEndedCharge(deps, payment));
    if (isInternal && payment.onHoldFor === undefined) await payOwnCharge(deps, payment);
    else {
      const report = await reportBeforeFirst(deps, payment, isNew);
      await applyStep(deps, payment, decide(deps, payment, { askedAt, report }));
    }
  } else if (isSent(payment)) {
    const report = begun ? (await makeAttempt(deps, payment, begun)).report : await lookUpPayment(deps, payment);
    await applyStep(deps, payment, decide(deps, payment, { askedAt, report }));
  }
}

/**
 * The invoice of a former node whose invoices do not have its key, such as a hub's: what is paid to it does not reach
 * us.
 */
async function isOfEndedCharge(
  { db, formerIds }: DriveDeps,
  { progress: { invoice } }: ReadyPayment,
): Promise<boolean> {
  if (formerIds.length === 0) return false;
  const charge = await findChargeByHash(db, invoice.paymentHash);
  return charge !== undefined && charge.invoice === invoice.text && charge.state.kind !== "pending";
}

/**
 * Before its first attempt the hash of every payment is looked up that may be older than this database: the former one
 * may have sent it. Also that of an invoice that has expired, and always where the node would pay a hash again.
 */
async function reportBeforeFirst(deps: DriveDeps, payment: ReadyPayment, isNew: boolean): Promise<Report | undefined> {
  const { id, progress, onHoldFor } = payment;
  const isValid = deps.clock.now() < progress.invoice.expiresAt;
  if (isNew && isValid && deps.node.capabilities.paysHashOnce) return undefined;
  const report = await lookUpPayment(deps, payment);
  if (report.kind !== "failed" || onHoldFor !== undefined) return report;
  // An earlier payment of the same invoice has failed: this one may try it again.
  const isOfAnother = await hasFailedBefore(deps.db, { id, paymentHash: progress.invoice.paymentHash });
  return isOfAnother ? { kind: "not_found", history: undefined } : report;
}

async function endRenewal(deps: DriveDeps, leased: Payment, done: AbortSignal): Promise<void> {
  await deps.clock.sleep(DRIVE_MAX_MS, done);
  stopRenewal(deps, leased);
}

function stopRenewal({ leases }: DriveDeps, { id, lease }: Payment): void {
  if (leases.get(id) === lease.token) leases.delete(id);
}
