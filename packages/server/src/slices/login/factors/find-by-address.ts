import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { findUserByEmail, type User } from "#users";
import type { Revision } from "../model/revision.ts";
import { findRevision } from "../store/factors.ts";

/** The user who has an address, and a revision from before that was looked up. */
export async function findByAddress(
  db: Db,
  email: EmailAddress | string,
): Promise<{ readonly user: User; readonly revision: Revision } | undefined> {
  const found = await findUserByEmail(db, email);
  if (found === undefined) return undefined;
  const revision = await findRevision(db, found.id);
  const user = await findUserByEmail(db, email); // again: the address may have become another one before the revision
  return user?.id === found.id ? { user, revision } : undefined;
}
