import type { OnchainStatus } from "#lightning";
import type { DispatchedOnchain } from "./onchain-payment.ts";

export type OnchainFacts = {
  readonly payment: Pick<DispatchedOnchain, "createdAt" | "progress">;
  /** Undefined: the node did not answer. */
  readonly status: OnchainStatus | undefined;
  /** What is in its place pays the same address at least the amount. */
  readonly isReplaced?: boolean;
  readonly isPaused: boolean;
  /** How many the operator wants to see. */
  readonly confirmations: number;
  readonly now: Date;
};

export type OnchainStep =
  | { readonly kind: "complete" }
  /** It can never confirm. */
  | { readonly kind: "fail" }
  /** Sends the stored bytes, again where they were sent before. */
  | { readonly kind: "publish"; readonly until: Date; readonly isOverdue: boolean }
  | { readonly kind: "wait"; readonly until: Date; readonly isOverdue: boolean };

const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
/** A block comes every ten minutes. */
const PAUSE_MAX_MS = 30_000;
/** Without a confirmation for so long an operator looks at it. Ours. */
export const ONCHAIN_OVERDUE_MS = 24 * 3_600_000;

/**
 * What is to be done next with a payment that may be on its way. That it is not found proves nothing: it is published
 * again.
 */
export function nextStep({
  payment,
  status,
  isReplaced = false,
  isPaused,
  confirmations,
  now,
}: OnchainFacts): OnchainStep {
  if (status?.kind === "confirmed" && status.confirmations >= confirmations) return { kind: "complete" };
  if (status?.kind === "conflicted") return { kind: isReplaced ? "complete" : "fail" };
  const until = new Date(now.getTime() + (PAUSES_MS[payment.progress.tries] ?? PAUSE_MAX_MS));
  const isOverdue = now.getTime() - payment.createdAt.getTime() >= ONCHAIN_OVERDUE_MS;
  const isLost = status?.kind === "not_found" && !isPaused;
  return { kind: isLost ? "publish" : "wait", until, isOverdue };
}
