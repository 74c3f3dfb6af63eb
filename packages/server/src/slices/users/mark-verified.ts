import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { UserNotFound } from "./model/user.ts";
import { updateVerified } from "./store.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

/**
 * Writes down that the user's e-mail address was proved to be the user's; the wallet gets the limits of the level that
 * follows, in the same statement. False when the user has another address by now: nothing is done then. One that was
 * proved before stays as it is.
 *
 * @throws {UserNotFound}
 */
export async function markEmailVerified(
  { db, clock }: Deps,
  { id, email }: { readonly id: UserId; readonly email: string },
): Promise<boolean> {
  const outcome = await updateVerified(db, { id, email, now: clock.now() });
  if (outcome === "not_found") throw new UserNotFound("id");
  return outcome === "marked";
}

/**
 * Writes down that it was proved who the user is; the wallet gets the limits of the level, in the same statement.
 *
 * @throws {UserNotFound}
 */
export async function markIdentityVerified({ db, clock }: Deps, { id }: { readonly id: UserId }): Promise<void> {
  const outcome = await updateVerified(db, { id, identity: true, now: clock.now() });
  if (outcome === "not_found") throw new UserNotFound("id");
}
