import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { UserNotFound } from "./model/user.ts";
import { updateBlocked } from "./store.ts";

/**
 * Blocks a user: payments to the e-mail address bring a voucher, as for a stranger; a login is refused; profile and wallet are shown to no
 * application. The wallet and its addresses stay, and so do keys of projects. A second call changes nothing.
 *
 * @throws {UserNotFound}
 */
export async function blockUser({ db, clock }: { readonly db: Db; readonly clock: Clock }, id: UserId): Promise<void> {
  if (!(await updateBlocked(db, id, clock.now()))) throw new UserNotFound("id");
}

/** @throws {UserNotFound} */
export async function unblockUser({ db }: { readonly db: Db }, id: UserId): Promise<void> {
  if (!(await updateBlocked(db, id, undefined))) throw new UserNotFound("id");
}
