import type { EventId } from "#events";
import type { Clock, Random, Reached } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { markIdentityVerified } from "#users";
import type { Customer, IdentityReason, IdentityState } from "../model/customer.ts";
import type { ChosenIdentity, IdentityResult } from "../model/ports.ts";
import type { RampSettings } from "../model/settings.ts";
import { askIdentityAt, changeIdentity, findCustomer } from "../store/customers.ts";

export type FollowIdentityDeps = Pick<RampSettings, "identityMs"> & {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly reached: Reached;
  readonly identity: ChosenIdentity;
};

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

/**
 * Brings a user's identity up to date: asks the provider about it and writes down what it says, or that it holds no
 * more.
 */
export async function followIdentity(deps: FollowIdentityDeps, customer: Customer): Promise<void> {
  const { db } = deps;
  if (customer.identity === "approved") return await raiseLevel(deps, customer);
  if (customer.approvedUntil !== undefined) return void (await write(deps, customer, "expired"));
  const identity = deps.identity();
  const reference = customer.try?.reference;
  if (identity === undefined || reference === undefined || identity.name !== customer.try?.provider)
    return await askIdentityAt(db, customer, undefined);
  const result = await ask(deps, reference);
  const state = result === undefined ? customer.identity : STATES[result.state];
  if (result === undefined || (state === customer.identity && result.reason === customer.reason))
    return await askIdentityAt(db, customer, nextLookAt(deps, state));
  if (!(await write(deps, customer, state, result.reason))) return; // what somebody else has written counts
  const now = await findCustomer(db, customer.userId, deps.clock.now());
  if (now?.identity === "approved") await raiseLevel(deps, now);
}

async function write(
  deps: FollowIdentityDeps,
  customer: Customer,
  identity: IdentityState,
  reason?: IdentityReason | undefined,
): Promise<boolean> {
  const event = deps.random.uuid() as EventId;
  const change = { identity, reason, dueAt: nextLookAt(deps, identity), event, now: deps.clock.now() };
  const isWritten = await changeIdentity(deps.db, customer, change);
  await deps.reached("after-ramp-step");
  return isWritten;
}

/** What follows from an approved identity. It is due until this is done; then it is looked at when its time is over. */
async function raiseLevel(deps: FollowIdentityDeps, customer: Customer): Promise<void> {
  await markIdentityVerified(deps, { id: customer.userId });
  await askIdentityAt(deps.db, customer, customer.approvedUntil);
}

async function ask({ identity, log }: FollowIdentityDeps, reference: string): Promise<IdentityResult | undefined> {
  try {
    return await identity()?.get(reference);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ code: error.code }, "ramp.identity_failed");
    return undefined;
  }
}

function nextLookAt({ clock, identityMs }: FollowIdentityDeps, state: IdentityState): Date | undefined {
  const now = clock.now();
  switch (state) {
    case "pending":
    case "processing":
      return new Date(now.getTime() + SOON_MS);
    case "review":
      return new Date(now.getTime() + REVIEW_MS);
    case "approved":
      return new Date(now.getTime() + identityMs);
    default:
      return undefined;
  }
}
