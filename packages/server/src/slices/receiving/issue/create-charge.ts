import type { CallbackCheck } from "#events";
import { findClaimed, type IdempotencyClaim, idempotencyClaim } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { AccountNo, ChargeId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { findHeadroom } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { chargeAmount, ReceiveLimitExceeded } from "../model/charge.ts";
import { type IssueDeps, type IssuedCharge, issueCharge, readBack } from "./issue-charge.ts";

export type CreateCharge = {
  readonly caller: Caller;
  readonly amount: Msats;
  readonly description: string;
  readonly expirySeconds: number;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly idempotencyKey: string | undefined;
};

export type CreateChargeDeps = IssueDeps & { readonly checkCallback: CallbackCheck };

/**
 * Makes an invoice for the caller's wallet.
 *
 * @throws {InvalidInput} when no invoice can ask for this much.
 * @throws {ReceiveLimitExceeded} when the wallet may not hold that much more.
 * @throws {CallbackHostClaimed} when the callback would go to another project's host.
 * @throws {IdempotencyMismatch}
 * @throws {AppError} `unavailable` when the node does not answer.
 */
export async function createCharge(deps: CreateChargeDeps, request: CreateCharge): Promise<IssuedCharge> {
  const { caller, idempotencyKey: _, ...charge } = request;
  const claim = claimOf(request);
  const before = claim && (await findClaimed(deps.db, claim));
  if (before !== undefined) return { charge: await readBack(deps, before as ChargeId), replayed: true };

  chargeAmount(request.amount);
  const refusal = await deps.checkCallback(caller, request.callbackUrl);
  if (refusal !== undefined) throw refusal;
  await checkHeadroom(deps.db, caller.wallet.account, request.amount);
  const made = { wallet: caller.wallet, origin: { kind: "request" }, descriptionHash: undefined, claim } as const;
  return await issueCharge(deps, { ...charge, ...made });
}

function claimOf(request: CreateCharge): IdempotencyClaim | undefined {
  const { caller, idempotencyKey, ...input } = request;
  return idempotencyClaim(caller.actor, "charges", idempotencyKey, input);
}

/** @throws {ReceiveLimitExceeded} when the account may not hold that much more. */
async function checkHeadroom(db: Db, account: AccountNo, amount: Msats): Promise<void> {
  const headroom = await findHeadroom(db, account);
  if (headroom !== undefined && amount > headroom) throw new ReceiveLimitExceeded(headroom);
}
