import type { Clock } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { InvitationGone, type InvitationId } from "./model/invitation.ts";
import { endInvitationOf } from "./store/members.ts";

/**
 * Takes an invitation back: it cannot be accepted any more.
 * @throws {InvitationGone} when the project has no open one with this id.
 */
export async function endInvitation(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  { project, id }: { readonly project: ProjectId; readonly id: InvitationId },
): Promise<void> {
  if (!(await endInvitationOf(db, project, id, clock.now()))) throw new InvitationGone();
}
