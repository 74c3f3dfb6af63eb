import { settleAll } from "#kernel/settle-all.ts";
import { followMail } from "../email/follow-mail.ts";
import { expireVoucher } from "../issue/end-voucher.ts";
import { isClaiming, type Voucher } from "../model/voucher.ts";
import { leaseDueVouchers } from "../store/vouchers.ts";
import { followClaim } from "./follow-claim.ts";
import type { PayoutDeps } from "./pay-claim.ts";

const LEASE_MS = 15_000;
const DUE_PER_TICK_MAX = 100;

/**
 * Looks after the vouchers and withdrawal requests that are due: their time is over, or their payment or mail may be
 * finished. Returns how many.
 */
export async function workDue(deps: PayoutDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await leaseDueVouchers(deps.db, {
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    limit: DUE_PER_TICK_MAX,
  });
  await settleAll(due.map((voucher) => workOne(deps, voucher))); // what has failed is due again
  return due.length;
}

async function workOne(deps: PayoutDeps, voucher: Voucher): Promise<void> {
  const { mailId } = voucher;
  if (isClaiming(voucher)) await followClaim(deps, voucher);
  else if (mailId !== undefined && deps.clock.now() < voucher.expiresAt) await followMail(deps, voucher, mailId);
  else await expireVoucher(deps, voucher);
}
