import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Language } from "#texts/language.ts";
import { ProjectNotFound, projectLanguage } from "./model/project.ts";
import { updateLanguage } from "./store.ts";

/**
 * The language of mails in the name of a project, from the next one on.
 * @throws {InvalidInput} when there are no texts in it.
 * @throws {ProjectNotFound}
 */
export async function setProjectLanguage({ db }: { readonly db: Db }, id: ProjectId, text: string): Promise<Language> {
  const language = projectLanguage(text);
  if (!(await updateLanguage(db, id, language))) throw new ProjectNotFound(id);
  return language;
}
