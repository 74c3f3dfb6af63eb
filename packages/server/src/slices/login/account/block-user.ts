import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { UserNotFound } from "#users";
import { updateBlocked } from "../store/accounts.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Blocks a user: payments to the e-mail address bring a voucher, as for a stranger; a login is refused; sessions, and
 * what applications hold, end for good. The wallet and its addresses stay, and so do keys of projects.
 *
 * @throws {UserNotFound}
 */
export async function blockUser(deps: Deps, id: UserId): Promise<void> {
  await Promise.all([setBlocked(deps, id, true), deps.journal.appendIfPossible({ what: "user.block", id })]);
}

/**
 * The user can log in again. What began before or during the block stays ended.
 * @throws {UserNotFound}
 */
export async function unblockUser(deps: Deps, id: UserId): Promise<void> {
  await setBlocked(deps, id, false);
  // After the change: a line alone would leave the user of an older copy unblocked.
  await deps.journal.appendIfPossible({ what: "user.unblock", id });
}

/** Blocks a user whose block the journal told of. False when the account is closed or unknown: it needs none. */
export async function blockAgain({ db, clock }: Omit<Deps, "journal">, id: UserId): Promise<boolean> {
  return await updateBlocked(db, clock.now(), { id, isBlocked: true });
}

async function setBlocked({ db, clock }: Omit<Deps, "journal">, id: UserId, isBlocked: boolean): Promise<void> {
  if (!(await updateBlocked(db, clock.now(), { id, isBlocked }))) throw new UserNotFound("id");
}
