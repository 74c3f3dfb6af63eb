import type { Terms } from "#kernel/branding.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { findTermsDue } from "#users";
import { TermsChanged } from "../model/terms-changed.ts";

export type TermsDeps = {
  readonly db: Db;
  /** Those of the service; undefined: none. */
  readonly terms?: Terms | undefined;
};

/** What who buys must accept; undefined: nothing. Somebody who is not known yet has accepted nothing. */
export async function findTerms(deps: TermsDeps, userId: UserId | undefined): Promise<Terms | undefined> {
  return userId === undefined ? deps.terms : await findTermsDue(deps, deps.terms, userId);
}

/**
 * What who goes on accepts; undefined: nothing. `shown`: the version that the page has shown.
 * @throws {TermsChanged} when it has shown another one, or none.
 */
export async function requireShown(
  deps: TermsDeps,
  userId: UserId | undefined,
  shown: string | undefined,
): Promise<Terms | undefined> {
  const terms = await findTerms(deps, userId);
  if (terms !== undefined && terms.version !== shown) throw new TermsChanged();
  return terms;
}
