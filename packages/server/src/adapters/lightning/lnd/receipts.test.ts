import { expect, it } from "vitest";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import type { Fields } from "../answers.ts";
import type { Connection, Connections } from "./connections.ts";
import { createReceipts } from "./receipts.ts";

const settled = (number: number): Fields => ({
  state: "SETTLED",
  settle_index: String(number),
  r_hash: Buffer.alloc(32, number).toString("base64"),
  amt_paid_msat: "1000",
  settle_date: "1700000000",
});
const cursorOf = (number: number) => `${number}.${Buffer.alloc(8, number).toString("hex")}`;

/** A node whose streams are fed by hand. `streams`: of each what it has sent, and where more is put. */
function scriptedNode(past: (after: number) => readonly number[]) {
  const streams: { after: number; send(number: number): void }[] = [];
  const connection = {
    isOpen: () => true,
    close: () => undefined,
    stream({ path }: { readonly path: string }) {
      const after = Number(/settle_index=(\d+)/.exec(path)?.[1]);
      const queue = past(after).map(settled);
      let wake = () => undefined as unknown;
      streams.push({
        after,
        send(number) {
          queue.push(settled(number));
          wake();
        },
      });
      return {
        async next() {
          for (let first = queue.shift(); ; first = queue.shift()) {
            if (first !== undefined) return first;
            await new Promise((resolve) => {
              wake = () => resolve(undefined);
            });
          }
        },
        close: () => undefined,
        finish: async () => undefined,
      };
    },
  } as unknown as Connection;
  const invoices = { invoices: past(0).map(settled), last_index_offset: "9" };
  const ask = async ({ path }: { readonly path: string }) =>
    path.includes("index_offset=0") ? invoices : { invoices: [], last_index_offset: "0" };
  const connections = { take: async () => connection, ask } as unknown as Connections;
  return { receipts: createReceipts({ connections, clock: machineClock }), streams };
}

it("begins again behind the last one when the stream of the node skips a receipt", async () => {
  const { receipts, streams } = scriptedNode((after) => [5, 6, 7].filter((number) => number > after && number < 6));
  expect(await receipts.received(cursorOf(5), 10)).toEqual([]);
  streams[0]?.send(7);
  await expect(receipts.received(cursorOf(5), 1_000)).rejects.toThrow(NodeUnavailable);

  const again = receipts.received(cursorOf(5), 1_000);
  await expect.poll(() => streams.length).toBe(2);
  streams[1]?.send(7);
  streams[1]?.send(6);
  expect((await again).map(({ cursor }) => cursor)).toEqual([cursorOf(6), cursorOf(7)]);
});

it("takes receipts that follow at once, and begins again when the stream skips one after them", async () => {
  const { receipts, streams } = scriptedNode((after) => (after < 5 ? [5] : []));
  const first = receipts.received(cursorOf(5), 20_000);
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.send(6);
  expect((await first).map(({ cursor }) => cursor)).toEqual([cursorOf(6)]);
  streams[0]?.send(8);
  await expect(receipts.received(cursorOf(6), 1_000)).rejects.toThrow("skipped");
});

it("waits for a slow stream as long as it has not come to the newest receipt of the node's list", async () => {
  const all = [1, 2, 3];
  const { receipts, streams } = scriptedNode((after) => (after === 0 ? all : []));
  const items = receipts.received("", 0);
  await expect.poll(() => streams.length).toBe(1);
  for (const number of [2, 3]) {
    await machineClock.sleep(500);
    streams[0]?.send(number);
  }
  expect((await items).map(({ cursor }) => cursor)).toEqual(all.map(cursorOf));
});

it("begins at the beginning where the node has another receipt at that place", async () => {
  const { receipts } = scriptedNode((after) => [1, 2, 3].filter((number) => number > after));
  const items = await receipts.received(`2.${"ff".repeat(8)}`, 0);
  expect(items.map(({ cursor }) => cursor)).toEqual([cursorOf(1), cursorOf(2), cursorOf(3)]);
});

it("goes on with the stream that it has while the cursor goes on, and with another one otherwise", async () => {
  const { receipts, streams } = scriptedNode((after) => [5, 6].filter((number) => number > after));
  expect((await receipts.received(cursorOf(5), 10)).map(({ cursor }) => cursor)).toEqual([cursorOf(6)]);
  streams[0]?.send(7);
  expect((await receipts.received(cursorOf(6), 1_000)).map(({ cursor }) => cursor)).toEqual([cursorOf(7)]);
  expect(streams.length).toBe(1);
  await receipts.received(cursorOf(5), 10);
  expect(streams.map(({ after }) => after)).toEqual([4, 4]);
});
