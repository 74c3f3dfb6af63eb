import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable, type OutgoingStatus } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { createOutcomes } from "./outcomes.ts";

const HASH = new Uint8Array(32).fill(7);
const SETTLED = { kind: "settled", preimage: HASH, fee: msats(1n) } as const;

function outcomesOf(says: () => OutgoingStatus) {
  return createOutcomes({ clock: machineClock, pauseMs: 5, lookup: async () => says() });
}

it("looks up what is under way until it is finished, and says so once", async () => {
  let looks = 0;
  const outcomes = outcomesOf(() => {
    looks += 1;
    if (looks === 1) throw new NodeUnavailable("away");
    return looks < 4 ? { kind: "in_flight" } : SETTLED;
  });
  const { cursor } = await outcomes.after("", 1_000);
  outcomes.began(HASH);
  const told = await outcomes.after(cursor, 5_000);
  expect(told.payments).toEqual([{ paymentHash: HASH, status: SETTLED }]);
  outcomes.saw(HASH, SETTLED);
  expect(await outcomes.after(told.cursor, 30)).toEqual({ cursor: told.cursor, payments: [] });
  expect(looks).toBe(4);
});

it("follows what a look-up found under way, and nothing of which nothing has left", async () => {
  let looks = 0;
  const outcomes = outcomesOf(() => {
    looks += 1;
    return SETTLED;
  });
  const { cursor } = await outcomes.after("", 0);
  outcomes.began(HASH);
  outcomes.dropped(HASH);
  expect((await outcomes.after(cursor, 30)).payments).toEqual([]);
  expect(looks).toBe(0);
  outcomes.saw(HASH, { kind: "in_flight" });
  expect((await outcomes.after(cursor, 5_000)).payments).toHaveLength(1);
});

it("takes the cursor of another process for none", async () => {
  const outcomes = outcomesOf(() => SETTLED);
  outcomes.began(HASH);
  expect((await outcomes.after("other-0", 5_000)).payments).toEqual([]);
});

it("looks up what is held ever more rarely, up to a minute, and at once what is named", async () => {
  let nowMs = 0;
  let looks: string[] = [];
  const clock = {
    ...machineClock,
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
  const lookup = async (hash: Uint8Array): Promise<OutgoingStatus> => {
    looks.push(String(hash[0]));
    return { kind: "in_flight" };
  };
  const outcomes = createOutcomes({ clock, pauseMs: 5_000, lookup });
  const { cursor } = await outcomes.after("", 0);
  for (let i = 1; i <= 20; i += 1) outcomes.began(new Uint8Array(32).fill(i));
  const minutes: number[] = [];
  for (let minute = 0; minute < 20; minute += 1) {
    looks = [];
    await outcomes.after(cursor, 60_000);
    minutes.push(looks.length);
  }
  expect(minutes[0]).toBeGreaterThan(150);
  expect(Math.max(...minutes.slice(10))).toBeLessThanOrEqual(20);
  expect(Math.min(...minutes.slice(10))).toBeGreaterThanOrEqual(19);
  looks = [];
  outcomes.hint("07".repeat(32));
  outcomes.hint("ff".repeat(32));
  await outcomes.after(cursor, 1);
  expect(looks).toEqual(["7"]);
  looks = [];
  outcomes.hint();
  await outcomes.after(cursor, 1);
  expect(looks).toHaveLength(20);
});
