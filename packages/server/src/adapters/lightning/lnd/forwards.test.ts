import { expect, it } from "vitest";
import { NodeUnavailable } from "#lightning";
import { fails, nonsense } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { pairsOfEachTest } from "./testing/pair.harness.ts";

const given = pairsOfEachTest();

const SINCE = new Date("2026-11-24T12:00:00.500Z");
/** Nanoseconds since 1970, so many after that time. */
const at = (ns: bigint) => BigInt(SINCE.getTime()) * 1_000_000n + ns;

async function givenForwards(...forwards: readonly (readonly [fee: bigint, afterNs: bigint])[]) {
  const { lnd, node } = await given();
  const { operations } = node;
  if (operations === undefined) throw new Error("no operations");
  const add = (...more: typeof forwards) =>
    lnd.now.channels.forwards.push(...more.map(([fee, ns]) => ({ fee, atNs: at(ns) })));
  add(...forwards);
  return { lnd, add, read: (cursor = "") => operations.forwards(cursor, SINCE) };
}

it("adds up what was earned since a time, to the msat, without what was before in the same second", async () => {
  const { read } = await givenForwards([7n, -1n], [1_001n, 1n], [2n, 2n], [30n, 5_000_000_000n]);
  expect(await read()).toEqual({ cursor: String(at(5_000_000_000n)), count: 3, earned: 1_033n });
});

it("goes on behind the last one, also where another one of its second is new", async () => {
  const { add, read } = await givenForwards([5n, 1n]);
  const first = await read();
  add([6n, 2n], [7n, 3n]);
  const second = await read(first?.cursor);
  expect([first?.earned, second]).toEqual([5n, { cursor: String(at(3n)), count: 2, earned: 13n }]);
  expect(await read(second?.cursor)).toEqual({ cursor: second?.cursor, count: 0, earned: 0n });
});

it("finds what comes after a thousand in one second that are behind the place", async () => {
  const old = Array.from({ length: 1_000 }, (_, i) => [1n, BigInt(i) - 2_000n] as const);
  const { read } = await givenForwards(...old, [9n, 1n]);
  expect(await read()).toMatchObject({ count: 1, earned: 9n });
});

it("says nothing where the credential may not ask, and nothing of a list out of its order", async () => {
  const { lnd, add, read } = await givenForwards([5n, 3n]);
  add([5n, 2n]);
  await expect(read()).rejects.toThrow("out of their order");
  lnd.next("ForwardingHistory", fails(new RpcError(2, "permission denied")));
  expect(await read()).toBeUndefined();
  lnd.next("ForwardingHistory", nonsense("<html>", { status: 502 }));
  await expect(read()).rejects.toBeInstanceOf(NodeUnavailable);
});
