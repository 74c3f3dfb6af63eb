import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { pay } from "../accept/pay.ts";
import type { Payment } from "../model/payment.ts";
import { endByHand } from "../operate/end-by-hand.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";

const HOUR = 60 * MINUTE;
const LARGE = sats(10_001n);

onDatabase("a payment that the node calls failed, which proves nothing", (database) => {
  /** Its invoice is valid for an hour. The wallet has called it failed, and no answer says what it is. */
  async function given(amount?: typeof LARGE): Promise<{ driving: Driving; payment: Payment }> {
    const driving = await givenDriving(database());
    const { world } = driving;
    world.node.capabilities = { ...world.node.capabilities, absenceProves: false, failureProves: false };
    world.node.plan = cut(fails("other"));
    const payment = amount === undefined ? await driving.pay() : await payLarge(driving);
    await driving.later(MINUTE);
    return { driving, payment };
  }

  async function payLarge({ world }: Driving): Promise<Payment> {
    const rich = await world.project("rich", msats(2n * LARGE));
    const draft = world.request(rich, { lnAddress: world.recipient("large"), amount: LARGE, waitMs: 0 });
    const { payment } = await pay(world.pay, draft);
    await world.settled();
    return payment;
  }

  it("keeps its money reserved until its invoice is over, and goes back when it is said twice then", async () => {
    const { driving, payment } = await given();
    const { world, caller, kindOf, later, breaches } = driving;
    expect(await kindOf(payment)).toBe("in_flight");
    for (let minutes = 0; minutes < 65; minutes += 5) await later(5 * MINUTE);
    expect(await kindOf(payment)).toBe("in_flight");
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    for (let minutes = 0; minutes < 25; minutes += 5) await later(5 * MINUTE);
    expect((await driving.reread(payment)).progress).toMatchObject({ kind: "failed", code: "no_route" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("is completed when it settles after all", async () => {
    const { driving, payment } = await given();
    driving.world.node.paying.settleFailed(driving.sent().paymentHash);
    await driving.later(HOUR);
    expect(await driving.kindOf(payment)).toBe("completed");
    expect(await driving.breaches()).toEqual([]);
  });

  it("counts anew when the node was silent in between", async () => {
    const { driving, payment } = await given();
    const { world, kindOf, later } = driving;
    await later(71 * MINUTE);
    world.node.broken.add("lookupOutgoing");
    await later(5 * MINUTE);
    world.node.broken.delete("lookupOutgoing");
    await later(6 * MINUTE);
    expect(await kindOf(payment)).toBe("in_flight");
    await later(11 * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
  });

  it("of more than 10,000 sat is an incident, and an operator ends it either way", async () => {
    for (const as of [{ kind: "failed" }, { kind: "completed", fee: msats(0n) }] as const) {
      const { driving, payment } = await given(LARGE);
      const { world, later, kindOf, incidentsOf, breaches } = driving;
      for (let hours = 0; hours < 30; hours += 1) await later(HOUR);
      expect(await kindOf(payment)).toBe("in_flight");
      expect(await incidentsOf(payment)).toEqual(["failure_unproved"]);
      expect(await breaches()).toEqual([]);
      const despite = as.kind === "failed" ? [] : (["no_proof"] as const);
      await endByHand(world.drive, { id: payment.id, reason: "seen in the wallet", as, despite });
      await watchFinished(world.drive, new AbortController().signal);
      await later(HOUR);
      await watchFinished(world.drive, new AbortController().signal);
      expect(await incidentsOf(payment)).not.toContain("late_failure");
      expect(await kindOf(payment)).toBe(as.kind);
    }
  });
});
