import type { Db } from "#platform/database/db.ts";
import { listPayoutRules, paidOut } from "#vouchers";
import type { Waiting } from "./model/restore.ts";
import { listWaiting } from "./store.ts";

/**
 * What waits for a restore, oldest first. Of the value of a voucher or withdrawal request its link pays out a part,
 * which the rules say that were in use.
 */
export async function readWaiting(db: Db): Promise<readonly Waiting[]> {
  const rules = await listPayoutRules(db);
  return (await listWaiting(db)).map((one) =>
    (one.kind === "voucher" || one.kind === "withdrawal") && one.payable !== undefined
      ? { ...one, payable: paidOut(one.payable.most, rules) }
      : one,
  );
}
