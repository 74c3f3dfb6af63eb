import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { ClaimRefused } from "../model/claim-refused.ts";
import { hashOfToken } from "../model/secrets.ts";
import { stateAt } from "../model/voucher.ts";
import { type PayoutRules, payoutRange, type WithdrawOffer, withdrawOffer } from "../model/withdraw-offer.ts";
import { findVoucherByToken } from "../store/vouchers.ts";

type Deps = PayoutRules & { readonly db: Db; readonly clock: Clock; readonly baseUrl: string };

/**
 * What a wallet may ask for with this token (LUD-03, step 3). Nothing is written.
 * @throws {ClaimRefused} when that is nothing.
 */
export async function offerWithdraw(deps: Deps, token: string): Promise<WithdrawOffer> {
  const tokenHash = hashOfToken(token);
  const voucher = tokenHash && (await findVoucherByToken(deps.db, tokenHash));
  if (!voucher) throw new ClaimRefused("unknown");
  const { kind } = stateAt(voucher, deps.clock.now());
  if (kind !== "open") throw new ClaimRefused(kind);
  const range = payoutRange(voucher.amount, deps);
  if (range === undefined) throw new ClaimRefused("too_small");
  return withdrawOffer({ baseUrl: deps.baseUrl, token }, voucher, range);
}
