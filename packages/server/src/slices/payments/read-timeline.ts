import type { Clock } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { type Capabilities, CLTV_LIMIT_BLOCKS } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { ReadTimeline, Timeline } from "#things";
import type { Payment } from "./model/payment.ts";
import { happeningsOf, standingOf } from "./model/timeline.ts";
import { findPaymentOfWallet, listAttempts } from "./store/payments.ts";

export type TimelineDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly capabilities: Pick<Capabilities, "cltvLimit">;
};

/** What became of a payment that the caller's wallet made. */
export function paymentTimelines(deps: TimelineDeps): ReadTimeline {
  return async ({ wallet }, id) => {
    const payment = await findPaymentOfWallet(deps.db, wallet.id, id as PaymentId);
    return payment && (await timelineOf(deps, payment));
  };
}

/** What became of a payment, of whatever wallet. */
export async function timelineOf({ db, clock, capabilities }: TimelineDeps, payment: Payment): Promise<Timeline> {
  const attempts = await listAttempts(db, payment.id);
  const cltvLimitBlocks = capabilities.cltvLimit ? CLTV_LIMIT_BLOCKS : undefined;
  return {
    standing: standingOf(payment, { now: clock.now(), cltvLimitBlocks }),
    happenings: happeningsOf(
      payment,
      attempts.map(({ notSentReason, ...attempt }) => ({ ...attempt, notSentReason: notSentReason ?? undefined })),
    ),
    eventsOf: [payment.id],
  };
}
