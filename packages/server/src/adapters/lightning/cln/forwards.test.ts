import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClnWorld, clnWorld } from "./testing/cln-world.harness.ts";

const SINCE = new Date("2026-11-24T12:00:00.500Z");
const SECONDS = SINCE.getTime() / 1_000;

let world: ClnWorld;
beforeEach(async () => {
  world = await clnWorld();
});
afterEach(() => world.stop());

const add = (...forwards: readonly (readonly [place: bigint, fee: bigint, afterSeconds?: number])[]) =>
  world.fake.forwards.push(
    ...forwards.map(([updated_index, fee_msat, after = 1]) => ({
      updated_index,
      fee_msat,
      resolved_time: SECONDS + after,
    })),
  );
const read = async (cursor = "") => await world.node.operations?.forwards(cursor, SINCE);

it("adds up what was earned since a time, and goes on behind the last one", async () => {
  add([3n, 7n, -0.25], [9n, 1_001n, 0], [12n, 2n]);
  expect(await read()).toEqual({ cursor: "12", count: 2, earned: 1_003n });
  expect(await read("12")).toEqual({ cursor: "12", count: 0, earned: 0n });
  add([13n, 5n, -9]); // by a clock that went back
  expect(await read("12")).toEqual({ cursor: "13", count: 1, earned: 5n });
});

it("reads over a thousand from before that time, and stays where it was while there are no others", async () => {
  add(...Array.from({ length: 1_000 }, (_, i) => [BigInt(i + 1), 1n, -5] as const));
  expect(await read()).toEqual({ cursor: "", count: 0, earned: 0n });
  add([2_000n, 9n]);
  expect(await read()).toEqual({ cursor: "2000", count: 1, earned: 9n });
});

it("says nothing where the rune does not allow it, and nothing of a list out of its order", async () => {
  add([5n, 1n], [4n, 1n]);
  await expect(read()).rejects.toThrow("a list in its order");
  await world.fake.writeRune(world.fake.rune([["method=getinfo"]]));
  expect(await read()).toBeUndefined();
});
