import type { EventId } from "#events";
import { newId, type TransferId } from "#kernel/ids.ts";
import { findOutcomes, findPayment } from "#payments";
import { nextLook } from "../model/next-look.ts";
import type { ClaimingVoucher } from "../model/voucher.ts";
import { type EndClaim, endClaimMany } from "../store/batched.ts";
import { lookAgainAt } from "../store/vouchers.ts";
import { type PayoutDeps, payClaim } from "./pay-claim.ts";

/** Between two looks at a payment. */
const PAUSE = { minMs: 1_000, maxMs: 60_000 };

/**
 * Asks what became of the payment of a claim, and ends the claim when the payment is finished. A payment that was never
 * begun, because the process died after the claim, is begun now.
 */
export async function followClaim(deps: PayoutDeps, voucher: ClaimingVoucher): Promise<void> {
  const { id, state } = voucher;
  const { paymentId } = state.claim;
  const outcome = (await findOutcomes(deps.db, [paymentId])).get(paymentId);
  const isBegun = outcome !== undefined || voucher.waitsForRestore;
  if (!isBegun && (await payClaim(deps, voucher)) !== undefined) return;
  if (outcome === undefined || outcome.kind === "pending")
    return await lookAgainAt(deps.db, { id, state: "claiming", dueAt: await nextLookAt(deps, voucher) });

  await deps.reached("before-end-claim");
  await deps.batch(endClaimMany, {
    id,
    paymentId,
    outcome: outcome.kind === "failed" ? { kind: "failed" } : await completedAs(deps, voucher, outcome.fee),
    rest: newId<TransferId>(deps.random),
    event: newId<EventId>(deps.random),
  });
}

type Completed = Extract<EndClaim["outcome"], { readonly kind: "completed" }>;

async function completedAs({ db }: PayoutDeps, { state }: ClaimingVoucher, fee: Completed["fee"]): Promise<Completed> {
  const payment = await findPayment(db, state.claim.paymentId);
  if (payment === undefined) throw new Error(`payment ${state.claim.paymentId} has an outcome and is not there`);
  return { kind: "completed", fee, transfer: payment.transactionId };
}

async function nextLookAt({ db, clock }: PayoutDeps, { state }: ClaimingVoucher): Promise<Date> {
  const now = clock.now();
  const payment = await findPayment(db, state.claim.paymentId);
  return nextLook(payment?.createdAt ?? now, now, PAUSE);
}
