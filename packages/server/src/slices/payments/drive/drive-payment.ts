import { isReady, isResolving, isSent, type Payment } from "../model/payment.ts";
import type { DriveDeps } from "./deps.ts";
import { sendPayment } from "./dispatch-payment.ts";
import { checkPayment } from "./look-up-payment.ts";
import { resolvePayment } from "./request-invoice.ts";

/**
 * Drives a payment, whose lease this process holds, as far as it gets: to its end, or to a point where it has to wait.
 * The lease is renewed as long as this runs. An error leaves the payment as it is; the next holder goes on from there.
 */
export async function drivePayment(deps: DriveDeps, leased: Payment): Promise<void> {
  deps.held.set(leased.id, leased.lease.token);
  try {
    let payment: Payment | undefined = leased;
    while (payment !== undefined) payment = await step(deps, payment);
  } finally {
    if (deps.held.get(leased.id) === leased.lease.token) deps.held.delete(leased.id);
  }
}

async function step(deps: DriveDeps, payment: Payment): Promise<Payment | undefined> {
  if (isResolving(payment)) return await resolvePayment(deps, payment);
  if (isReady(payment)) return await sendPayment(deps, payment);
  if (isSent(payment)) return await checkPayment(deps, payment);
  return undefined;
}
