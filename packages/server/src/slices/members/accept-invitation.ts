import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { User } from "#users";
import { requireAdded } from "./add-member.ts";
import { InvitationGone, type InvitationId } from "./model/invitation.ts";
import { newMember } from "./model/new-member.ts";
import { acceptInvitationOf, endInvitationTo } from "./store/members.ts";

export type AcceptDeps = { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

type Answer = {
  readonly user: Pick<User, "id" | "email" | "emailVerifiedAt">;
  readonly invitation: InvitationId;
};

/**
 * Makes the user a member of the project that has invited the user's e-mail address, which must be proved.
 *
 * @throws {InvitationGone} when no open invitation to this address has the id.
 * @throws {AlreadyMember} {TooManyMembers}
 */
export async function acceptInvitation(
  { db, clock, random }: AcceptDeps,
  { user, invitation }: Answer,
): Promise<ProjectId> {
  if (user.emailVerifiedAt === undefined) throw new InvitationGone();
  const member = newMember(random, user.id);
  const { outcome, project } = await acceptInvitationOf(db, { invitation, email: user.email, member }, clock.now());
  if (outcome === "gone" || project === null) throw new InvitationGone();
  requireAdded(outcome, project);
  return project;
}

/** @throws {InvitationGone} */
export async function declineInvitation(
  { db, clock }: Pick<AcceptDeps, "db" | "clock">,
  { user, invitation }: Answer,
): Promise<void> {
  const isEnded =
    user.emailVerifiedAt !== undefined && (await endInvitationTo(db, invitation, user.email, clock.now()));
  if (!isEnded) throw new InvitationGone();
}
