import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type ProfileChanges, profileChanges } from "./model/profile.ts";
import { UserNotFound } from "./model/user.ts";
import { updateProfile } from "./store.ts";

/**
 * Changes texts of a user's profile, which applications and strangers see.
 *
 * @throws {InvalidInput} {UserNotFound} nothing is changed then.
 */
export async function changeProfile({ db }: { readonly db: Db }, id: UserId, changes: ProfileChanges): Promise<void> {
  if (!(await updateProfile(db, id, profileChanges(changes)))) throw new UserNotFound("id");
}
