import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { msats } from "#kernel/money.ts";
import type { NodeUnavailable } from "#lightning";
import { one, sql } from "#platform/database/db.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { ReceivedMoney } from "../store/batched.ts";
import { findNodeCursor } from "../store/receipts.ts";
import { balanceOf, breaches, chargeNow, creditDeps, givenCaller, givenCharge } from "../testing/receiving.harness.ts";
import { followReceipts } from "./follow-receipts.ts";

const signal = new AbortController().signal;

onDatabase("followReceipts", (database) => {
  afterEach(async () => {
    expect(await breaches(database())).toEqual([]);
  });

  /** A node that never received anything, and a database that knows so. */
  const given = async () => {
    await rewind(database(), "0");
    const node = createFakeNode({ clock: machineClock });
    return { node, deps: { ...creditDeps(database()), db: database().db, node } };
  };
  const givenCharges = async (count: number) => {
    const caller = await givenCaller(database());
    return await Promise.all(Array.from({ length: count }, () => givenCharge(database(), caller)));
  };

  it("credits everything since the cursor and moves it", async () => {
    const { node, deps } = await given();
    const charges = await givenCharges(3);
    for (const { paymentHash } of charges) node.receiving.receive(paymentHash, 10_000n);

    await settle(deps);

    expect(await findNodeCursor(database().db)).toBe("3");
    expect(await balanceOf(database(), charges[0]?.account ?? 0n)).toBe(30_000n);
  });

  it("credits what came in while it was down", async () => {
    const { node, deps } = await given();
    const [before, meanwhile] = await givenCharges(2);
    if (before === undefined || meanwhile === undefined) throw new Error("no charges");
    node.receiving.receive(before.paymentHash, 10_000n);
    await settle(deps);

    node.receiving.receive(meanwhile.paymentHash, 10_000n);
    await settle({ ...creditDeps(database()), db: database().db, node });

    expect(await chargeNow(database(), meanwhile)).toMatchObject({ state: { kind: "completed" } });
    expect(await balanceOf(database(), before.account)).toBe(20_000n);
  });

  it("asks for no operator where the node has paid it itself, and for one where it has not", async () => {
    const { node, deps } = await given();
    const [own, foreign] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(32))];
    node.lookupOutgoing = async (hash) => ({ kind: Buffer.compare(hash, own) === 0 ? "in_flight" : "not_found" });
    for (const hash of [own, foreign]) node.receiving.receive(hash, 10_000n);
    await settle(deps);
    expect(deps.lines.map(({ level, msg }) => [level, msg]).toSorted()).toEqual([
      ["error", "receipt.suspended"],
      ["info", "receipt.credited"],
    ]);
    expect(deps.credited.map(({ flags }) => flags).toSorted()).toEqual([["unknown"], ["unknown", "rebalance"]]);
  });

  it("does nothing when the node reports everything again", async () => {
    const { node, deps } = await given();
    const charges = await givenCharges(3);
    for (const { paymentHash } of charges) node.receiving.receive(paymentHash, 10_000n);
    await settle(deps);

    await rewind(database(), "0");
    await settle(deps);

    expect(deps.credited).toHaveLength(3);
    expect(await balanceOf(database(), charges[0]?.account ?? 0n)).toBe(30_000n);
    expect(await findNodeCursor(database().db)).toBe("3");
  });

  it("credits nothing that the node received before it was ours, and moves on", async () => {
    const { node, deps } = await given();
    const hash = randomBytes(32);
    await database().admin.query(
      sql`insert into lightning.past_hash (payment_hash, is_receipt, node_no) values (${hash}, true, 1)`,
    );
    node.receiving.receive(hash, 555n);

    await settle(deps);

    expect([deps.credited, await findNodeCursor(database().db)]).toEqual([[], "1"]);
    const rows = await database().db.query(sql`select 1 from receiving.receipt where payment_hash = ${hash}`);
    expect(rows).toEqual([]);
  });

  it("moves on behind a payment of no charge", async () => {
    const { node, deps } = await given();
    const [charge] = await givenCharges(1);
    node.receiving.receive(randomBytes(32), 555n);
    if (charge !== undefined) node.receiving.receive(charge.paymentHash, 10_000n);

    await settle(deps);

    expect(await findNodeCursor(database().db)).toBe("2");
    expect(deps.credited.map(({ flags }) => flags)).toContainEqual(["unknown"]);
  });

  it("moves on behind an item that cannot be read, with one incident for it", async () => {
    const { node, deps } = await given();
    const [charge] = await givenCharges(1);
    const detail = `no amount ${randomBytes(8).toString("hex")}`;
    node.receiving.receiveUnreadable(detail);
    if (charge !== undefined) node.receiving.receive(charge.paymentHash, 10_000n);

    await settle(deps);
    await rewind(database(), "0");
    await settle(deps);

    expect(await findNodeCursor(database().db)).toBe("2");
    expect(await balanceOf(database(), charge?.account ?? 0n)).toBe(10_000n);
    const incidents = (await listIncidentsOf(database().db, "1")).filter((incident) => incident.detail === detail);
    expect(incidents).toMatchObject([{ subjectKind: "receipt", kind: "receipt_unreadable", isOpen: true }]);
  });

  it.each([
    ["nothing at all", 0n, 0n],
    ["less than the backend kept", 10n, 11n],
  ])("does not book a receipt of %s, and moves on behind it", async (_, amount, cost) => {
    const { node, deps } = await given();
    const [charge] = await givenCharges(1);
    if (charge === undefined) throw new Error("no charge");
    const { paymentHash } = charge;
    const receipt = { kind: "receipt", cursor: "1", paymentHash, settledAt: new Date() } as const;
    node.receiving.receipts.push({ ...receipt, amount: msats(amount), cost: msats(cost) });

    await settle(deps);

    expect(await findNodeCursor(database().db)).toBe("1");
    expect(deps.credited).toMatchObject([{ outcome: "unreadable" }]);
    expect(await balanceOf(database(), charge.account)).toBe(0n);
  });

  it("never steps over a receipt whose credit failed", async () => {
    const { node, deps } = await given();
    const charges = await givenCharges(3);
    for (const { paymentHash } of charges) node.receiving.receive(paymentHash, 10_000n);
    const poisoned = charges[1]?.paymentHash;
    const failing: typeof deps = {
      ...deps,
      batch: (fn, input) =>
        (input as { receipt?: ReceivedMoney }).receipt?.paymentHash === poisoned
          ? Promise.reject(new Error("the database refused"))
          : deps.batch(fn, input),
    };

    for (let round = 0; round < 3; round++)
      await expect(followReceipts(failing, signal)).rejects.toThrow("the database refused");
    expect(await findNodeCursor(database().db)).toBe("1");
    expect(deps.credited).toHaveLength(2);

    await settle(deps);
    expect(await findNodeCursor(database().db)).toBe("3");
    expect(await balanceOf(database(), charges[0]?.account ?? 0n)).toBe(30_000n);
  });

  it("credits once when the process died between the credit and its answer", async () => {
    const { node, deps } = await given();
    const [charge] = await givenCharges(1);
    if (charge === undefined) throw new Error("no charge");
    node.receiving.receive(charge.paymentHash, 10_000n);
    const dying: typeof deps = {
      ...deps,
      reached: (point) => {
        if (point === "after-credit") throw new Error("killed");
      },
    };
    await expect(followReceipts(dying, signal)).rejects.toThrow("killed");
    expect(await findNodeCursor(database().db)).toBe("1");

    await settle(deps);
    expect(await balanceOf(database(), charge.account)).toBe(10_000n);
  });

  it("credits once and keeps its cursor when two processes follow one node", async () => {
    const { node, deps } = await given();
    const other = { ...creditDeps(database()), db: database().db, node };
    const charges = await givenCharges(20);
    for (const { paymentHash } of charges) node.receiving.receive(paymentHash, 10_000n);

    await Promise.all([settle(deps), settle(other)]);

    expect(await balanceOf(database(), charges[0]?.account ?? 0n)).toBe(200_000n);
    expect(await findNodeCursor(database().db)).toBe("20");
    expect(deps.credited.length + other.credited.length).toBe(20);
  });

  it("says that the node is down and credits when it is back", async () => {
    const { node, deps } = await given();
    const [charge] = await givenCharges(1);
    if (charge !== undefined) node.receiving.receive(charge.paymentHash, 10_000n);
    node.isDown = true;
    await expect(followReceipts(deps, signal)).rejects.toMatchObject({ name: "NodeUnavailable" } as NodeUnavailable);

    node.isDown = false;
    await settle(deps);
    expect(deps.credited).toHaveLength(1);
  });

  /** Follows until the cursor stands at the node's last receipt: calls that ran side by side may need another round. */
  async function settle(deps: Parameters<typeof followReceipts>[0]): Promise<void> {
    for (let round = 0; round < 100; round++) {
      const rest = await deps.node.received(await findNodeCursor(deps.db), 0);
      if (rest.length === 0) return; // one more call would wait for the next receipt
      await followReceipts(deps, signal);
    }
    throw new Error("the cursor does not arrive");
  }
});

async function rewind({ admin }: DatabaseUnderTest, position: string): Promise<void> {
  const rows = await admin.query(sql`
    update receiving.node_cursor
       set position = ${position}
    returning 1`);
  one(rows);
}
