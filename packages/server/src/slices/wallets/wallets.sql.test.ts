import { expect, it } from "vitest";
import type { WalletId } from "#kernel/ids.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { invariants } from "./invariants.ts";
import { findWallet } from "./store.ts";

const random = machineRandom();

type NewWallet = { readonly id: string; readonly owner: string };

onDatabase("wallets", (database) => {
  const newWallet = (owner = random.uuid()): NewWallet => ({ id: random.uuid(), owner });
  const open = async (wallets: readonly NewWallet[], kind = "project") => {
    const rows = await database().admin.query<{ account: bigint[] }>(sql`
      select account
        from wallets.open_many(
               ${new Date()}, ${wallets.map(({ id }) => id)}::uuid[], ${wallets.map(() => kind)}::text[],
               ${wallets.map(({ owner }) => owner)}::uuid[])`);
    return one(rows).account;
  };
  const find = ({ id }: NewWallet) => findWallet(database().db, id as WalletId);

  it("have an account each, in the order in which they were asked for, and an owner", async () => {
    const [first, second] = [newWallet(), newWallet()];

    const [firstAccount, secondAccount] = await open([first, second]);

    expect(secondAccount).not.toBe(firstAccount);
    const owner = { kind: "project", id: first.owner };
    expect(await find(first)).toEqual({ id: first.id, account: firstAccount, owner });
    expect(await find(second)).toMatchObject({ account: secondAccount, owner: { id: second.owner } });
    expect(await find(newWallet())).toBeUndefined();
  });

  it("are opened once when the call is repeated, also beside a new one", async () => {
    const wallet = newWallet();
    const [account] = await open([wallet]);

    const [fresh, again] = await open([newWallet(), wallet]);

    expect(again).toBe(account);
    expect(fresh).not.toBe(account);
  });

  it("get one account when eight calls open one wallet at the same time", async () => {
    const wallet = newWallet();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => open([wallet])));
    expect(new Set(accounts.flat()).size).toBe(1);
  });

  it("can belong to a user, and to no owner of another kind", async () => {
    const wallet = newWallet();
    await open([wallet], "user");

    expect(await find(wallet)).toMatchObject({ owner: { kind: "user", id: wallet.owner } });
    const isOwned = async (kind: string, owner: string) => {
      const rows = await database().db.query<{ owned: boolean }>(sql`
        select wallets.is_owned(${wallet.id}, ${kind}, ${owner}) as owned`);
      return one(rows).owned;
    };
    expect(await isOwned("user", wallet.owner)).toBe(true);
    expect(await isOwned("project", wallet.owner)).toBe(false);
    expect(await isOwned("user", random.uuid())).toBe(false);
    await expect(open([newWallet()], "voucher")).rejects.toMatchObject({ code: "23514" });
  });

  it("are noticed by the audit when the account is gone", async () => {
    const { db, admin } = database();
    const found = () => db.snapshot(async (tx) => (await invariants[0]?.breaches(tx)) ?? []);
    const wallet = newWallet();
    const [account] = await open([wallet]);
    const setAccount = (no: bigint | undefined) =>
      admin.query(sql`update wallets.wallet set account_no = ${no ?? null} where id = ${wallet.id}`);
    expect(await found()).toEqual([]);

    await setAccount(-1n);
    expect(await found()).toEqual([
      `the account of wallet ${wallet.id} is not in the ledger`,
      `account ${account} is no wallet's`,
    ]);
    await setAccount(account);
  });
});
