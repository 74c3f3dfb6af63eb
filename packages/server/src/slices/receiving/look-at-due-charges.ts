import type { Clock } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { type CreditDeps, creditReceipt } from "./credit-receipt.ts";
import { afterLookup } from "./model/expiry.ts";
import { type DueCharge, leaseDueCharges, lookAgainAt, markExpired } from "./store.ts";

const LEASE_MS = 60_000;
const CHARGES_A_ROUND = 50;

export type LookDeps = CreditDeps & { readonly db: Db; readonly node: LightningNode; readonly clock: Clock };

/**
 * Asks the node about charges whose time is over, and ends those that nobody paid. Returns how many it asked about.
 * When the node does not answer, the rest is asked about after the lease.
 *
 * @throws {NodeUnavailable}
 */
export async function lookAtDueCharges(deps: LookDeps): Promise<number> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const charges = await leaseDueCharges(deps.db, { now, leaseUntil, limit: CHARGES_A_ROUND });
  for (const charge of charges) await lookAtCharge(deps, charge);
  return charges.length;
}

async function lookAtCharge(deps: LookDeps, charge: DueCharge): Promise<void> {
  const status = await deps.node.lookupIncoming(charge.paymentHash);
  const next = afterLookup(status, charge.expiresAt, deps.clock.now());
  switch (next.kind) {
    case "credit":
      await creditReceipt(deps, {
        paymentHash: charge.paymentHash,
        amount: next.amount,
        settledAt: next.settledAt,
        step: undefined,
      });
      // Still not completed: it got less than it asked for, and its invoice cannot be paid again.
      return await markExpired(deps.db, charge.id, undefined);
    case "expire":
      return await markExpired(deps.db, charge.id, next.lookAt);
    case "wait":
      return await lookAgainAt(deps.db, charge.id, next.lookAt);
  }
}
