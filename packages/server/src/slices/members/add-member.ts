import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { ProjectNotFound } from "#projects";
import { AlreadyMember, type MemberId, TooManyMembers } from "./model/member.ts";
import { newMember } from "./model/new-member.ts";
import type { Role } from "./model/role.ts";
import { type Added, insertMember } from "./store/members.ts";

export type AddDeps = { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

/**
 * Makes a user a member of a project, for the operator.
 *
 * @throws {AlreadyMember} {TooManyMembers} {ProjectNotFound}
 */
export async function addMember(
  { db, clock, random }: AddDeps,
  { projectId, userId, role }: { readonly projectId: ProjectId; readonly userId: UserId; readonly role: Role },
): Promise<MemberId> {
  const member = newMember(random, userId);
  const outcome = await insertMember(db, { ...member, projectId, role, by: undefined }, clock.now());
  requireAdded(outcome, projectId);
  return member.id;
}

/** @throws the failure that an outcome stands for. */
export function requireAdded(outcome: Added, project: ProjectId): void {
  switch (outcome) {
    case "added":
      return;
    case "is_member":
      throw new AlreadyMember();
    case "too_many":
      throw new TooManyMembers();
    case "no_project":
      throw new ProjectNotFound(project);
  }
}
