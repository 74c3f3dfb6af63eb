import type { CallbackCheck } from "#events";
import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { checkAmounts, type StaticCharge, type StaticChargeId } from "../model/static-charge.ts";
import { createStaticMany } from "../store/batched.ts";
import { findStaticCharge } from "../store/static-charges.ts";

export type StaticChargeDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly checkCallback: CallbackCheck;
};

export type CreateStaticCharge = Pick<StaticCharge, "minAmount" | "maxAmount" | "description" | "successMessage"> &
  Partial<Pick<StaticCharge, "internalId" | "callbackUrl" | "allowedSlots">> & {
    readonly caller: Caller;
    readonly idempotencyKey?: string | undefined;
  };

/**
 * Makes a pay link for the caller's wallet. The node takes no part: it makes an invoice for each payer.
 *
 * @throws {InvalidInput} when the amounts do not fit each other.
 * @throws {CallbackHostClaimed} when the callback would go to another project's host.
 * @throws {IdempotencyMismatch}
 */
export async function createStaticCharge(
  deps: StaticChargeDeps,
  { caller, idempotencyKey, ...input }: CreateStaticCharge,
): Promise<{ readonly staticCharge: StaticCharge; readonly replayed: boolean }> {
  const idempotency = idempotencyOf(caller.actor, "static-charges", idempotencyKey, input);
  const before = idempotency && (await findReplay(deps.db, idempotency));
  if (before !== undefined) return await readBack(deps, caller, before as StaticChargeId, true);

  checkAmounts(input);
  const refusal = await deps.checkCallback(caller, input.callbackUrl);
  if (refusal !== undefined) throw refusal;

  const id = newId<StaticChargeId>(deps.random);
  const { id: walletId, account, owner } = caller.wallet;
  const { internalId, callbackUrl, allowedSlots } = input;
  const staticCharge = { ...input, internalId, callbackUrl, allowedSlots, id, walletId, account, owner };
  const { requestId } = caller;
  const written = await deps.batch(createStaticMany, { staticCharge, requestId, idempotency });
  switch (written.kind) {
    case "created":
      return await readBack(deps, caller, id, false);
    case "replay":
      return await readBack(deps, caller, written.id, true);
    case "mismatch":
      throw new IdempotencyMismatch();
  }
}

async function readBack({ db }: StaticChargeDeps, { wallet }: Caller, id: StaticChargeId, replayed: boolean) {
  const staticCharge = await findStaticCharge(db, wallet.id, id);
  if (staticCharge === undefined) throw new Error(`static charge ${id} was written and is not there`);
  return { staticCharge, replayed };
}
