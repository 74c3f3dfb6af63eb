import { NodeUnavailable, type OutgoingStatus } from "#lightning";
import {
  ABSENCE_APART_MS,
  ABSENCE_GRACE_MS,
  LOOKUP_PAUSE_MAX_MS,
  lookupPauseMs,
  type SentPayment,
} from "../model/payment.ts";
import type { DriveDeps } from "./deps.ts";
import { failSent, sendPayment, settle } from "./dispatch-payment.ts";
import { failPayment, raise } from "./finish-payment.ts";
import { park } from "./park-payment.ts";
import { readHistory } from "./read-history.ts";

/** An invoice is not sent again this shortly before its end. */
const RESEND_LEFT_MS = 30_000;

/**
 * Asks the node what became of a payment that we gave to it. "Not found" is not a failure: by a node with its history
 * whole the same invoice is sent again while it is valid, and absence counts long after its end.
 */
export async function checkPayment(deps: DriveDeps, payment: SentPayment): Promise<undefined> {
  const status = await lookUp(deps, payment);
  const pauseMs = lookupPauseMs(payment.progress.tries);
  switch (status.kind) {
    case "settled":
      return await settle(deps, payment, status);
    case "failed":
      return await failSent(deps, payment, { ...payment.progress, reason: status.reason, pauseMs });
    case "in_flight":
      return await park(deps, payment, { state: "in_flight", detail: "the recipient holds the payment", pauseMs });
    case "unreachable":
      return await park(deps, payment, { state: "unknown", detail: "the node does not answer", pauseMs });
    case "not_found":
      return await afterAbsence(deps, payment, pauseMs);
  }
}

async function lookUp(deps: DriveDeps, payment: SentPayment): Promise<OutgoingStatus | { kind: "unreachable" }> {
  try {
    return await deps.node.lookupOutgoing(payment.progress.invoice.paymentHash);
  } catch (error) {
    if (error instanceof NodeUnavailable) return { kind: "unreachable" };
    throw error;
  }
}

async function afterAbsence(deps: DriveDeps, payment: SentPayment, pauseMs: number): Promise<undefined> {
  const { invoice, kind, orderUntil } = payment.progress;
  const now = deps.clock.now().getTime();
  const onItsWayMs = orderUntil.getTime() - now;
  if (onItsWayMs > 0)
    return await park(deps, payment, {
      state: "unknown",
      detail: "the node does not know it yet; the order may still be on its way",
      pauseMs: onItsWayMs,
    });
  // The only state from which an invoice is sent again.
  if (kind !== "unknown")
    return await park(deps, payment, { state: "unknown", detail: "the node does not know it", pauseMs: 0 });

  switch (await readHistory(deps, payment)) {
    case "broken":
      return await callOperator(deps, payment);
    case "silent":
      return await park(deps, payment, { state: "unknown", detail: "the node is not ready to tell", pauseMs });
    case "whole":
      return now < invoice.expiresAt.getTime() - RESEND_LEFT_MS
        ? await sendPayment(deps, payment)
        : await afterExpiry(deps, payment, { now, pauseMs });
  }
}

/** Sending stops for a payment of which the node cannot tell any more: it may have been paid. */
async function callOperator(deps: DriveDeps, payment: SentPayment): Promise<undefined> {
  await raise(
    deps,
    payment.id,
    "history_incomplete",
    "the node does not know payments that it has made; resolve this one by hand",
  );
  return await park(deps, payment, {
    state: "unknown",
    detail: "the node has lost its history; an operator has to resolve it",
    pauseMs: LOOKUP_PAUSE_MAX_MS,
  });
}

async function afterExpiry(
  deps: DriveDeps,
  payment: SentPayment,
  { now, pauseMs }: { now: number; pauseMs: number },
): Promise<undefined> {
  const { invoice, absentSince, attempt } = payment.progress;
  const waitUntil = invoice.expiresAt.getTime() + ABSENCE_GRACE_MS;
  if (now < waitUntil)
    return await park(deps, payment, {
      state: "unknown",
      detail: "the node does not know it; it ends some minutes after the invoice",
      pauseMs: Math.min(waitUntil - now, Math.max(pauseMs, 60_000)),
    });
  if (absentSince === undefined || now < absentSince.getTime() + ABSENCE_APART_MS)
    return await park(deps, payment, {
      state: "unknown",
      detail: "the node does not know it; it is asked once more",
      pauseMs: ABSENCE_APART_MS,
      absent: true,
    });
  await failPayment(deps, payment, {
    attempt,
    code: "invoice_expired",
    detail: "the invoice ran out without being paid",
  });
}
