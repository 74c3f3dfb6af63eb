import type { Terms } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { listAcceptedTerms } from "./store.ts";

/** Terms that a user has not accepted yet. `isChanged`: there were others, which the user has accepted. */
export type TermsDue = Terms & { readonly isChanged: boolean };

/** What the user must accept before going on; undefined: nothing. */
export async function findTermsDue(
  { db }: { readonly db: Db },
  terms: Terms | undefined,
  id: UserId,
): Promise<TermsDue | undefined> {
  if (terms === undefined) return undefined;
  const accepted = await listAcceptedTerms(db, id);
  if (accepted.some(({ version }) => version === terms.version)) return undefined;
  return { ...terms, isChanged: accepted.length > 0 };
}
