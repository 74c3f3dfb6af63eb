import type { Clock } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { setKeyRules } from "#projects";
import { LastOwner, type MemberId, MemberNotFound } from "./model/member.ts";
import type { Role } from "./model/role.ts";
import { findMemberById, updateRole } from "./store/members.ts";

export type ChangeMemberDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

export type MemberChanges = {
  readonly role?: Role | undefined;
  /** The most that one payment of the member may send; fees are not counted. */
  readonly cap?: Msats | undefined;
  /** The most that the member's payments may send in any 24 hours. */
  readonly daily?: Msats | undefined;
};

/**
 * Gives a member another role, or another cap and budget, from the next call on.
 *
 * @throws {MemberNotFound}
 * @throws {LastOwner} when the project would be left without an owner.
 */
export async function changeMember(
  { db, clock, journal }: ChangeMemberDeps,
  { project, id, changes }: { readonly project: ProjectId; readonly id: MemberId; readonly changes: MemberChanges },
): Promise<void> {
  const member = await findMemberById(db, project, id);
  if (member === undefined) throw new MemberNotFound();
  const { role, cap, daily } = changes;
  if (role !== undefined && role !== member.role) {
    const outcome = await updateRole(db, project, id, role);
    if (outcome === "gone") throw new MemberNotFound();
    if (outcome === "last_owner") throw new LastOwner();
  }
  const rules = { ...(cap !== undefined && { cap }), ...(daily !== undefined && { daily }) };
  if (Object.keys(rules).length > 0) await setKeyRules({ db, clock, journal }, { keyId: member.keyId, rules });
}
