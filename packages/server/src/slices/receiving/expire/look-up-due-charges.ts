import { bytesToHex } from "@noble/hashes/utils.js";
import type { EventId } from "#events";
import { recordIncident } from "#incidents";
import type { Clock } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { type CreditDeps, creditReceipt } from "../credit/credit-receipt.ts";
import { afterLookup } from "../model/expiry.ts";
import { whyUnreadable } from "../model/receipt.ts";
import { expireMany } from "../store/batched.ts";
import { type DueCharge, leaseDueCharges, lookUpAgainAt } from "../store/due-charges.ts";

const LEASE_MS = 60_000;
const CHARGES_PER_TICK_MAX = 50;
/** Before the node is asked again about a receipt that could not be read. */
const UNREADABLE_PAUSE_MS = 3_600_000;

export type LookUpDeps = CreditDeps & { readonly db: Db; readonly node: LightningNode; readonly clock: Clock };

/**
 * Asks the node about charges that are due, and ends those that are unpaid and have expired or are not to be paid any
 * more. Returns how many it asked about. One that fails is due again after the lease, and the others go on.
 *
 * @throws what the first of them threw, after all were tried.
 */
export async function lookUpDueCharges(deps: LookUpDeps): Promise<number> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const charges = await leaseDueCharges(deps.db, { now, leaseUntil, limit: CHARGES_PER_TICK_MAX });
  const failures: unknown[] = [];
  for (const charge of charges) {
    try {
      await lookUpCharge(deps, charge);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return charges.length;
}

async function lookUpCharge(deps: LookUpDeps, charge: DueCharge): Promise<void> {
  const mayBePaid = charge.expiresAt > deps.clock.now();
  if (mayBePaid && charge.isSuperfluous && deps.node.capabilities.cancel)
    await deps.node.cancelInvoice(charge.paymentHash);
  const status = await deps.node.lookupIncoming(charge.paymentHash);
  // The node went back, or its static charge takes more payments again.
  if (mayBePaid && !charge.isSuperfluous && status.kind !== "settled")
    return await lookUpAgainAt(deps.db, charge.id, charge.expiresAt);
  const next = afterLookup(status, charge.expiresAt, deps.clock.now());
  switch (next.kind) {
    case "credit": {
      const { amount, cost, settledAt } = next;
      const unreadable = whyUnreadable(next);
      if (unreadable !== undefined) return await leaveUnreadable(deps, charge, unreadable);
      await creditReceipt(deps, { paymentHash: charge.paymentHash, amount, cost, settledAt }, undefined);
      // Still not completed: it got less than it asked for, and its invoice cannot be paid again.
      return await expire(deps, charge, undefined);
    }
    case "expire":
      return await expire(deps, charge, next.dueAt);
    case "wait":
      return await lookUpAgainAt(deps.db, charge.id, next.dueAt);
  }
}

async function expire(deps: LookUpDeps, { id }: DueCharge, dueAt: Date | undefined): Promise<void> {
  const { batch, random, reached } = deps;
  await reached("before-expire");
  await batch(expireMany, { id, dueAt, event: newId<EventId>(random) });
  await reached("after-expire");
}

/** Nothing is booked; the charge stays as it is, and the operator is asked. */
async function leaveUnreadable(deps: LookUpDeps, { id, paymentHash }: DueCharge, detail: string): Promise<void> {
  const subject = bytesToHex(paymentHash);
  await recordIncident(deps, { subjectKind: "receipt", subject, kind: "receipt_unreadable", detail });
  await lookUpAgainAt(deps.db, id, new Date(deps.clock.now().getTime() + UNREADABLE_PAUSE_MS));
}
