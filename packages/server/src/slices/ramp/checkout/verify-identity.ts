import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import { type Customer, IDENTITY_TRIES_MAX, isStranded, mayTry } from "../model/customer.ts";
import { RampUnavailable } from "../model/limits.ts";
import type { ChosenIdentity, IdentityPage } from "../model/ports.ts";
import { AddressNotProved, browserOf, isLasting, type Session, SessionEnded } from "../model/session.ts";
import { findCustomer, insertTry, updateTryReference } from "../store/customers.ts";

export type VerifyIdentityDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly identity: ChosenIdentity;
};

/** After a try was begun: the person needs some seconds at least. */
const FIRST_LOOK_MS = 1_000;

/**
 * Begins to verify the identity of who buys, or goes on with what was begun at the same provider. Returns what the
 * page shows.
 * @throws {AddressNotProved} {SessionEnded} {RampUnavailable}
 * @throws {AppError} `ramp_identity_refused` when it is decided, or was tried too often; `processor_unavailable`: ask
 * again.
 */
export async function verifyIdentity(deps: VerifyIdentityDeps, session: Session): Promise<IdentityPage> {
  const { db, clock } = deps;
  const identity = deps.identity();
  if (!isLasting(session)) throw new SessionEnded(session);
  const userId = browserOf(session)?.userId;
  if (userId === undefined) throw new AddressNotProved();
  if (identity === undefined) throw new RampUnavailable();
  const customer = await tryOf(deps, { sessionId: session.id, userId, provider: identity.name });
  const { id: tryId } = customer.try;
  const begun = await identity.begin({ tryId, userId, email: session.email });
  const dueAt = new Date(clock.now().getTime() + FIRST_LOOK_MS);
  await updateTryReference(db, { userId, tryId, reference: begun.reference, dueAt });
  return begun.page;
}

type Trying = Customer & { readonly try: NonNullable<Customer["try"]> };

type Wanted = { readonly sessionId: Session["id"]; readonly userId: Customer["userId"]; readonly provider: string };

async function tryOf({ db, clock, random }: VerifyIdentityDeps, wanted: Wanted): Promise<Trying> {
  const { userId, provider } = wanted;
  const known = await findCustomer(db, userId, clock.now());
  if (known !== undefined && !isStranded(known, provider)) {
    if (known.identity === "pending" && known.try !== undefined) return { ...known, try: known.try };
    if (!mayTry(known.identity)) throw refused(known);
  }
  const begun = { ...wanted, tryId: random.uuid(), triesMax: IDENTITY_TRIES_MAX, now: clock.now() };
  const now = (await insertTry(db, begun)) ?? (await findCustomer(db, userId, clock.now()));
  if (now?.try?.provider !== provider || now.identity !== "pending") throw refused(now);
  return { ...now, try: now.try };
}

function refused(customer: Customer | undefined): AppError {
  const isDecided = customer !== undefined && !mayTry(customer.identity);
  return new AppError(
    "ramp_identity_refused",
    isDecided ? `the identity is ${customer.identity}` : "the identity was tried too often",
  );
}
