import type { PaymentWait } from "#texts/progress.ts";
import { latestFinish } from "./latest-finish.ts";
import { isReady, isSent, type Payment } from "./payment.ts";

/** How a pending payment stands, for all that show it. */
export type Pending = {
  readonly reason: PaymentWait;
  readonly nextCheckAt: Date;
  /**
   * The latest, if the node answers, also where the recipient holds it; undefined before the recipient's invoice is
   * known, and where nothing says it.
   */
  readonly finishedBy: Date | undefined;
};

/**
 * Why a payment is pending, when it is checked next, and when it is finished at the latest; undefined for one that is.
 * `cltvLimitBlocks`: see `latestFinish`.
 */
export function pendingOf(
  payment: Payment,
  { now, cltvLimitBlocks }: { readonly now: Date; readonly cltvLimitBlocks: number | undefined },
): Pending | undefined {
  const { progress } = payment;
  if (!("dueAt" in progress)) return undefined;
  return {
    reason: payment.isAtFormerNode ? "node_replaced" : (progress.reason ?? UNDER_WAY[progress.kind]),
    nextCheckAt: progress.dueAt < now ? now : progress.dueAt, // what is overdue is being checked
    finishedBy: isReady(payment) || isSent(payment) ? latestFinish(payment, cltvLimitBlocks) : undefined,
  };
}

/** What is going on as long as nothing had to wait. */
const UNDER_WAY = {
  resolving: "asking_recipient",
  ready: "about_to_send",
  dispatched: "sent",
  in_flight: "sent",
  unknown: "sent",
} as const satisfies Readonly<Record<string, PaymentWait>>;
