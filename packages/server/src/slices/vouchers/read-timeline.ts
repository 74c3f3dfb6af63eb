import { findPayment, type TimelineDeps, timelineOf } from "#payments";
import type { ReadTimeline } from "#things";
import { voucherHappenings, voucherStanding } from "./model/timeline.ts";
import type { Voucher, VoucherId } from "./model/voucher.ts";
import { findVoucherOfWallet } from "./store/vouchers.ts";

/** What became of a voucher that the caller's wallet has issued. */
export function voucherTimelines(deps: TimelineDeps): ReadTimeline {
  return async ({ wallet }, id) => {
    const wanted = { wallet: wallet.id, kind: "voucher", id: id as VoucherId } as const;
    const voucher = await findVoucherOfWallet(deps.db, wanted);
    if (voucher === undefined) return undefined;
    const payment = await payoutOf(deps, voucher);
    const nextCheckAt = payment && (await timelineOf(deps, payment)).standing.nextCheckAt;
    return {
      standing: voucherStanding(voucher, { now: deps.clock.now(), nextCheckAt }),
      happenings: voucherHappenings(voucher, payment?.createdAt),
      eventsOf: [voucher.id],
    };
  };
}

/** The payment that pays it out, or has paid it out. */
async function payoutOf({ db }: TimelineDeps, { state }: Voucher) {
  const claim = "claim" in state ? state.claim : undefined;
  return claim && (await findPayment(db, claim.paymentId));
}
