import type { Clock } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { LastOwner, type MemberId, MemberNotFound } from "./model/member.ts";
import { deleteMember, findMemberById } from "./store/members.ts";

export type RemoveMemberDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Ends a membership: the next call of the member is refused. The journal has the end of its key, so it stays ended when
 * the database is restored from an older copy.
 *
 * @throws {MemberNotFound}
 * @throws {LastOwner} when the project would be left without an owner.
 */
export async function removeMember(
  { db, clock, journal }: RemoveMemberDeps,
  { project, id }: { readonly project: ProjectId; readonly id: MemberId },
): Promise<void> {
  const member = await findMemberById(db, project, id);
  if (member === undefined) throw new MemberNotFound();
  const outcome = await deleteMember(db, project, id, clock.now());
  if (outcome === "last_owner") throw new LastOwner();
  if (outcome === "gone") throw new MemberNotFound();
  await journal.appendIfPossible({ what: "key.revoke", id: member.keyId });
}
