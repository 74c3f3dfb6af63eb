import type { Loop, Scheduler } from "#kernel/clock.ts";
import type { PaymentWaiters } from "#payments";
import { type DueLoopDeps, dueLoop } from "#platform/database/due-loop.ts";
import { type DriveDeps, drivePurchase } from "./drive/drive-purchase.ts";
import { type LookBackDeps, lookBack } from "./drive/look-back.ts";
import { type FollowChangesDeps, followChanges } from "./drive/take-message.ts";
import { type WorkDueDeps, workDue } from "./drive/work-due.ts";
import { type WriteLettersDeps, writeLetters } from "./drive/write-letters.ts";
import { LETTER_LATE_MS } from "./model/letter.ts";
import type { PurchaseId } from "./model/purchase.ts";
import { expireOldSessions } from "./sessions/expire-old-sessions.ts";
import { forgetOld } from "./sessions/forget-old.ts";
import { isCustomerDue } from "./store/customers.ts";
import { isPurchaseDue } from "./store/leases.ts";
import { isAnyUntold } from "./store/letters.ts";
import { findPurchase } from "./store/purchases.ts";
import { isAnyOver } from "./store/sessions.ts";

const CHANGES_MS = 60_000;
const FORGET_MS = 60_000;
/** Looks, of which one each second. */
const LETTERS_LOOKS = 2;
const EXPIRY_LOOKS = 10;
/** It does something once a day. */
const LOOK_BACK_MS = 60_000;

type FollowPaymentDeps = DriveDeps & { readonly scheduler: Scheduler };

export type RampLoopsDeps = WorkDueDeps &
  FollowChangesDeps &
  FollowPaymentDeps &
  LookBackDeps &
  WriteLettersDeps &
  DueLoopDeps & { readonly waiters: PaymentWaiters };

/** Brings purchases to their end, asks for lost messages, and ends sessions. */
export function rampLoops(deps: RampLoopsDeps): readonly Loop[] {
  const { scheduler } = deps;
  followFinished(deps);
  return [
    dueLoop(deps, {
      name: "ramp.work_due",
      isDue: [isPurchaseDue, isCustomerDue],
      take: () => workDue(deps),
    }),
    scheduler.loop("ramp.follow_changes", CHANGES_MS, () => followChanges(deps)),
    dueLoop(deps, {
      name: "ramp.write_letters",
      isDue: [(now) => isAnyUntold(new Date(now.getTime() - LETTER_LATE_MS))],
      every: LETTERS_LOOKS,
      take: async () => {
        await writeLetters(deps);
        return 0;
      },
    }),
    scheduler.loop("ramp.look_back", LOOK_BACK_MS, () => lookBack(deps)),
    dueLoop(deps, {
      name: "ramp.expire_sessions",
      isDue: [isAnyOver],
      every: EXPIRY_LOOKS,
      take: () => expireOldSessions(deps),
    }),
    scheduler.loop("ramp.forget_old", FORGET_MS, () => forgetOld(deps)),
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
