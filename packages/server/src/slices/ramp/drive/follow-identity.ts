import type { EventId } from "#events";
import { AppError } from "#kernel/errors.ts";
import { markIdentityVerified } from "#users";
import type { Customer, IdentityState } from "../model/customer.ts";
import type { IdentityResult } from "../model/ports.ts";
import { askIdentityAt, changeIdentity } from "../store/customers.ts";
import type { SellDeps } from "./apply-step.ts";

/** Between two looks at what a person, or a reviewer, does. */
const SOON_MS = 2_000;
const REVIEW_MS = 60_000;

const STATES: Readonly<Record<IdentityResult["state"], IdentityState>> = {
  waiting: "pending",
  processing: "processing",
  approved: "approved",
  rejected: "rejected",
  retry: "retry",
  review: "review",
  expired: "expired",
};

/** Asks the provider about a user's identity and writes down what it says. */
export async function followIdentity(deps: SellDeps, customer: Customer): Promise<void> {
  const { db, clock } = deps;
  const identity = deps.identity();
  const reference = customer.try?.reference;
  if (identity === undefined || reference === undefined || identity.name !== customer.try?.provider)
    return await askIdentityAt(db, customer, undefined);
  const result = await ask(deps, reference);
  const now = clock.now();
  const state = result === undefined ? customer.identity : STATES[result.state];
  const dueAt = nextLookAt(state, now);
  if (result === undefined || (state === customer.identity && result.reason === customer.reason))
    return await askIdentityAt(db, customer, dueAt);
  if (state === "approved") await markIdentityVerified(deps, { id: customer.userId });
  const event = deps.random.uuid() as EventId;
  await changeIdentity(db, customer, { identity: state, reason: result.reason, dueAt, event, now });
}

async function ask({ identity, log }: SellDeps, reference: string): Promise<IdentityResult | undefined> {
  try {
    return await identity()?.get(reference);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ code: error.code }, "ramp.identity_failed");
    return undefined;
  }
}

function nextLookAt(state: IdentityState, now: Date): Date | undefined {
  switch (state) {
    case "pending":
    case "processing":
      return new Date(now.getTime() + SOON_MS);
    case "review":
      return new Date(now.getTime() + REVIEW_MS);
    default:
      return undefined;
  }
}
