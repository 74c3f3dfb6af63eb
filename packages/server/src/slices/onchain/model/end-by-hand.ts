import type { OnchainStatus } from "#lightning";

/**
 * A risk that an operator takes by its name. `no_proof`: nobody has seen the transaction in a block. `may_confirm`: it
 * is signed, and may still get into one.
 */
export type OnchainRisk = "no_proof" | "may_confirm";

export type EndFacts = {
  readonly as: "completed" | "failed";
  /** Undefined: the node did not answer. */
  readonly status: OnchainStatus | undefined;
};

/** What an end by hand takes. `by_itself`: the node knows the end, and the service follows it. */
export type EndTakes =
  | { readonly kind: "nothing" | "by_itself" }
  | { readonly kind: "risk"; readonly risk: OnchainRisk };

/**
 * What the node of now says of a former node's transaction stands; that it does not know it, or has it in no block,
 * proves nothing, because its wallet watches its own coins alone.
 */
export function endTakes({ as, status }: EndFacts): EndTakes {
  if (status?.kind === "conflicted") return { kind: "by_itself" };
  if (status?.kind === "confirmed") return { kind: as === "completed" ? "nothing" : "by_itself" };
  return { kind: "risk", risk: as === "completed" ? "no_proof" : "may_confirm" };
}
