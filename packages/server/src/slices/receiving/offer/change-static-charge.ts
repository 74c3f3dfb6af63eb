import type { CallbackCheck } from "#events";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import {
  checkMinAmount,
  type StaticCharge,
  type StaticChargeId,
  StaticChargeNotFound,
} from "../model/static-charge.ts";
import { findStaticCharge, type StaticChargeChanges, updateStaticCharge } from "../store/static-charges.ts";

/**
 * Changes a static charge. Invoices that were given out before stay as they are.
 *
 * @throws {StaticChargeNotFound}
 * @throws {InvalidInput} {CallbackHostClaimed} nothing is changed then.
 */
export async function changeStaticCharge(
  { db, clock, checkCallback }: { readonly db: Db; readonly clock: Clock; readonly checkCallback: CallbackCheck },
  { caller, id, ...changes }: StaticChargeChanges & { readonly caller: Caller; readonly id: StaticChargeId },
): Promise<StaticCharge> {
  const wallet = caller.wallet.id;
  if (changes.minAmount !== undefined) checkMinAmount(changes.minAmount);
  const refusal = await checkCallback(caller, changes.callbackUrl);
  if (refusal !== undefined) throw refusal;
  const changed = await updateStaticCharge(db, { wallet, id, now: clock.now() }, changes);
  if (changed !== undefined) return changed;
  if ((await findStaticCharge(db, wallet, id)) === undefined) throw new StaticChargeNotFound();
  throw new InvalidInput("maxAmount", "must not be less than minAmount", "invalid_amount");
}
