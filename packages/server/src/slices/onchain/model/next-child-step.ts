import { CONFLICT_BLOCKS, type OnchainStatus } from "#lightning";

export type ChildFacts = {
  /** Undefined: the node did not answer. */
  readonly status: OnchainStatus | undefined;
  /** Of its parent. */
  readonly parent: OnchainStatus | undefined;
  readonly isPaused: boolean;
  /** How often the node was asked about it. */
  readonly tries: number;
  readonly now: Date;
};

export type ChildStep =
  | { readonly kind: "confirm" | "fail" }
  /** `publish`: sends the stored bytes, again where they were sent before. */
  | { readonly kind: "publish" | "wait"; readonly until: Date };

const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
/** A block comes every ten minutes. */
const PAUSE_MAX_MS = 30_000;

/**
 * What is to be done next with a child that may be on its way. It ends where no reorganization undoes it: its cost is
 * not needed sooner. Without its parent it can never confirm.
 */
export function nextChildStep({ status, parent, isPaused, tries, now }: ChildFacts): ChildStep {
  if (status?.kind === "confirmed" && status.confirmations >= CONFLICT_BLOCKS) return { kind: "confirm" };
  if (status?.kind === "conflicted" || parent?.kind === "conflicted") return { kind: "fail" };
  const until = new Date(now.getTime() + (PAUSES_MS[tries] ?? PAUSE_MAX_MS));
  return { kind: status?.kind === "not_found" && !isPaused ? "publish" : "wait", until };
}
