import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { Role } from "./role.ts";

export type InvitationId = Brand<string, "InvitationId">;

/** Whoever proves the address by a login may become a member. */
export type Invitation = {
  readonly id: InvitationId;
  readonly projectId: ProjectId;
  readonly email: string;
  readonly role: Role;
  /** Undefined: the operator. */
  readonly invitedBy: UserId | undefined;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
};

export const INVITATION_MS = 7 * 86_400_000;
/** That are open, of one project: each was a mail to an address that the project chose. Ours. */
export const INVITATIONS_MAX = 20;
/** Until the same address may be invited again to the same project. Ours. */
export const INVITATION_PAUSE_MS = 10 * 60_000;

export class InvitationGone extends AppError {
  constructor() {
    super("invitation_gone", "the invitation is not open any more, or is for another e-mail address");
  }
}

export class TooManyInvitations extends AppError {
  constructor() {
    super("too_many_invitations", `${INVITATIONS_MAX} invitations of this project are open; take one back first`);
  }
}

export class InvitedLately extends AppError {
  constructor() {
    super("invited_lately", "this address was invited a few minutes ago; the mail may be on its way", {
      retryAfterSeconds: INVITATION_PAUSE_MS / 1000,
    });
  }
}
