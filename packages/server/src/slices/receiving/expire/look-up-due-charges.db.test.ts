import { bytesToHex } from "@noble/hashes/utils.js";
import { afterEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import type { IncomingStatus } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { creditReceipt } from "../credit/credit-receipt.ts";
import type { Charge } from "../model/charge.ts";
import { balanceOf, breaches, chargeNow, creditDeps, givenCaller, givenCharge } from "../testing/receiving.harness.ts";
import { lookUpDueCharges } from "./look-up-due-charges.ts";

const HOUR_MS = 3_600_000;
/** What the charges of these tests ask for. */
const FULL = { amount: msats(10_000n), cost: msats(0n) };

onDatabase("lookUpDueCharges", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  /** One charge that expired a minute ago and that is the only one due, with what the node says about it. */
  const given = async (status: IncomingStatus) => {
    await database().admin.query(sql`
      update receiving.charge
         set due_at = 'infinity'
       where due_at is not null`);
    const caller = await givenCaller(database());
    const charge = await givenCharge(database(), caller, { expirySeconds: -60 });
    const node = createFakeNode({ clock: machineClock });
    node.receiving.invoices.set(bytesToHex(charge.paymentHash), status);
    let now = new Date();
    const clock: Clock = {
      now: () => now,
      monotonicMs: () => now.getTime(),
      sleep: async () => undefined,
      turn: async () => undefined,
    };
    const deps = { ...creditDeps(database()), db: database().db, node, clock };
    const pass = (ms: number) => {
      now = new Date(now.getTime() + ms);
    };
    return { charge, node, deps, pass };
  };
  const stateOf = async (charge: Charge) => (await chargeNow(database(), charge)).state.kind;

  it.each([{ kind: "unpaid" }, { kind: "cancelled" }] as const)(
    "ends a charge that is $kind at the node",
    async (status) => {
      const { charge, deps } = await given(status);
      expect(await lookUpDueCharges(deps)).toBe(1);
      expect(await stateOf(charge)).toBe("expired");
    },
  );

  it("looks up the others when one fails, and throws what it threw then", async () => {
    const { charge, node, deps } = await given({ kind: "unpaid" });
    const caller = await givenCaller(database());
    const others = [
      await givenCharge(database(), caller, { expirySeconds: -120 }), // due before the failing one
      await givenCharge(database(), caller, { expirySeconds: -30 }), // and after it
    ];
    for (const { paymentHash } of others) node.receiving.invoices.set(bytesToHex(paymentHash), { kind: "unpaid" });
    const failing = new Error("the node answered nonsense");
    const lookupIncoming: typeof node.lookupIncoming = (hash) =>
      bytesToHex(hash) === bytesToHex(charge.paymentHash) ? Promise.reject(failing) : node.lookupIncoming(hash);

    await expect(lookUpDueCharges({ ...deps, node: { ...node, lookupIncoming } })).rejects.toBe(failing);

    expect(await Promise.all([charge, ...others].map(stateOf))).toEqual(["pending", "expired", "expired"]);
  });

  it("waits while the node holds a payment, and ends the charge when that was given back", async () => {
    const { charge, node, deps, pass } = await given({ kind: "held" });
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("pending");

    node.receiving.invoices.set(bytesToHex(charge.paymentHash), { kind: "unpaid" });
    pass(HOUR_MS);
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("expired");
  });

  it("believes a node that does not know the invoice only after 24 hours", async () => {
    const { charge, deps, pass } = await given({ kind: "not_found" });
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("pending");

    pass(24 * HOUR_MS);
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("expired");
  });

  it("credits what the node has settled, once, whatever the receipts say later", async () => {
    const settledAt = new Date();
    const { charge, deps } = await given({ kind: "settled", amount: msats(10_000n), cost: msats(0n), settledAt });
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("completed");

    await creditReceipt(
      deps,
      { paymentHash: charge.paymentHash, amount: msats(10_000n), cost: msats(0n), settledAt },
      undefined,
    );
    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
  });

  it.each([
    { amount: msats(0n), cost: msats(0n) },
    { amount: msats(5n), cost: msats(6n) },
  ])("does not book $amount msats that cost $cost, and asks the operator once", async (money) => {
    const { charge, node, deps, pass } = await given({ kind: "settled", ...money, settledAt: new Date() });
    await lookUpDueCharges(deps);
    pass(HOUR_MS);
    await lookUpDueCharges(deps);

    const subject = bytesToHex(charge.paymentHash);
    expect(await listIncidentsOf(database().db, subject)).toMatchObject([{ kind: "receipt_unreadable", isOpen: true }]);
    expect(await stateOf(charge)).toBe("pending");

    node.receiving.invoices.set(subject, { kind: "settled", ...FULL, settledAt: new Date() });
    pass(HOUR_MS);
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("completed");
  });

  it("finds a payment that settled hours after the charge had expired", async () => {
    const { charge, node, deps, pass } = await given({ kind: "unpaid" });
    await lookUpDueCharges(deps);
    pass(20 * HOUR_MS);
    node.receiving.receive(charge.paymentHash, 10_000n);
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("completed");
  });

  it("ends a charge that got too little: its invoice cannot be paid again", async () => {
    const { charge, deps } = await given({
      kind: "settled",
      amount: msats(9_999n),
      cost: msats(0n),
      settledAt: new Date(),
    });
    await lookUpDueCharges(deps);
    expect(await chargeNow(database(), charge)).toMatchObject({ state: { kind: "expired" }, received: 9_999n });
  });

  it("does not end a charge that was completed while the node was asked", async () => {
    const { charge, node, deps } = await given({ kind: "unpaid" });
    const racing: typeof deps = {
      ...deps,
      node: {
        ...node,
        lookupIncoming: async (paymentHash) => {
          await creditReceipt(
            deps,
            { paymentHash, amount: msats(10_000n), cost: msats(0n), settledAt: new Date() },
            undefined,
          );
          return { kind: "unpaid" };
        },
      },
    };
    await lookUpDueCharges(racing);
    expect(await stateOf(charge)).toBe("completed");
  });

  it("asks about a charge in one process only", async () => {
    const { deps } = await given({ kind: "unpaid" });
    const asked = await Promise.all(Array.from({ length: 8 }, () => lookUpDueCharges(deps)));
    expect(asked.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it("leaves the charge pending while the node is down, and asks again", async () => {
    const { charge, node, deps, pass } = await given({ kind: "unpaid" });
    node.isDown = true;
    await expect(lookUpDueCharges(deps)).rejects.toMatchObject({ name: "NodeUnavailable" });
    expect(await stateOf(charge)).toBe("pending");

    node.isDown = false;
    pass(HOUR_MS);
    await lookUpDueCharges(deps);
    expect(await stateOf(charge)).toBe("expired");
  });

  it("stops asking when 24 hours are over", async () => {
    const { deps, pass } = await given({ kind: "unpaid" });
    let asked = 0;
    for (let hour = 0; hour < 48; hour++) {
      asked += await lookUpDueCharges(deps);
      pass(HOUR_MS);
    }
    expect(asked).toBeGreaterThan(2);
    pass(1_000 * HOUR_MS);
    expect(await lookUpDueCharges(deps)).toBe(0);
  });
});
