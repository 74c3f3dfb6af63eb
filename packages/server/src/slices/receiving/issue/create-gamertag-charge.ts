import { findReplay, idempotencyOf } from "#idempotency";
import type { Caller, Wallet } from "#kernel/caller.ts";
import type { ChargeId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { findHeadroom } from "#ledger";
import { findUserByGamertag, UserNotFound } from "#users";
import { findWallet } from "#wallets";
import { chargeAmount, EXPIRY_SECONDS_DEFAULT } from "../model/charge.ts";
import { coarseHeadroom } from "../model/coarse-headroom.ts";
import { cannotReceive } from "../model/pay-link.ts";
import { type CreateCharge, type CreateChargeDeps, checkServiceHeadroom } from "./create-charge.ts";
import { type IssuedCharge, issueCharge, readBack } from "./issue-charge.ts";

export type CreateGamertagCharge = Omit<CreateCharge, "expirySeconds"> & { readonly gamertag: string };

/**
 * Makes an invoice for the wallet of the user with a gamertag. The caller gets the charge's events and may read it; the
 * user gets the money. A former gamertag is not found.
 *
 * @throws {UserNotFound}
 * @throws {InvalidInput} when no invoice can ask for this much.
 * @throws {CallbackHostClaimed} {IdempotencyMismatch}
 * @throws {ServiceFull}
 * @throws {AppError} `receive_limit_exceeded`; `unavailable` when the node does not answer.
 */
export async function createGamertagCharge(
  deps: CreateChargeDeps,
  request: CreateGamertagCharge,
): Promise<IssuedCharge> {
  const { caller, idempotencyKey, gamertag, ...input } = request;
  const idempotency = idempotencyOf(caller.actor, "gamertag/charges", idempotencyKey, { ...input, gamertag });
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return { charge: await readBack(deps, before as ChargeId), replayed: true };

  chargeAmount(request.amount);
  const refusal = await deps.checkCallback(caller, request.callbackUrl);
  if (refusal !== undefined) throw refusal;
  const wallet = await walletOf(deps, gamertag);
  await checkHeadroom(deps, { caller, wallet, amount: request.amount });
  await checkServiceHeadroom(deps.db, request.amount);
  return await issueCharge(deps, {
    ...input,
    wallet,
    expirySeconds: EXPIRY_SECONDS_DEFAULT,
    origin: { kind: "project", askedBy: caller.wallet.owner.id },
    requestId: caller.requestId,
    idempotency,
  });
}

async function walletOf({ db }: Pick<CreateChargeDeps, "db">, gamertag: string): Promise<Wallet> {
  const user = await findUserByGamertag(db, gamertag);
  const wallet = user && (await findWallet(db, user.walletId));
  if (wallet === undefined) throw new UserNotFound();
  return wallet;
}

/** Others than the user learn no more of the headroom than a payer of the user's address. */
async function checkHeadroom(
  { db }: Pick<CreateChargeDeps, "db">,
  { caller, wallet, amount }: { readonly caller: Caller; readonly wallet: Wallet; readonly amount: Msats },
): Promise<void> {
  const headroom = await findHeadroom(db, wallet.account);
  if (headroom === undefined) return;
  const most = caller.wallet.id === wallet.id ? headroom : coarseHeadroom(headroom);
  if (amount > most) throw cannotReceive();
}
