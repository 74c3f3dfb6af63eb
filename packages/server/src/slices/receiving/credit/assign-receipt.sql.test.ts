import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { type Msats, msats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { listSuspended } from "../store/receipts.ts";
import { balanceOf, breaches, creditDeps, givenCaller, random } from "../testing/receiving.harness.ts";
import { assignReceipt } from "./assign-receipt.ts";
import { creditReceipt } from "./credit-receipt.ts";

const SUSPENSE = 9n;

onDatabase("assignReceipt", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  const deps = () => ({ ...creditDeps(database()), db: database().db, clock: machineClock });
  /** A receipt of no charge, and a wallet. */
  const given = async (amount: Msats = msats(777n)) => {
    const paymentHash = randomBytes(32);
    await creditReceipt(deps(), { paymentHash, amount, cost: msats(0n), settledAt: new Date() }, undefined);
    const suspended = await listSuspended(database().db, 1_000);
    const receipt = suspended.find((one) => Buffer.compare(one.paymentHash, paymentHash) === 0);
    if (receipt === undefined) throw new Error("the receipt is not in suspense");
    const { wallet } = await givenCaller(database());
    return { receipt: receipt.id, paymentHash, wallet };
  };

  it("moves the money from suspense to the wallet and records the decision", async () => {
    const { receipt, wallet } = await given();
    const before = await balanceOf(database(), SUSPENSE);

    await assignReceipt(deps(), { receipt, wallet, reason: "the customer showed the preimage" });

    expect(await balanceOf(database(), wallet.account)).toBe(777n);
    expect(await balanceOf(database(), SUSPENSE)).toBe(before - 777n);
    expect((await listSuspended(database().db, 1_000)).map(({ id }) => id)).not.toContain(receipt);
    const recorded = await listIncidentsOf(database().db, receipt);
    expect(recorded.map(({ detail }) => detail)).toContainEqual(expect.stringContaining("showed the preimage"));
  });

  it("leaves no incident of the receipt open", async () => {
    const { receipt, wallet } = await given();
    const open = async () => (await listOpenIncidents(database().db, 1_000)).map(({ subject }) => subject);
    expect(await open()).toContain(receipt);

    await assignReceipt(deps(), { receipt, wallet, reason: "found" });

    expect(await open()).not.toContain(receipt);
  });

  it("gives the money to one of eight that are to have it at the same time", async () => {
    const { receipt } = await given();
    const wallets = await Promise.all(Array.from({ length: 8 }, async () => (await givenCaller(database())).wallet));

    const results = await Promise.allSettled(
      wallets.map((wallet) => assignReceipt(deps(), { receipt, wallet, reason: "race" })),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const balances = await Promise.all(wallets.map(({ account }) => balanceOf(database(), account)));
    expect(balances.toSorted()).toEqual([...Array(7).fill(0n), 777n]);
  });

  it("refuses a receipt that does not lie in suspense", async () => {
    const { receipt, wallet } = await given();
    await assignReceipt(deps(), { receipt, wallet, reason: "once" });
    for (const id of [receipt, random.uuid()])
      await expect(assignReceipt(deps(), { receipt: id, wallet, reason: "again" })).rejects.toThrow("no money of");
    expect(await balanceOf(database(), wallet.account)).toBe(777n);
  });
});
