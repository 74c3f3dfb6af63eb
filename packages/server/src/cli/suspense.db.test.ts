import { expect, it } from "vitest";
import type { WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge, listSuspended } from "#receiving";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { findWallet } from "#wallets";
import { runOn } from "./run-on.harness.ts";

onDatabase("money for a user", (database) => {
  const run = runOn(database, "suspense");
  const balance = async (id: WalletId) => {
    const wallet = await findWallet(database().db, id);
    const [row] = await database().db.query<{ balance: bigint }>(sql`
      select ledger.balance(${wallet?.account ?? 0n}) as balance`);
    return row?.balance;
  };
  const receive = async (paymentHash: Uint8Array) =>
    await creditReceipt(
      creditDeps(database()),
      { paymentHash, amount: msats(777n), cost: msats(0n), settledAt: new Date() },
      undefined,
    );
  const suspended = async (hash: Uint8Array) =>
    (await listSuspended(database().db, 1_000)).find(({ paymentHash }) => Buffer.from(paymentHash).equals(hash));
  const close = async (id: string) =>
    await database().admin.query(sql`
      update users.user
         set closed_at = now(), blocked_at = now(), email = 'closed:' || id
       where id = ${id}`);

  it("is assigned from suspense by gamertag, address or id, and not where the account is closed", async () => {
    for (const name of ["gamertag", "email", "id"] as const) {
      const user = await givenUser(database());
      const hash = crypto.getRandomValues(new Uint8Array(32));
      await receive(hash);
      const { id = "" } = (await suspended(hash)) ?? {};
      expect(await run("assign", id, user[name], "--reason", "theirs")).toContain(`user ${user.gamertag}`);
      expect(await balance(user.walletId)).toBe(777n);
    }
    const gone = await givenUser(database());
    await close(gone.id);
    const hash = crypto.getRandomValues(new Uint8Array(32));
    await receive(hash);
    const { id = "" } = (await suspended(hash)) ?? {};
    await expect(run("assign", id, gone.id, "--reason", "theirs")).rejects.toThrow("closed");
    expect([await balance(gone.walletId), (await suspended(hash))?.id]).toEqual([0n, id]);
    await expect(run("assign", id, "nobody-here", "--reason", "x")).rejects.toMatchObject({
      code: "project_not_found",
    });
  });

  it("goes to suspense with an incident when the user has closed the account before it came", async () => {
    const { world } = await givenDriving(database());
    const user = await givenUser(database());
    const wallet = await findWallet(database().db, user.walletId);
    if (wallet === undefined) throw new Error("no wallet");
    const caller = { wallet, actor: { kind: "user", userId: user.id } } as never;
    const draft = { amount: sats(1n), description: "late", expirySeconds: 3_600 };
    const { charge } = await createCharge({ ...world.drive, ...world.pay }, { caller, ...draft });
    await close(user.id);
    await receive(charge.paymentHash);
    expect(await balance(user.walletId)).toBe(0n);
    const receipt = await suspended(Buffer.from(charge.paymentHash));
    expect(receipt).toMatchObject({ amount: 777n });
    expect(receipt?.flags).toContain("suspense");
    const open = await database().db.query(sql`
      select kind from incidents.incident where subject = ${receipt?.id ?? ""} and closed_at is null`);
    expect(open).toEqual([{ kind: "receipt_suspended" }]);
  });
});
