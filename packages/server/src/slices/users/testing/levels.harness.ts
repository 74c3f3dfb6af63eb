import type { UserId } from "#kernel/ids.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { findLimits, type Limits } from "#ledger";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { findWallet } from "#wallets";
import type { LevelLimits } from "../model/level.ts";
import { findUser } from "../store.ts";

/** Limits that tell the levels apart: daily 1, 2, 3 thousand sat, and so on. */
export function limitsOf(thousands: bigint): Limits {
  const of = (times: bigint): Msats => sats(1_000n * thousands * times);
  return { daily: of(1n), weekly: of(10n), monthly: of(100n), maxBalance: of(1_000n) };
}

export const LEVEL_LIMITS: LevelLimits = {
  unverified: limitsOf(1n),
  email_verified: limitsOf(2n),
  identity_verified: limitsOf(3n),
};

export async function limitsOfUser({ db }: DatabaseUnderTest, id: UserId): Promise<Limits> {
  const user = await findUser(db, id);
  const wallet = user && (await findWallet(db, user.walletId));
  if (wallet === undefined) throw new Error("there is no such user");
  return await findLimits(db, wallet.account);
}
