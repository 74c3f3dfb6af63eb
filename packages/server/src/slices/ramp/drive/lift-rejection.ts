import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { updateRejectionLifted } from "../store/customers.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/**
 * Lets a user buy again whose identity was rejected, by an operator's decision. `reason` is recorded in the same
 * statement.
 * @throws {AppError} `ramp_identity_refused` when it is not rejected.
 */
export async function liftRejection(
  { db, clock, random }: Deps,
  { userId, reason }: { readonly userId: UserId; readonly reason: string },
): Promise<void> {
  const isLifted = await updateRejectionLifted(db, { userId, incident: random.uuid(), reason, now: clock.now() });
  if (!isLifted) throw new AppError("ramp_identity_refused", "the identity of this user is not rejected");
}
