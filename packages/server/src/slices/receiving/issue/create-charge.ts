import type { CallbackCheck } from "#events";
import { findReplay, type Idempotency, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { AccountNo, ChargeId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { findHeadrooms, findServiceHeadroom } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { chargeAmount, ReceiveLimitExceeded, ServiceFull } from "../model/charge.ts";
import { type IssueDeps, type IssuedCharge, issueCharge, readBack } from "./issue-charge.ts";

export type CreateCharge = {
  readonly caller: Caller;
  readonly amount: Msats;
  readonly description: string;
  readonly expirySeconds: number;
  readonly internalId?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly idempotencyKey?: string | undefined;
};

export type CreateChargeDeps = IssueDeps & { readonly checkCallback: CallbackCheck };

/**
 * Makes an invoice for the caller's wallet.
 *
 * @throws {InvalidInput} when no invoice can ask for this much.
 * @throws {ReceiveLimitExceeded} when the wallet may not hold that much more.
 * @throws {ServiceFull} when all wallets together may not.
 * @throws {CallbackHostClaimed} when the callback would go to another project's host.
 * @throws {IdempotencyMismatch}
 * @throws {AppError} `unavailable` when the node does not answer.
 */
export async function createCharge(deps: CreateChargeDeps, request: CreateCharge): Promise<IssuedCharge> {
  const { caller, idempotencyKey: _, ...charge } = request;
  const idempotency = idempotencyOfRequest(request);
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return { charge: await readBack(deps, before as ChargeId), replayed: true };

  chargeAmount(request.amount);
  const refusal = await deps.checkCallback(caller, request.callbackUrl);
  if (refusal !== undefined) throw refusal;
  await checkHeadrooms(deps.db, caller.wallet.account, request.amount);
  const { wallet, requestId } = caller;
  const made = { wallet, requestId, origin: { kind: "request" }, idempotency } as const;
  return await issueCharge(deps, { ...charge, ...made });
}

function idempotencyOfRequest(request: CreateCharge): Idempotency | undefined {
  const { caller, idempotencyKey, ...input } = request;
  return idempotencyOf(caller.actor, "charges", idempotencyKey, input);
}

/** @throws {ReceiveLimitExceeded} {ServiceFull} when the account, or all wallets together, may not hold that much. */
async function checkHeadrooms(db: Db, account: AccountNo, amount: Msats): Promise<void> {
  const { own, all } = await findHeadrooms(db, account);
  if (own !== undefined && amount > own) throw new ReceiveLimitExceeded(own);
  requireRoom(all, amount);
}

/** @throws {ServiceFull} when all wallets together may not hold that much more. */
export async function checkServiceHeadroom(db: Db, amount: Msats): Promise<void> {
  requireRoom(await findServiceHeadroom(db), amount);
}

function requireRoom(headroom: Msats | undefined, amount: Msats): void {
  if (headroom !== undefined && amount > headroom) throw new ServiceFull();
}
