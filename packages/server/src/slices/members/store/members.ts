import type { Scope } from "#kernel/caller.ts";
import type { ProjectId, ProjectKeyId, UserId } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import { INVITATION_PAUSE_MS, INVITATIONS_MAX, type Invitation, type InvitationId } from "../model/invitation.ts";
import { MEMBER_CAP, MEMBER_DAILY, MEMBERS_MAX, type Member, type MemberId } from "../model/member.ts";
import { type Role, scopesOf, VIEWER_SCOPES } from "../model/role.ts";

const MEMBER = part`
  m.id, m.project_id as "projectId", m.user_id as "userId", m.role, m.key_id as "keyId", m.added_at as "addedAt"`;

/** The membership of a user in a project; undefined when there is none. */
export async function findMember(db: Db, project: ProjectId, user: UserId): Promise<Member | undefined> {
  const [row] = await db.query<Member>(sql`
    select ${MEMBER}
      from members.member m
     where m.project_id = ${project}
       and m.user_id = ${user}
       and m.removed_at is null`);
  return row;
}

export async function findMemberById(db: Db, project: ProjectId, id: MemberId): Promise<Member | undefined> {
  const [row] = await db.query<Member>(sql`
    select ${MEMBER}
      from members.member m
     where m.project_id = ${project}
       and m.id = ${id}
       and m.removed_at is null`);
  return row;
}

/** Who acts, or acted, with this key of a member; undefined: it is no member's. */
export async function findUserOfKey(db: Db, project: ProjectId, key: ProjectKeyId): Promise<UserId | undefined> {
  const [row] = await db.query<{ userId: UserId }>(sql`
    select m.user_id as "userId"
      from members.member m
     where m.project_id = ${project}
       and m.key_id = ${key}
     limit 1`);
  return row?.userId;
}

/** In the order in which they were added. */
export async function listMembers(db: Db, project: ProjectId): Promise<readonly Member[]> {
  return await db.query<Member>(sql`
    select ${MEMBER}
      from members.member m
     where m.project_id = ${project}
       and m.removed_at is null
     order by m.id`);
}

export async function listMemberships(db: Db, user: UserId): Promise<readonly Member[]> {
  return await db.query<Member>(sql`
    select ${MEMBER}
      from members.member m
     where m.user_id = ${user}
       and m.removed_at is null
     order by m.id`);
}

export type NewMember = {
  readonly id: MemberId;
  readonly userId: UserId;
  readonly keyId: ProjectKeyId;
  /** Of bytes that nobody has seen. */
  readonly keyHash: Uint8Array;
};

export type Added = "added" | "is_member" | "too_many" | "no_project";

/** Runs `members.add`. */
export async function insertMember(
  db: Db,
  member: NewMember & { readonly projectId: ProjectId; readonly role: Role; readonly by: UserId | undefined },
  now: Date,
): Promise<Added> {
  const { id, projectId, userId, role, keyId, keyHash, by } = member;
  const { outcome } = one(
    await db.query<{ outcome: Added }>(sql`
      select members.add(
               ${now}, ${id}, ${projectId}, ${userId}, ${role}, ${keyId}, ${keyHash}, ${scopesOrNull(role)},
               ${MEMBER_CAP}, ${MEMBER_DAILY}, ${by ?? null}, ${MEMBERS_MAX}) as outcome`),
  );
  return outcome;
}

function scopesOrNull(role: Role): readonly Scope[] | null {
  return scopesOf(role) ?? null;
}

export type Changed = "changed" | "last_owner" | "gone";

/** Runs `members.change_role`. */
export async function updateRole(db: Db, project: ProjectId, id: MemberId, role: Role): Promise<Changed> {
  const { outcome } = one(
    await db.query<{ outcome: Changed }>(sql`
      select members.change_role(${project}, ${id}, ${role}, ${VIEWER_SCOPES}) as outcome`),
  );
  return outcome;
}

