import type { Loop, Scheduler } from "#kernel/clock.ts";
import { untilNone } from "#kernel/until-none.ts";
import type { PaymentWaiters } from "#payments";
import { type DriveDeps, drivePurchase } from "./drive/drive-purchase.ts";
import { type LookBackDeps, lookBack } from "./drive/look-back.ts";
import { type FollowChangesDeps, followChanges } from "./drive/take-message.ts";
import { type WorkDueDeps, workDue } from "./drive/work-due.ts";
import { type WriteLettersDeps, writeLetters } from "./drive/write-letters.ts";
import type { PurchaseId } from "./model/purchase.ts";
import { expireOldSessions } from "./sessions/expire-old-sessions.ts";
import { forgetOld } from "./sessions/forget-old.ts";
import { findPurchase } from "./store/purchases.ts";

const POLL_MS = 1_000;
const CHANGES_MS = 60_000;
const TIDY_MS = 10_000;
const LETTERS_MS = 2_000;
/** It does something once a day. */
const LOOK_BACK_MS = 60_000;

type FollowPaymentDeps = DriveDeps & { readonly scheduler: Scheduler };

export type RampLoopsDeps = WorkDueDeps &
  FollowChangesDeps &
  FollowPaymentDeps &
  LookBackDeps &
  WriteLettersDeps & { readonly waiters: PaymentWaiters };

/** Brings purchases to their end, asks for lost messages, and ends sessions. */
export function rampLoops(deps: RampLoopsDeps): readonly Loop[] {
  const { scheduler } = deps;
  followFinished(deps);
  return [
    scheduler.loop("ramp.work_due", POLL_MS, (signal) => untilNone(() => workDue(deps), signal)),
    scheduler.loop("ramp.follow_changes", CHANGES_MS, () => followChanges(deps)),
    scheduler.loop("ramp.write_letters", LETTERS_MS, () => writeLetters(deps)),
    scheduler.loop("ramp.look_back", LOOK_BACK_MS, () => lookBack(deps)),
    scheduler.loop("ramp.expire_sessions", TIDY_MS, async () => {
      await expireOldSessions(deps);
      await forgetOld(deps);
    }),
  ];
}

/**
 * A purchase ends as soon as this process has finished its payment. What another process has finished is found when
 * it is due.
 */
function followFinished(deps: RampLoopsDeps): void {
  deps.waiters.whenFinished(({ origin }) => {
    if (origin.kind === "purchase") followPayment(deps, origin.id as PurchaseId);
  });
}

/** The payment of a purchase has finished: what follows is done now. */
export function followPayment(deps: FollowPaymentDeps, id: PurchaseId): void {
  deps.scheduler.spawn("ramp.follow_payment", async () => {
    const purchase = await findPurchase(deps.db, id);
    if (purchase !== undefined) await drivePurchase(deps, purchase);
  });
}
