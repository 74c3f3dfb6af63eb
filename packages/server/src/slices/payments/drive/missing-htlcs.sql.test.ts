import { expect, it } from "vitest";
import { pauseSending, resumeSending } from "#ledger";
import type { HtlcEvidence } from "#lightning";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { GONE_BLOCKS } from "../model/in-flight.ts";
import type { Payment } from "../model/payment.ts";
import { endByHand } from "../operate/end-by-hand.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { driveDue } from "./drive-due.ts";

const HOUR = 60 * MINUTE;
const LOCKED = 1_000;
const AFTER_ALL = LOCKED + GONE_BLOCKS;

onDatabase("a payment that the node calls in flight and that no channel has", (database) => {
  /** The node was killed when it had stored the attempt, and before its peer had the HTLC. */
  async function given(changes: Partial<HtlcEvidence> = {}): Promise<{ driving: Driving; payment: Payment }> {
    const driving = await givenDriving(database());
    driving.world.node.plan = cut(holds());
    const payment = await driving.pay();
    lose(driving, changes);
    await driving.later(MINUTE);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    return { driving, payment };
  }

  function lose({ world, sent }: Driving, changes: Partial<HtlcEvidence> = {}): void {
    const htlcs = { place: "gone", lockedUntilBlock: LOCKED, atBlock: AFTER_ALL, ...changes } as const;
    world.node.paying.lose(sent().paymentHash, htlcs);
  }

  const detailOf = async ({ reread }: Driving, payment: Payment) => {
    const { progress } = await reread(payment);
    return "detail" in progress ? progress.detail : undefined;
  };

  it("is given back when two look-ups an hour apart found so, a day of blocks after its time lock", async () => {
    const { driving, payment } = await given();
    await driving.later(HOUR - MINUTE);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS - 110_000n);

    await driving.later(5 * MINUTE);
    expect((await driving.reread(payment)).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
    expect(await driving.breaches()).toEqual([]);
  });

  it("waits as long as its time lock is not over for a day of blocks, and says so to the operator after an hour", async () => {
    const { driving, payment } = await given({ atBlock: AFTER_ALL - 1 });
    expect(await driving.incidentsOf(payment)).toEqual([]);
    for (let hours = 0; hours < 30; hours++) await driving.later(HOUR);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    expect(await detailOf(driving, payment)).toContain("locked until block 1000");
    expect(await driving.incidentsOf(payment)).toEqual(["htlc_missing"]);
    expect(await driving.breaches()).toEqual([]);
  });

  it.each([
    ["a channel has it after all", { place: "in_channel" } as const],
    ["a channel cannot be asked", { place: "unclear" } as const],
    ["the node does not follow the chain", { atBlock: undefined }],
  ])("begins to wait anew when %s in between", async (_, changes) => {
    const { driving, payment } = await given();
    lose(driving, changes);
    await driving.later(50 * MINUTE);
    lose(driving);
    await driving.later(20 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    await driving.later(HOUR - MINUTE);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    await driving.later(5 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("failed");
  });

  it("is given back once by many processes that find it together", async () => {
    const { driving, payment } = await given();
    driving.clock.advance(2 * HOUR);
    await Promise.all(Array.from({ length: 6 }, () => driveDue(driving.world.drive)));
    await driving.world.settled();
    expect(await driving.kindOf(payment)).toBe("failed");
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
    expect(await driving.breaches()).toEqual([]);
  });

  it.each(["before-finish", "after-finish"] as const)("is given back once when the process dies %s", async (point) => {
    const { driving, payment } = await given();
    driving.clock.advance(2 * HOUR);
    const dying = { ...driving.world.drive, reached: dieAt(point) };
    await driveDue(dying).catch(() => 0);
    await driving.world.settled().catch(() => undefined);
    await driving.later(10 * MINUTE);
    expect(await driving.kindOf(payment)).toBe("failed");
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
    expect(await driving.breaches()).toEqual([]);
  });

  it("is the operator's loss when it settles after that all the same", async () => {
    const { driving, payment } = await given();
    const { world, caller, clock, later, sent } = driving;
    await later(2 * HOUR);
    world.node.paying.settleLost(sent().paymentHash);
    clock.advance(HOUR);
    await watchFinished(world.drive, new AbortController().signal);
    expect(await driving.incidentsOf(payment)).toEqual(["late_success"]);
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await driving.breaches()).toEqual([]);
  });

  it("may be ended by an operator before its time lock is over, who names the risk", async () => {
    const { driving, payment } = await given({ atBlock: LOCKED - 100 });
    const end = async (despite: readonly "in_flight"[]) =>
      await endByHand(driving.world.drive, {
        id: payment.id,
        reason: "the channels were compared",
        as: { kind: "failed" },
        despite,
      });
    await expect(end([])).rejects.toThrow(/calls this payment in flight/);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    expect((await end(["in_flight"])).progress.kind).toBe("failed");
    expect(await driving.world.balance(driving.caller)).toBe(FUNDS);
  });

  it.each([{ place: "in_channel" } as const, { place: "unclear" } as const])(
    "is not ended by an operator where the evidence is %j",
    async (changes) => {
      const { driving, payment } = await given(changes);
      const request = { id: payment.id, reason: "I think so", as: { kind: "failed" }, despite: ["in_flight"] } as const;
      await expect(endByHand(driving.world.drive, request)).rejects.toThrow(/reports this payment as in flight/);
      expect(await driving.world.balance(driving.caller)).toBe(FUNDS - 110_000n);
    },
  );

  it("proves nothing at a node that went back", async () => {
    const { driving, payment } = await given();
    await pauseSending({ db: database().db, clock: driving.clock }, { kind: "node_went_back", reason: "a test" });
    await driving.later(2 * HOUR);
    await driving.later(2 * HOUR);
    expect(await driving.kindOf(payment)).toBe("in_flight");
    const request = { id: payment.id, reason: "I think so", as: { kind: "failed" }, despite: ["in_flight"] } as const;
    await expect(endByHand(driving.world.drive, request)).rejects.toThrow(/reports this payment as in flight/);
    await resumeSending(database(), "node_went_back");
  });
});

function dieAt(point: string): (reached: string) => void {
  return (reached) => {
    if (reached === point) throw new Error("killed");
  };
}
