import { AppError } from "#kernel/errors.ts";
import { type Customer, IDENTITY_TRIES_MAX, mayTry } from "../model/customer.ts";
import { RampUnavailable } from "../model/limits.ts";
import type { IdentityPage } from "../model/ports.ts";
import { AddressNotProved, isLasting, type Session, SessionEnded } from "../model/session.ts";
import { findCustomer, insertTry, updateTryReference } from "../store/customers.ts";
import type { CheckoutDeps } from "./deps.ts";

/** After a try was begun: the person needs some seconds at least. */
const FIRST_LOOK_MS = 1_000;

/**
 * Begins to verify the identity of who buys, or goes on with what was begun. Returns what the page shows.
 * @throws {AddressNotProved} {SessionEnded} {RampUnavailable}
 * @throws {AppError} `ramp_identity_refused` when it is decided, or was tried too often; `processor_unavailable`: ask again.
 */
export async function verifyIdentity(deps: CheckoutDeps, session: Session): Promise<IdentityPage> {
  const { db, clock } = deps;
  const identity = deps.identity();
  if (!isLasting(session)) throw new SessionEnded(session.state);
  if (session.userId === undefined) throw new AddressNotProved();
  if (identity === undefined) throw new RampUnavailable();
  const customer = await tryOf(deps, { ...session, userId: session.userId });
  const { id: tryId } = customer.try;
  const { userId } = customer;
  const begun = await identity.begin({ tryId, userId, email: session.email });
  const dueAt = new Date(clock.now().getTime() + FIRST_LOOK_MS);
  await updateTryReference(db, { userId, tryId, reference: begun.reference, dueAt });
  return begun.page;
}

type Trying = Customer & { readonly try: NonNullable<Customer["try"]> };

async function tryOf(
  { db, clock, random, identity }: CheckoutDeps,
  { id: sessionId, userId }: Session & { readonly userId: Customer["userId"] },
): Promise<Trying> {
  const known = await findCustomer(db, userId);
  if (known?.identity === "pending" && known.try !== undefined) return { ...known, try: known.try };
  if (known !== undefined && !mayTry(known.identity)) throw refused(known);
  const made = await insertTry(db, {
    ...{ userId, provider: identity()?.name ?? "", tryId: random.uuid(), sessionId },
    ...{ triesMax: IDENTITY_TRIES_MAX, now: clock.now() },
  });
  const now = made ?? (await findCustomer(db, userId));
  if (now?.try === undefined || now.identity !== "pending") throw refused(now);
  return { ...now, try: now.try };
}

function refused(customer: Customer | undefined): AppError {
  const isDecided = customer !== undefined && !mayTry(customer.identity);
  return new AppError(
    "ramp_identity_refused",
    isDecided ? `the identity is ${customer.identity}` : "the identity was tried too often",
  );
}
