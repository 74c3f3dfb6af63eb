import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { Limits } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { findWallet } from "#wallets";
import { changeGamertag } from "../change-gamertag.ts";
import { createUser } from "../create-user.ts";
import { invariants } from "../invariants.ts";
import type { LevelLimits } from "../model/level.ts";
import type { User } from "../model/user.ts";
import { setLevels } from "../set-levels.ts";

export const random = machineRandom();
export const NO_LIMITS: Limits = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };
const UNLIMITED: LevelLimits = { unverified: NO_LIMITS, email_verified: NO_LIMITS, identity_verified: NO_LIMITS };
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A gamertag that no other test has. */
export function newGamertag(start = "user"): string {
  return `${start}-${random.uuid().slice(-8)}`;
}

export type GivenUser = {
  readonly gamertag?: string;
  readonly email?: string;
  readonly emailIsVerified?: boolean;
  readonly batch?: Batch;
};

/** The levels of users have no limits, as long as a test sets none: a fresh database allows nothing. */
export async function givenNoLimits({ db }: Pick<DatabaseUnderTest, "db">): Promise<void> {
  await setLevels({ db }, UNLIMITED);
}

/** Without limits. */
export async function givenUser(
  database: DatabaseUnderTest,
  {
    gamertag = newGamertag(),
    email = `${random.uuid()}@example.com`,
    emailIsVerified = false,
    batch = database.batch,
  }: GivenUser = {},
): Promise<User> {
  await givenNoLimits(database);
  return await createUser({ batch, random }, { email, gamertag, emailIsVerified });
}

/** Renames as if a day had passed since the last change: for tests of what comes after it. */
export async function rename(database: DatabaseUnderTest, clock: Clock, user: User, gamertag: string): Promise<void> {
  await database.admin.query(sql`update users.user set gamertag_changed_at = null where id = ${user.id}`);
  await changeGamertag({ db: database.db, clock }, { id: user.id, gamertag });
}

/** The user who acts on the own wallet, with money out of nowhere in it. */
export async function givenPayer({ db }: DatabaseUnderTest, user: User, funds: Msats): Promise<Caller> {
  const wallet = await findWallet(db, user.walletId);
  if (wallet === undefined) throw new Error("a user without a wallet");
  const transfer = newId<TransferId>(random);
  if (funds > 0n)
    await db.query(sql`
      select *
        from ledger.post_many(
          now(), array[${transfer}]::uuid[], array[ledger.system('lightning_node')], array[${wallet.account}]::bigint[],
          array[${funds}]::bigint[], null, null, array['test'], array[${transfer}]::uuid[])`);
  return { wallet, actor: { kind: "user", userId: user.id, sessionId: "one" } };
}

/** What the audit would say of users. */
export async function breaches({ db }: DatabaseUnderTest): Promise<string[]> {
  return await db.snapshot(async (tx) => {
    const found: string[] = [];
    for (const invariant of invariants) found.push(...(await invariant.breaches(tx)));
    return found;
  });
}
