import type { Terms } from "#kernel/branding.ts";

/** Terms that a user has not accepted yet. `isChanged`: there were others, which the user has accepted. */
export type TermsDue = Terms & { readonly isChanged: boolean };
