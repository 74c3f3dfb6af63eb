import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import { findHeadroom, findIsSending } from "#ledger";
import { findUser, UserNotFound } from "#users";
import {
  isTakenBy,
  lookAtClaim,
  OverMaxBalance,
  type RedeemDeps,
  redeemVoucher,
  TooManyWrongCodes,
  takeIntoAccount,
  type Voucher,
  VoucherEnded,
  VoucherNotFound,
  VoucherRefused,
} from "#vouchers";
import { claimTokenIn } from "./model/voucher-link.ts";

export type TakeDeps = { readonly redeeming: RedeemDeps & { readonly clock: Clock; readonly baseUrl: string } };

export type AskedVoucher = {
  /** A claim link, its LNURL, or a code. */
  readonly text: string;
  readonly person: { readonly userId: UserId; readonly sessionId: string };
  readonly caller: Caller;
  /** That the request came from, as limits count it. */
  readonly network: string;
};

const CODE = /^[0-9A-F]{8}$/i;
/** After which a network or an account may open links again that lead nowhere. */
const RETRY_SECONDS = 3_600;

type Taker = Extract<Parameters<typeof takeIntoAccount>[1]["taker"], { readonly kind: "user" }>;

/**
 * What a voucher is worth, and whether the person can take it. Of a code nothing is said: codes can be guessed.
 *
 * @throws {VoucherNotFound} {TooManyWrongCodes}
 */
export async function lookAtVoucher({ redeeming }: TakeDeps, { text, ...asked }: AskedVoucher) {
  const token = claimTokenIn(text, redeeming.baseUrl);
  if (token === undefined) {
    if (!CODE.test(text.trim())) throw new VoucherNotFound();
    return { ...NOTHING_SAID, kind: "code" as const };
  }
  const taker = await takerOf(redeeming, asked);
  const looked = await lookAtClaim(redeeming, { token, network: asked.network, account: asked.person.userId });
  const { voucher, sender } = foundOf(looked);
  const refusal = await refusalOf(redeeming, { voucher, taker, caller: asked.caller });
  return {
    kind: voucher.origin.kind,
    status: voucher.state.kind,
    amount: String(voucher.amount),
    sender,
    description: voucher.description || null,
    expiresAt: voucher.expiresAt.toISOString(),
    isYours: isTakenBy(taker, voucher),
    refusal: refusal === undefined ? null : { code: refusal.code, message: refusal.message },
  };
}

const NOTHING_SAID = {
  status: null,
  amount: null,
  sender: null,
  description: null,
  expiresAt: null,
  isYours: false,
  refusal: null,
};

/**
 * Takes a voucher into the person's wallet. A link that the person has taken before is answered as it was then,
 * whatever the key. A code is given out again once its voucher has ended: taken twice it is the same by its key alone.
 *
 * @throws {VoucherNotFound} {VoucherEnded} {VoucherRefused} {TooManyWrongCodes} nothing was taken.
 * @throws {IdempotencyMismatch} when the key has taken another code.
 */
export async function takeVoucher(
  { redeeming }: TakeDeps,
  { text, idempotencyKey, ...asked }: AskedVoucher & { readonly idempotencyKey?: string | undefined },
) {
  const { network, caller } = asked;
  const token = claimTokenIn(text, redeeming.baseUrl);
  if (token === undefined) {
    const code = text.trim();
    return present((await redeemVoucher(redeeming, { caller, code, network, idempotencyKey })).voucher);
  }
  const taker = await takerOf(redeeming, asked);
  const { looked } = await takeIntoAccount(redeeming, { token, network, taker });
  const { voucher } = foundOf(looked);
  if (isTakenBy(taker, voucher)) return present(voucher);
  throw (
    (await refusalOf(redeeming, { voucher, taker, caller })) ??
    new Error(`voucher ${voucher.id} was not taken, and nothing says why`)
  );
}

async function takerOf({ db }: TakeDeps["redeeming"], { person }: Pick<AskedVoucher, "person">): Promise<Taker> {
  const user = await findUser(db, person.userId);
  if (user === undefined) throw new UserNotFound("id");
  return { kind: "user", user, sessionId: person.sessionId };
}

type LookedAt = Awaited<ReturnType<typeof lookAtClaim>>;

function foundOf(looked: LookedAt): Extract<LookedAt, { readonly kind: "found" }> {
  switch (looked.kind) {
    case "unknown":
      throw new VoucherNotFound();
    case "too_many_wrong":
      throw new TooManyWrongCodes(RETRY_SECONDS);
    case "found":
      return looked;
  }
}

type Looked = { readonly voucher: Voucher; readonly taker: Taker; readonly caller: Caller };

/** Why the person cannot take it as things stand; undefined: nothing that is known. */
async function refusalOf(
  { db }: TakeDeps["redeeming"],
  { voucher, taker, caller }: Looked,
): Promise<AppError | undefined> {
  const { state, origin, amount } = voucher;
  if (isTakenBy(taker, voucher)) return new VoucherEnded("redeemed");
  if (state.kind !== "open") return new VoucherEnded(state.kind);
  if (origin.kind === "withdrawal")
    return new AppError("voucher_for_lightning", "only a Lightning wallet can take this: scan its code there");
  if (!(await findIsSending(db)))
    return new VoucherRefused("sending_paused", "the service has paused sending; nothing was redeemed", {
      retryAfterSeconds: 60,
    });
  const headroom = await findHeadroom(db, caller.wallet.account);
  return headroom !== undefined && headroom < amount ? new OverMaxBalance(headroom) : undefined;
}

function present({ id, amount, description, state }: Voucher) {
  if (state.kind !== "redeemed") throw new Error(`voucher ${id} is ${state.kind}`);
  return {
    id: id as string,
    amount: String(amount),
    description,
    takenAt: state.at.toISOString(),
    transactionId: state.transfer as string,
  };
}
