import { type Branding, termsOf } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { listAcceptedTerms } from "#users";
import type { TermsDue } from "../model/terms-due.ts";

/** What the user must accept before a login goes on; undefined: nothing. */
export async function findTermsDue(
  { db }: { readonly db: Db },
  branding: Branding,
  id: UserId,
): Promise<TermsDue | undefined> {
  const terms = termsOf(branding);
  if (terms === undefined) return undefined;
  const accepted = await listAcceptedTerms(db, id);
  if (accepted.some(({ version }) => version === terms.version)) return undefined;
  return { ...terms, isChanged: accepted.length > 0 };
}
