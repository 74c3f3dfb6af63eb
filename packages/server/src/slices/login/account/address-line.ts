import { bytesToHex } from "@noble/hashes/utils.js";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { findUser } from "#users";
import { hashOf } from "../model/secrets.ts";

/** Writes into the journal that a user has another address. After the change, which may be refused. */
export async function tellAddress(
  { journal }: { readonly journal: Pick<Journal, "appendIfPossible"> },
  id: UserId,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  await journal.appendIfPossible({
    what: "email.change",
    id,
    hashes: [hashOfAddress(id, before), hashOfAddress(id, after)],
  });
}

/** Of one user: the same address of another one has another hash. */
function hashOfAddress(id: UserId, email: string): Uint8Array {
  return hashOf(`${id} ${email}`);
}

/** A change as the journal tells of it, with the hashes in hexadecimal digits. */
export type ChangedAddress = { readonly userId: UserId; readonly hashes: readonly string[] };

/**
 * Users who have an address here that they have left since. The last change that names the present address decides:
 * whether it was left or taken. In the order of the changes.
 */
export async function listLeftAddresses(db: Db, changes: readonly ChangedAddress[]): Promise<ReadonlySet<UserId>> {
  const left = new Set<UserId>();
  for (const id of new Set(changes.map(({ userId }) => userId))) {
    const user = await findUser(db, id);
    if (user === undefined) continue;
    const present = bytesToHex(hashOfAddress(id, user.email));
    const last = changes.findLast(({ userId, hashes }) => userId === id && hashes.includes(present));
    if (last !== undefined && last.hashes[1] !== present) left.add(id);
  }
  return left;
}
