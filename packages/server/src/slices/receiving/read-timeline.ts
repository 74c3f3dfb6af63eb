import type { Clock } from "#kernel/clock.ts";
import type { ChargeId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { ReadTimeline } from "#things";
import { chargeHappenings, chargeStanding } from "./model/timeline.ts";
import { findChargeDueAt, findReadableCharge } from "./store/charges.ts";
import { listReceiptsOfCharge } from "./store/receipts.ts";

/**
 * What became of a charge of the caller's wallet, or one that its owner asked for. Of money in another wallet as much
 * as the charge itself says: its receipts are that wallet's.
 */
export function chargeTimelines({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> }): ReadTimeline {
  return async ({ wallet }, id) => {
    const charge = await findReadableCharge(db, wallet, id as ChargeId);
    if (charge === undefined) return undefined;
    const isOwn = charge.walletId === wallet.id;
    const [dueAt, receipts] = await Promise.all([
      findChargeDueAt(db, charge.id),
      isOwn ? listReceiptsOfCharge(db, charge.id) : [],
    ]);
    return {
      standing: chargeStanding(charge, { now: clock.now(), dueAt }),
      happenings: chargeHappenings(charge, receipts),
      eventsOf: [charge.id, ...receipts.map((receipt) => receipt.id)],
    };
  };
}
