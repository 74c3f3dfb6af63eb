import type { UserId } from "#kernel/ids.ts";

/** What became of a secret that was shown. Callers branch on it; a wrong one and one of another user look the same. */
export type Checked =
  | { readonly kind: "passed"; readonly userId: UserId }
  | { readonly kind: "wrong" }
  /** It was not looked at. */
  | { readonly kind: "too_many_tries"; readonly until: Date };
