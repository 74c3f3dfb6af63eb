import type { EventId } from "#events";
import { AppError, Restoring } from "#kernel/errors.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { CHART } from "#ledger";
import { type PayDeps, payForOrigin } from "#payments";
import type { ClaimingVoucher } from "../model/voucher.ts";
import { endClaimMany } from "../store/batched.ts";

export type PayoutDeps = PayDeps;

/** After the claim: until then the request that made it is expected to have begun the payment. */
export const LOOK_AFTER_MS = 2_000;

/**
 * Begins the payment of a claim, or finds that it has begun. A claim whose payment was refused is open again, and no
 * payment can have its id any more; the refusal is returned.
 */
export async function payClaim(deps: PayoutDeps, voucher: ClaimingVoucher): Promise<AppError | undefined> {
  const { id, origin, amount, state } = voucher;
  const { paymentId, invoice, amount: claimed } = state.claim;
  if (voucher.waitsForRestore || invoice === undefined) return new Restoring("one");
  try {
    await payForOrigin(deps, {
      id: paymentId,
      payer: payerOf(voucher),
      fundedBy: voucher.ownerId,
      origin: { kind: origin.kind, id },
      invoice,
      amount: claimed,
      feeLimit: msats(amount - claimed),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const ended = await deps.batch(endClaimMany, {
      id,
      paymentId,
      outcome: { kind: "refused" },
      rest: newId<TransferId>(deps.random),
      event: newId<EventId>(deps.random),
    });
    return ended === "payment_exists" || ended === "redeemed" ? undefined : error;
  }
}

/** The value of a voucher has left the issuer's wallet before. */
function payerOf({ origin, account, walletId, ownerId }: ClaimingVoucher) {
  return origin.kind === "voucher"
    ? { account: CHART.vouchers_outstanding.no, wallet: undefined }
    : { account, wallet: { id: walletId, ownerId } };
}
