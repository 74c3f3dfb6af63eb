import { InvalidInput } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import {
  changeProject,
  findProject,
  type Project,
  ProjectNotFound,
  setContact,
  setLowBalance,
  setProjectLanguage,
} from "#projects";
import { type EmailAddress, emailAddress } from "#protocol/email-address.ts";
import { listUsersById } from "#users";
import { listMembers } from "./store/members.ts";

export type SettingsDeps = Parameters<typeof changeProject>[0];

/** What changes; what is not named stays. */
export type SettingsChanges = {
  readonly name?: string | undefined;
  /** The e-mail address of a member. `""`: no contact. */
  readonly contact?: string | undefined;
  /** Undefined inside: never. */
  readonly lowBalance?: { readonly limit: Msats | undefined } | undefined;
  readonly language?: string | undefined;
};

/**
 * Changes the settings of a project that its members may change. The contact is one of them: nobody else is sent mails
 * that they did not ask for.
 *
 * @throws {InvalidInput} {ProjectNameTaken} {ProjectNotFound} what was changed before stays changed.
 */
export async function changeSettings(
  deps: SettingsDeps,
  { project, changes }: { readonly project: ProjectId; readonly changes: SettingsChanges },
): Promise<void> {
  const { name, contact, lowBalance, language } = changes;
  const address =
    contact === undefined || contact === "" ? undefined : await addressOfMember(deps.db, project, contact);
  if (name !== undefined) await changeProject(deps, await requireProject(deps.db, project), { name });
  if (language !== undefined) await setProjectLanguage(deps, project, language);
  if (contact !== undefined) await setContact(deps, { project, address });
  if (lowBalance !== undefined) await setLowBalance(deps, { project, limit: lowBalance.limit });
}

/** @throws {ProjectNotFound} */
async function requireProject(db: Db, id: ProjectId): Promise<Project> {
  const project = await findProject(db, id);
  if (project === undefined) throw new ProjectNotFound(id);
  return project;
}

/** @throws {InvalidInput} when no member has it. */
async function addressOfMember(db: Db, project: ProjectId, wanted: string): Promise<EmailAddress> {
  const members = await listMembers(db, project);
  const users = await listUsersById(
    db,
    members.map(({ userId }) => userId),
  );
  const user = users.find(({ email }) => email === wanted.trim().toLowerCase());
  if (user === undefined) throw new InvalidInput("contact", "must be the address of a member of the project");
  return emailAddress(user.email, "contact");
}
