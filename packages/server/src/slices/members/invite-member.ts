import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type ProjectId, type UserId } from "#kernel/ids.ts";
import { type AppendDeps, appendMail, invitationMail, type WriteDeps, writeProjectMail } from "#mails";
import type { Db } from "#platform/database/db.ts";
import { ProjectNotFound } from "#projects";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";
import {
  INVITATION_MS,
  type Invitation,
  type InvitationId,
  InvitedLately,
  TooManyInvitations,
} from "./model/invitation.ts";
import type { Role } from "./model/role.ts";
import { insertInvitation } from "./store/members.ts";

export type InviteDeps = AppendDeps &
  WriteDeps & { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

export type Invite = {
  readonly project: { readonly id: ProjectId; readonly name: string; readonly language: Language };
  readonly email: EmailAddress;
  readonly role: Role;
  /** Who invites; `gamertag` is said in the mail. Undefined: the operator. */
  readonly by: { readonly id: UserId; readonly gamertag: string } | undefined;
};

/**
 * Invites whoever proves the address by a login, and says so by mail. The mail may be refused after the invitation was
 * written: it stays open, and the page of whoever logs in shows it.
 *
 * @throws {MailNotConfigured} when this service sends no mail; nothing is written then.
 * @throws {InvitedLately} {TooManyInvitations} {ProjectNotFound}
 * @throws {RecipientUnsubscribed} {MailLimitExceeded}
 */
export async function inviteMember(deps: InviteDeps, { project, email, role, by }: Invite): Promise<Invitation> {
  const { db, clock, random, baseUrl } = deps;
  const invitedAt = clock.now();
  const expiresAt = new Date(invitedAt.getTime() + INVITATION_MS);
  const invitation = {
    id: newId<InvitationId>(random),
    projectId: project.id,
    email,
    role,
    invitedBy: by?.id,
    invitedAt,
    expiresAt,
  };
  const mail = writeProjectMail(deps, {
    kind: "invitation",
    recipient: email,
    goodUntil: expiresAt,
    projectId: project.id,
    content: ({ unsubscribeUrl }) =>
      invitationMail({
        projectName: project.name,
        inviter: by?.gamertag,
        role,
        url: `${baseUrl}/dashboard`,
        expiresAt,
        unsubscribeUrl,
        language: project.language,
      }),
  });
  requireInvited(await insertInvitation(db, invitation), project.id);
  await appendMail(deps, mail);
  return invitation;
}

function requireInvited(outcome: Awaited<ReturnType<typeof insertInvitation>>, project: ProjectId): void {
  switch (outcome) {
    case "invited":
      return;
    case "too_many":
      throw new TooManyInvitations();
    case "too_soon":
      throw new InvitedLately();
    case "no_project":
      throw new ProjectNotFound(project);
  }
}
