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
