import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { findWallet } from "#wallets";
import type { NotTaken } from "../model/not-taken.ts";
import { OverMaxBalance, type Voucher, VoucherEnded, VoucherRefused } from "../model/voucher.ts";
import type { Taker } from "./find-taker.ts";
import { type LookAtClaim, type LookedAt, lookAtClaim } from "./look-at-claim.ts";
import { type RedeemDeps, redeemVoucher } from "./redeem-voucher.ts";

export type TakeIntoAccount = Pick<LookAtClaim, "token" | "network"> & { readonly taker: Taker };

/** What the link leads to afterwards, and why the press has taken nothing; a state that is not open says so itself. */
export type TakenIntoAccount = { readonly looked: LookedAt; readonly notTaken: NotTaken | undefined };

type Deps = RedeemDeps & { readonly clock: Clock };

/**
 * Redeems the voucher of a claim link into the wallet of the user who is logged in. It needs no idempotency key: the
 * link is redeemed once, and a second press finds it redeemed. A withdrawal request is left as it is: its money is
 * still in the issuer's wallet, and only a payment over Lightning takes it out. Unknown links count on the network and
 * on the account.
 */
export async function takeIntoAccount(
  deps: Deps,
  { token, network, taker }: TakeIntoAccount,
): Promise<TakenIntoAccount> {
  const look = () => lookAtClaim(deps, { token, network, account: taker.kind === "user" ? taker.user.id : undefined });
  const looked = await look();
  if (looked.kind !== "found" || looked.voucher.state.kind !== "open") return { looked, notTaken: undefined };
  if (taker.kind !== "user") return { looked, notTaken: { kind: taker.kind } };
  const { origin } = looked.voucher;
  if (origin.kind !== "voucher") return { looked, notTaken: { kind: "withdrawal" } };

  const notTaken = await redeem(deps, { token, network, taker, code: origin.code });
  return { looked: notTaken === undefined ? await look() : looked, notTaken };
}

type Redeem = {
  readonly token: string;
  readonly network: string;
  readonly taker: Extract<Taker, { readonly kind: "user" }>;
  readonly code: string;
};

/** Undefined: it is redeemed now, or it was ended by another in between. */
async function redeem(deps: Deps, { taker, ...secrets }: Redeem): Promise<NotTaken | undefined> {
  try {
    await redeemVoucher(deps, { ...secrets, caller: await callerOf(deps, taker) });
    return undefined;
  } catch (error) {
    if (error instanceof VoucherEnded) return undefined;
    if (error instanceof OverMaxBalance) return { kind: "over_max_balance", headroom: error.headroom };
    if (error instanceof VoucherRefused && error.code === "sending_paused") return { kind: "paused" };
    throw error;
  }
}

async function callerOf({ db }: Deps, { user, sessionId }: Redeem["taker"]): Promise<Caller> {
  const wallet = await findWallet(db, user.walletId);
  if (wallet === undefined) throw new Error(`the wallet of user ${user.id} does not exist`);
  return { wallet, actor: { kind: "user", userId: user.id, sessionId } };
}

/** The user has taken it into the own account. */
export function isTakenBy(taker: Taker, { state }: Pick<Voucher, "state">): boolean {
  return taker.kind === "user" && state.kind === "redeemed" && state.by === taker.user.walletId;
}
