import { InvalidInput } from "#kernel/errors.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { ProjectNotFound } from "./model/project.ts";
import { updateContact, updateLowBalance } from "./store/contacts.ts";

/**
 * Whom the service writes to when the project should know something; undefined: nobody.
 * @throws {ProjectNotFound}
 */
export async function setContact(
  { db }: { readonly db: Db },
  { project, address }: { readonly project: ProjectId; readonly address: EmailAddress | undefined },
): Promise<void> {
  if (!(await updateContact(db, project, address))) throw new ProjectNotFound(project);
}

/**
 * The contact is told when the wallet holds less than `limit`; undefined: never.
 * @throws {InvalidInput} for zero: no wallet holds less.
 * @throws {ProjectNotFound}
 */
export async function setLowBalance(
  { db }: { readonly db: Db },
  { project, limit }: { readonly project: ProjectId; readonly limit: Msats | undefined },
): Promise<void> {
  if (limit === 0n) throw new InvalidInput("msats", "must be more than 0");
  if (!(await updateLowBalance(db, project, limit))) throw new ProjectNotFound(project);
}
