import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { sats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { type CreateUserDeps, createUser, findUserByEmail, proposeGamertag, type User } from "#users";
import { findWallet } from "#wallets";
import { type FirstMoneyDeps, hasNoMoneyYet, payFirstMoney } from "./first-money.ts";

const NAMES = ["alice", "bob"];
const FUNDS = sats(100_000n);

export type ProvideUsersDeps = CreateUserDeps & { readonly db: Db; readonly clock: Clock };

/** The users alice and bob, who are found by their e-mail addresses: a developer may have changed their gamertags. */
export async function provideUsers(deps: ProvideUsersDeps): Promise<readonly User[]> {
  const users: User[] = [];
  for (const name of NAMES) {
    const email = `${name}@example.com`;
    const known = await findUserByEmail(deps.db, email);
    const make = async () =>
      createUser(deps, { email, emailIsVerified: true, gamertag: await proposeGamertag(deps, { email }) });
    users.push(known ?? (await make()));
  }
  return users;
}

/** Has the merchant pay 100,000 sat to each user whose wallet was never used. */
export async function fundUsers(
  deps: FirstMoneyDeps,
  merchantPays: (invoice: string) => Promise<void>,
  users: readonly User[],
  say: (detail: string) => void,
): Promise<void> {
  for (const user of users) {
    const caller = await callerFor(deps.db, user);
    if (!(await hasNoMoneyYet(deps, caller))) continue;
    say(`the merchant pays 100,000 sat to ${user.gamertag}`);
    const description = `First money of ${user.gamertag}`;
    await payFirstMoney(deps, merchantPays, { caller, amount: FUNDS, description, key: `first-money-${user.id}` });
  }
}

async function callerFor(db: Db, { id, walletId }: User): Promise<Caller> {
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) throw new Error(`the wallet of user ${id} does not exist`);
  return { wallet, actor: { kind: "operator" } };
}