export type Removed = "removed" | "last_owner" | "gone";

/** Runs `members.remove`. */
export async function deleteMember(db: Db, project: ProjectId, id: MemberId, now: Date): Promise<Removed> {
  const { outcome } = one(
    await db.query<{ outcome: Removed }>(sql`
      select members.remove(${now}, ${project}, ${id}) as outcome`),
  );
  return outcome;
}

const INVITATION = part`
  i.id, i.project_id as "projectId", i.email, i.role, i.invited_by as "invitedBy", i.invited_at as "invitedAt",
  i.expires_at as "expiresAt"`;

type InvitationRow = Omit<Invitation, "invitedBy"> & { readonly invitedBy: UserId | null };

function toInvitation(row: InvitationRow): Invitation {
  return { ...row, invitedBy: row.invitedBy ?? undefined };
}

export type Invited = "invited" | "too_many" | "too_soon" | "no_project";

/** Runs `members.invite`. */
export async function insertInvitation(db: Db, invitation: Invitation): Promise<Invited> {
  const { id, projectId, email, role, invitedBy, invitedAt, expiresAt } = invitation;
  const { outcome } = one(
    await db.query<{ outcome: Invited }>(sql`
      select members.invite(
               ${invitedAt}, ${id}, ${projectId}, ${email}, ${role}, ${invitedBy ?? null}, ${expiresAt},
               ${INVITATIONS_MAX}, ${INVITATION_PAUSE_MS / 1000} * interval '1 second') as outcome`),
  );
  return outcome;
}

/** The open ones of a project, the newest first. */
export async function listInvitations(db: Db, project: ProjectId, now: Date): Promise<readonly Invitation[]> {
  const rows = await db.query<InvitationRow>(sql`
    select ${INVITATION}
      from members.invitation i
     where i.project_id = ${project}
       and i.ended_at is null
       and i.expires_at > ${now}
     order by i.id desc`);
  return rows.map(toInvitation);
}

/** The open ones of an e-mail address, the newest first. */
export async function listInvitationsTo(db: Db, email: string, now: Date): Promise<readonly Invitation[]> {
  const rows = await db.query<InvitationRow>(sql`
    select ${INVITATION}
      from members.invitation i
     where i.email = ${email}
       and i.ended_at is null
       and i.expires_at > ${now}
     order by i.id desc`);
  return rows.map(toInvitation);
}

export type Accepted = { readonly outcome: Added | "gone"; readonly project: ProjectId | null };

/** Runs `members.accept`. `email`: proved by the user. */
export async function acceptInvitationOf(
  db: Db,
  { invitation, email, member }: { invitation: InvitationId; email: string; member: NewMember },
  now: Date,
): Promise<Accepted> {
  const { id, userId, keyId, keyHash } = member;
  return one(
    await db.query<Accepted>(sql`
      select a.outcome, a.project
        from members.accept(
               ${now}, ${invitation}, ${email}, ${id}, ${userId}, ${keyId}, ${keyHash}, ${VIEWER_SCOPES},
               ${MEMBER_CAP}, ${MEMBER_DAILY}, ${MEMBERS_MAX}) a`),
  );
}

/** Ends an open invitation to an address. False: there is none. */
export async function endInvitationTo(db: Db, id: InvitationId, email: string, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update members.invitation i
       set ended_at = ${now},
           end_kind = 'declined'
     where i.id = ${id}
       and i.email = ${email}
       and i.ended_at is null
    returning 1`);
  return rows.length > 0;
}

/** Ends an open invitation of a project. False: there is none. */
export async function endInvitationOf(db: Db, project: ProjectId, id: InvitationId, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update members.invitation i
       set ended_at = ${now},
           end_kind = 'taken_back'
     where i.id = ${id}
       and i.project_id = ${project}
       and i.ended_at is null
    returning 1`);
  return rows.length > 0;
}
