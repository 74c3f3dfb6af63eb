import type { EventId } from "#events";
import { newId, type TransferId } from "#kernel/ids.ts";
import { findClosure, findHeadroom, listPauses } from "#ledger";
import { NodeUnavailable } from "#lightning";
import { type Charge, findChargeByHash } from "#receiving";
import { whileBlocked } from "../model/next-step.ts";
import type { ReadyPayment } from "../model/payment.ts";
import { completeInternalMany } from "../store/batched.ts";
import { wait } from "./apply-step.ts";
import type { DriveDeps } from "./deps.ts";
import { failUnsent, UNSENT } from "./request-invoice.ts";

/**
 * Pays an invoice of our own node inside the ledger. It is ours only when its text is that of a charge: by the hash
 * alone a thief could sign an invoice of his own with the hash of a large charge.
 *
 * The payment has taken the hash before, so that the invoice is cancelled at the node only for the payment that gets
 * it.
 */
export async function payOwnCharge(deps: DriveDeps, payment: ReadyPayment): Promise<void> {
  const { invoice } = payment.progress;
  const charge = await findChargeByHash(deps.db, invoice.paymentHash);
  if (charge === undefined || charge.invoice !== invoice.text) return await failUnsent(deps, payment, UNSENT.notOurs);
  const refusal = refusalOf(payment, charge);
  if (refusal !== undefined) return await failUnsent(deps, payment, refusal);
  // All are checked again where they count; by then the invoice would have been cancelled for nothing.
  const [pauses, closure] = await Promise.all([listPauses(deps.db), findClosure(deps.db)]);
  if (pauses.length > 0 || closure !== undefined) return await blocked(deps, payment, "paused");
  const headroom = await findHeadroom(deps.db, charge.account);
  if (headroom !== undefined && charge.amount > headroom) return await failUnsent(deps, payment, UNSENT.overMaximum);

  try {
    if (await wasPaid(deps, invoice.paymentHash)) return await failUnsent(deps, payment, UNSENT.alreadyPaid);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return await blocked(deps, payment, "silent");
  }
  await completeInternal(deps, payment, charge);
}

/** Whether the invoice was paid over Lightning. Where the node can cancel it, it cannot be any more. */
async function wasPaid({ node }: DriveDeps, paymentHash: Uint8Array): Promise<boolean> {
  if (node.capabilities.cancel) return (await node.cancelInvoice(paymentHash)) === "settled";
  return (await node.lookupIncoming(paymentHash)).kind === "settled";
}

async function completeInternal(deps: DriveDeps, payment: ReadyPayment, charge: Charge): Promise<void> {
  const event = () => newId<EventId>(deps.random);
  await deps.reached("before-finish");
  const outcome = await deps.batch(completeInternalMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    charge: charge.id,
    transfer: newId<TransferId>(deps.random),
    events: { payment: event(), receipt: event(), charge: event() },
  });
  await deps.reached("after-finish");
  switch (outcome) {
    case "completed":
      deps.waiters.notify(payment.id, { outcome: "completed", via: "ledger", origin: payment.origin });
      deps.log.info({ payment: payment.id, charge: charge.id }, "payment.completed_internally");
      return;
    case "charge_paid":
      return await failUnsent(deps, payment, UNSENT.alreadyPaid);
    case "charge_expired":
      return await failUnsent(deps, payment, UNSENT.expired);
    case "charge_differs":
      return await failUnsent(deps, payment, UNSENT.differs);
    case "over_maximum":
      return await failUnsent(deps, payment, UNSENT.overMaximum);
    case "paused":
      return await blocked(deps, payment, "paused");
    case "on_hold":
      return await blocked(deps, payment, "on_hold");
    case "lease_lost":
  }
}

function refusalOf({ payer }: ReadyPayment, charge: Charge) {
  if (charge.account === payer.account) return UNSENT.sameWallet;
  if (charge.state.kind === "completed") return UNSENT.alreadyPaid;
  return charge.state.kind === "expired" ? UNSENT.expired : undefined;
}

async function blocked(deps: DriveDeps, payment: ReadyPayment, reason: "paused" | "on_hold" | "silent"): Promise<void> {
  await wait(deps, payment, whileBlocked(payment, reason, deps.clock.now()));
}
