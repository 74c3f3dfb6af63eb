import { isClaiming, type VoucherId } from "../model/voucher.ts";
import { findVoucher } from "../store/vouchers.ts";
import { followClaim } from "./follow-claim.ts";
import type { PayoutDeps } from "./pay-claim.ts";

/**
 * From now on a claim ends as soon as this process has finished its payment. What another process has finished, and
 * what goes wrong here, is found by `workDue`.
 */
export function followFinished(deps: PayoutDeps): void {
  deps.waiters.whenFinished(({ origin }) => {
    if (origin.kind !== "voucher" && origin.kind !== "withdrawal") return;
    deps.scheduler.spawn("vouchers.follow_claim", async () => {
      const voucher = await findVoucher(deps.db, origin.id as VoucherId);
      if (voucher !== undefined && isClaiming(voucher)) await followClaim(deps, voucher);
    });
  });
}
