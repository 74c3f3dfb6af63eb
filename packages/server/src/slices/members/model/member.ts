import type { Brand } from "#kernel/brand.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { ProjectId, ProjectKeyId, UserId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { ROLES, type Role } from "./role.ts";

export type MemberId = Brand<string, "MemberId">;

/** A user who acts on a project. */
export type Member = {
  readonly id: MemberId;
  readonly projectId: ProjectId;
  readonly userId: UserId;
  readonly role: Role;
  /** As which the member acts: its cap and its budget hold for what the member sends. */
  readonly keyId: ProjectKeyId;
  readonly addedAt: Date;
};

/** What a new member may send: one payment, and all of any 24 hours; fees are not counted. Ours. */
export const MEMBER_CAP: Msats = sats(100_000n);
export const MEMBER_DAILY: Msats = sats(500_000n);

export const MEMBERS_MAX = 50;
/** Projects that a user has made or owns, where people make projects themselves. Ours. */
export const PROJECTS_OF_USER_MAX = 5;

/** @throws {InvalidInput} when it is none. */
export function roleOf(text: string): Role {
  const role = ROLES.find((name) => name === text);
  if (role === undefined) throw new InvalidInput("role", `must be one of ${ROLES.join(", ")}`);
  return role;
}

export class MemberNotFound extends AppError {
  constructor() {
    super("member_not_found", "the project has no such member");
  }
}

export class AlreadyMember extends AppError {
  constructor() {
    super("already_member", "this person is a member of the project already");
  }
}

export class TooManyMembers extends AppError {
  constructor() {
    super("too_many_members", `a project has at most ${MEMBERS_MAX} members; remove one before you add another`);
  }
}

export class LastOwner extends AppError {
  constructor() {
    super("last_owner", "the project would be left without an owner; make another member an owner first");
  }
}

export class TooManyProjects extends AppError {
  constructor() {
    super("too_many_projects", `one person owns at most ${PROJECTS_OF_USER_MAX} projects here; ask the operator`);
  }
}
