import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { findServiceUse, setLimits } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { followReceipts } from "../credit/follow-receipts.ts";
import type { Charge } from "../model/charge.ts";
import { findPayLink } from "../offer/find-pay-link.ts";
import { listCharges } from "../store/charges.ts";
import { balanceOf, creditDeps, givenCaller } from "../testing/receiving.harness.ts";
import { type CreateCharge, createCharge } from "./create-charge.ts";

/** A charge that was just made is answered as it was written, but that the database gives bytes as a `Buffer`. */
const asStored = (charge: Charge): Charge => ({ ...charge, paymentHash: Buffer.from(charge.paymentHash) });

onDatabase("createCharge", (database) => {
  const given = async () => {
    const caller = await givenCaller(database());
    const node = createFakeNode({ clock: machineClock });
    const deps = { ...creditDeps(database()), db: database().db, node };
    const request: CreateCharge = {
      caller,
      amount: msats(10_000n),
      description: "an order",
      expirySeconds: 600,
      internalId: "4711",
      idempotencyKey: "key",
    };
    const charges = () => listCharges(database().db, { wallet: caller.wallet.id, limit: 100 });
    return { caller, node, deps, request, charges };
  };

  it("makes an invoice and waits for its payment", async () => {
    const { node, deps, request, charges } = await given();
    const { charge, replayed } = await createCharge(deps, request);

    expect(replayed).toBe(false);
    expect(charge).toMatchObject({ amount: 10_000n, internalId: "4711", received: 0n, state: { kind: "pending" } });
    expect(node.receiving.invoices.get(bytesToHex(charge.paymentHash))).toEqual({ kind: "unpaid" });
    expect(await charges()).toEqual([asStored(charge)]);
  });

  it("answers a repeated request with the first charge and makes no second invoice", async () => {
    const { node, deps, request } = await given();
    const { charge } = await createCharge(deps, request);
    expect(await createCharge(deps, request)).toEqual({ charge: asStored(charge), replayed: true });
    expect(node.receiving.invoices.size).toBe(1);
  });

  it("makes one charge when one key comes in 50 concurrent requests, and cancels the other invoices", async () => {
    const { node, deps, request, charges } = await given();
    const answers = await Promise.all(Array.from({ length: 50 }, () => createCharge(deps, request)));

    expect(new Set(answers.map(({ charge }) => charge.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
    const unpaid = [...node.receiving.invoices.values()].filter(({ kind }) => kind === "unpaid");
    expect(unpaid).toHaveLength(1);
  });

  it("refuses a key that was used for another charge, also when both come at the same time", async () => {
    const { deps, request, charges } = await given();
    const other = { ...request, amount: msats(20_000n) };
    const results = await Promise.allSettled([createCharge(deps, request), createCharge(deps, other)]);

    const lost = results.filter((result) => result.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(["idempotency_mismatch"]);
    expect(await charges()).toHaveLength(1);
    const [winner] = await charges();
    const loser = winner?.amount === request.amount ? other : request;
    await expect(createCharge(deps, loser)).rejects.toMatchObject({ code: "idempotency_mismatch" });
  });

  it("makes a charge of its own for each request without a key", async () => {
    const { deps, request, charges } = await given();
    const keyless = { ...request, idempotencyKey: undefined };
    await Promise.all([createCharge(deps, keyless), createCharge(deps, keyless)]);
    expect(await charges()).toHaveLength(2);
  });

  it("issues no invoice above what the wallet may still hold, and leaves the key free", async () => {
    const { caller, node, deps, request, charges } = await given();
    const limits = { daily: undefined, weekly: undefined, monthly: undefined };
    const setMaximum = (amount: bigint) =>
      setLimits({ db: database().db, clock: machineClock }, caller.wallet.account, {
        ...limits,
        maxBalance: msats(amount),
      });

    await setMaximum(9_999n);
    await expect(createCharge(deps, request)).rejects.toMatchObject({ code: "receive_limit_exceeded" });
    expect(node.receiving.invoices.size).toBe(0);

    await setMaximum(10_000n);
    await createCharge(deps, request);
    expect(await charges()).toHaveLength(1);
  });

  it("issues no invoice above what all wallets may hold, and takes what comes all the same", async () => {
    const { caller, node, deps, request, charges } = await given();
    const { db, admin } = database();
    const held = async () => (await findServiceUse(db, machineClock.now())).held;
    const setMaximum = async (more: bigint) =>
      await admin.query(sql`select ledger.set_service_limits(null, null, ${(await held()) + more}, null)`);
    try {
      await setMaximum(9_999n);
      await expect(createCharge(deps, request)).rejects.toMatchObject({ code: "service_full" });
      expect(node.receiving.invoices.size).toBe(0);
      await setMaximum(10_000n);
      const { charge } = await createCharge(deps, request);
      expect(await charges()).toHaveLength(1);
      const links = { ...database(), baseUrl: "http://pay.example", addressMax: sats(1_000n) };
      const link = () => findPayLink(links, { kind: "wallet", id: caller.wallet.id });
      await setMaximum(60_000n);
      expect((await link()).maxSendable, "a coarse number").toBe(sats(50n));
      await setMaximum(0n);
      await expect(link()).rejects.toMatchObject({ code: "receive_limit_exceeded" });
      const before = await held();
      node.receiving.receive(charge.paymentHash, 10_000n);
      await admin.query(sql`update receiving.node_cursor set position = '0'`);
      await followReceipts({ ...creditDeps(database()), db, node }, new AbortController().signal);
      expect([await balanceOf(database(), caller.wallet.account), await held()]).toEqual([10_000n, before + 10_000n]);
    } finally {
      await admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
    }
  });

  it("says that the node is down, writes nothing and leaves the key free", async () => {
    const { node, deps, request, charges } = await given();
    node.isDown = true;
    await expect(createCharge(deps, request)).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    expect(await charges()).toEqual([]);

    node.isDown = false;
    expect((await createCharge(deps, request)).replayed).toBe(false);
  });
});
