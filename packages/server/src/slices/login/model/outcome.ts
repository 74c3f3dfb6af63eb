import type { UserId } from "#kernel/ids.ts";
import type { Revision } from "./revision.ts";

/**
 * What became of a secret that was shown. Callers branch on it; a wrong one and one of another user look the same.
 */
export type Checked<More = unknown> =
  | ({ readonly kind: "passed"; readonly userId: UserId } & More)
  | { readonly kind: "wrong" }
  /** It was not looked at. */
  | { readonly kind: "too_many_tries"; readonly until: Date };

/** Of a factor that begins a login. `revision`: from before it was checked. */
export type CheckedFirst = Checked<{ readonly revision: Revision }>;
