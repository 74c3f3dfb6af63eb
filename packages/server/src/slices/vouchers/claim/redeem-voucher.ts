import type { EventId } from "#events";
import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Actor, type Caller, keyScopeOf } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { findUser } from "#users";
import { hashOfRecipient, hashOfToken, readCode } from "../model/secrets.ts";
import {
  OverMaxBalance,
  TooManyWrongCodes,
  type Voucher,
  VoucherEnded,
  VoucherNotFound,
  VoucherRefused,
} from "../model/voucher.ts";
import { redeemMany, type WrongCodesMax } from "../store/batched.ts";
import { findVoucher } from "../store/vouchers.ts";

export type RedeemVoucher = {
  /** Whose wallet gets the value. */
  readonly caller: Caller;
  /** As they were typed in. */
  readonly code: string;
  readonly token?: string | undefined;
  /** That the request came from, as its limits count it. */
  readonly network: string;
  readonly idempotencyKey?: string | undefined;
};

/** Wrong codes in an hour. Ours. */
export const WRONG_CODES_MAX: WrongCodesMax = { asker: 5, network: 20, total: 1_000 };

export type RedeemDeps = { readonly db: Db; readonly batch: Batch; readonly random: Random };

/**
 * Redeems a voucher into the caller's wallet, with its whole value. Besides the code it takes the claim token, or that
 * the caller is the user whose verified e-mail address the voucher was sent to.
 *
 * @throws {VoucherNotFound} also for a voucher that was redeemed, to those who do not have its token.
 * @throws {VoucherEnded} {VoucherRefused} {TooManyWrongCodes} when nothing was redeemed; the idempotency key stays
 * free.
 * @throws {IdempotencyMismatch}
 */
export async function redeemVoucher(
  deps: RedeemDeps,
  { caller, code: codeText, token, network, idempotencyKey }: RedeemVoucher,
): Promise<{ readonly voucher: Voucher; readonly replayed: boolean }> {
  const code = readCode(codeText);
  const tokenHash = token === undefined ? undefined : hashOfToken(token);

  const redeemed = await deps.batch(redeemMany, {
    code,
    tokenHash,
    recipientHash: await recipientHashOf(deps, caller.actor),
    wallet: caller.wallet,
    asker: `account ${keyScopeOf(caller.actor)}`,
    network: `network ${network}`,
    transfer: newId<TransferId>(deps.random),
    event: newId<EventId>(deps.random),
    idempotency: idempotencyOf(caller.actor, "redeem-voucher", idempotencyKey, { code: codeText, token }),
    wrongCodesMax: WRONG_CODES_MAX,
  });
  switch (redeemed.kind) {
    case "redeemed":
    case "replay": {
      const voucher = await findVoucher(deps.db, redeemed.id);
      if (voucher === undefined) throw new Error(`voucher ${redeemed.id} was redeemed and is not there`);
      return { voucher, replayed: redeemed.kind === "replay" };
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "unknown":
      throw new VoucherNotFound("no voucher can be redeemed with this code");
    case "ended":
      throw new VoucherEnded(redeemed.as);
    case "too_many_wrong":
      throw new TooManyWrongCodes(redeemed.retryAfterSeconds);
    case "over_max_balance":
      throw new OverMaxBalance(redeemed.headroom);
    case "paused":
      throw new VoucherRefused("sending_paused", "the service has paused sending; nothing was redeemed", {
        retryAfterSeconds: 60,
      });
  }
}

async function recipientHashOf({ db }: RedeemDeps, actor: Actor): Promise<Uint8Array | undefined> {
  if (actor.kind !== "user") return undefined;
  const user = await findUser(db, actor.userId);
  if (user?.emailVerifiedAt === undefined || user.blockedAt !== undefined) return undefined;
  return hashOfRecipient(user.email);
}
