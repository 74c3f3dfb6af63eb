import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Language } from "#texts/language.ts";
import { updateLanguage } from "./store.ts";

type Deps = { readonly db: Db };

/** The language that a user has chosen, for pages and mails. */
export async function setLanguage({ db }: Deps, id: UserId, language: Language): Promise<void> {
  await updateLanguage(db, { id, language, over: true });
}

/** The language of a user's browser, as long as the user has chosen none. */
export async function proposeLanguage({ db }: Deps, id: UserId, language: Language): Promise<void> {
  await updateLanguage(db, { id, language, over: false });
}
