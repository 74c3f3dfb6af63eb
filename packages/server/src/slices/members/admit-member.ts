import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { isUuid, type ProjectId } from "#kernel/ids.ts";
import { type LoggedIn, requireFresh, requireLogin } from "#login";
import type { Db } from "#platform/database/db.ts";
import { findMemberCaller, ProjectNotFound } from "#projects";
import { ACTIONS, type Action, mayDo, type Narrowed, type Role } from "./model/role.ts";
import { findMember } from "./store/members.ts";

export type AdmitDeps = {
  readonly db: Db;
  readonly clock: Clock;
  /** What the operator leaves to fewer roles. */
  readonly narrowed: Narrowed;
};

export type AdmittedMember = LoggedIn & { readonly role: Role; readonly caller: Caller };

/**
 * Who asks, as a member of the project. To whom is no member there is no such project.
 *
 * @throws {AppError} `login_needed`
 * @throws {ProjectNotFound}
 */
export async function admitMember(
  deps: Pick<AdmitDeps, "db" | "clock">,
  asked: { readonly secret: string | undefined; readonly project: string },
): Promise<AdmittedMember> {
  const known = await requireLogin(deps, asked.secret);
  const project = asked.project.toLowerCase();
  const member = isUuid(project) ? await findMember(deps.db, project as ProjectId, known.user.id) : undefined;
  const caller = member && (await findMemberCaller(deps.db, member.keyId));
  if (member === undefined || caller === undefined) throw new ProjectNotFound(asked.project);
  return { ...known, role: member.role, caller };
}

/**
 * That a member may do an action of the table.
 *
 * @throws {AppError} `role_missing`, `key_unconfirmed`, `fresh_login_needed`
 */
export function requireAction(
  { clock, narrowed }: Pick<AdmitDeps, "clock" | "narrowed">,
  member: AdmittedMember,
  action: Action,
): void {
  if (!mayDo(member.role, action, narrowed))
    throw new AppError("role_missing", `a ${member.role} of the project may not do this`);
  requireConfirmed(member.caller, action);
  if (ACTIONS[action].isFresh) requireFresh(member, clock);
}

/** After a restore a member may read, and nothing else, until the operator confirms the keys of the project. */
function requireConfirmed({ actor }: Caller, action: Action): void {
  const isUnconfirmed = actor.kind === "project" && actor.access?.isUnconfirmed === true;
  if (isUnconfirmed && action !== "read" && action !== "leave")
    throw new AppError(
      "key_unconfirmed",
      "the service was restored from a copy, and members may only read until the operator confirms it: " +
        "`leyden key confirm <project>`",
    );
}
