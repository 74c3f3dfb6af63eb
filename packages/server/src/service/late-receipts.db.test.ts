import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { createList, type Listed } from "#adapters/lightning/lists.ts";
import { listIncidentsOf } from "#incidents";
import { msats } from "#kernel/money.ts";
import type { ReceivedItem } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { findNodeCursor } from "#slices/receiving/store/receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";

const signal = new AbortController().signal;

/** Lists by time, as those of a wallet service and of phoenixd, where a receipt may turn up before the cursor. */
onDatabase("a receipt that turns up before the cursor", (database) => {
  beforeEach(() => database().admin.query(sql`update receiving.node_cursor set position = ''`));

  const receiptAt = (at: number): Listed<Uint8Array> => ({ at, name: `n${at}`, item: randomBytes(32) });
  const unreadableAt = (at: number, place: string): Listed<string> => ({ at, name: place, item: place });

  async function given() {
    const items: Listed<Uint8Array | string>[] = [receiptAt(100), receiptAt(120)];
    const page = async (from: number, offset: number) => items.slice(offset).filter(({ at }) => at >= from);
    const random = machineRandom(machineClock);
    const begin = () => createList<Uint8Array | string>({ random, clock: machineClock, overlapMs: 1_000, page });
    let list = begin();
    const restart = () => {
      list = begin();
    };
    const node = createFakeNode({ clock: machineClock });
    node.received = async (cursor) => (await list.after(cursor)).map((one) => receivedOf(one.item, one.cursor));
    const deps = { ...creditDeps(database()), db: database().db, node };
    const credited = () => deps.credited.filter(({ outcome }) => outcome === "credited").length;
    await followReceipts(deps, signal);
    expect(credited()).toBe(2);
    return { items, node, deps, credited, restart };
  }

  it("is credited by the next call when its credit failed, also where one after the cursor did not fail", async () => {
    const { items, deps, credited } = await given();
    const late = receiptAt(110);
    items.push(late, receiptAt(130));
    const failing: typeof deps = {
      ...deps,
      batch: (fn, input) => {
        const { receipt } = input as { readonly receipt?: { readonly paymentHash: Uint8Array } };
        if (receipt?.paymentHash === late.item) throw new Error("the database refused");
        return deps.batch(fn, input);
      },
    };
    await expect(followReceipts(failing, signal)).rejects.toThrow("the database refused");
    expect(credited()).toBe(3);

    await followReceipts(deps, signal);
    expect(credited()).toBe(4);
    expect(await deps.node.received(await findNodeCursor(deps.db), 0)).toEqual([]);
  });

  it("is credited although another caller has read the list before", async () => {
    const { items, node, deps, credited } = await given();
    items.push(receiptAt(110));
    expect(await node.received("", 0)).toHaveLength(3);

    await followReceipts(deps, signal);
    expect(credited()).toBe(3);
  });

  it("is one incident where it cannot be read, however often it is reported", async () => {
    const { items, deps, restart } = await given();
    const place = randomBytes(8).toString("hex");
    items.push(unreadableAt(110, place));
    await followReceipts(deps, signal);
    restart();
    await followReceipts(deps, signal);

    expect(deps.credited.filter(({ outcome }) => outcome === "unreadable")).toHaveLength(2);
    expect(await listIncidentsOf(database().db, place)).toMatchObject([{ kind: "receipt_unreadable", isOpen: true }]);
  });
});

function receivedOf(item: Uint8Array | string, cursor: string): ReceivedItem {
  if (typeof item === "string") return { kind: "unreadable", cursor, place: item, detail: "no amount" };
  const money = { amount: msats(10_000n), cost: msats(0n), settledAt: new Date() };
  return { kind: "receipt", cursor, paymentHash: item, ...money };
}
