import { expect, it } from "vitest";
import type { CrashPoint } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePurchase } from "./drive/drive-purchase.ts";
import { endRefundByHand } from "./drive/end-refund-by-hand.ts";
import { takeMessage } from "./drive/take-message.ts";
import type { Purchase } from "./model/purchase.ts";
import { bookLate } from "./store/books.ts";
import { type Given, givenRamp, random } from "./testing/ramp.harness.ts";

const HOUR = 3_600_000;
const DELIVERED = ["sale 2500", "processor_fee 75"];
const GIVEN_BACK = ["sale 2500", "refund 2500"];

onDatabase("what happens at the processor after the end of a purchase", (database) => {
  async function given(end: "completed" | "refunded"): Promise<Given & { readonly bought: Purchase }> {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    if (end === "refunded") ramp.world.node.plan = fails();
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe(end);
    await ramp.later(HOUR); // nothing is due any more
    return { ...ramp, bought };
  }

  /** The processor's message, each time under an id of its own unless there is one. */
  const message = async ({ deps, later }: Given, { id }: Purchase, eventId: string = random.uuid()) => {
    const subject = { kind: "payment", reference: `pay_${id}` } as const;
    await takeMessage(deps, "test", { id: eventId, type: "changed", subject });
    await later();
  };

  it("is booked when a delivered purchase is refunded by hand: it stays delivered, and the operator hears of it", async () => {
    const ramp = await given("completed");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { refund: "succeeded" });
    for (const eventId of ["evt-r1", "evt-r1", undefined])
      await message(ramp, bought, eventId && `${eventId} ${bought.id}`);
    await ramp.later(20 * 24 * HOUR);
    await message(ramp, bought);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(await ramp.entries(bought)).toEqual([...DELIVERED, "late_refund 2500"]);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refunded_after_delivery"]);
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is booked when the refund was made before the delivery was over, and its message came before that", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = holds();
    await ramp.later();
    ramp.cards.say(bought.id, { refund: "succeeded" });
    await message(ramp, bought);
    expect([await ramp.stateOf(bought), await ramp.entries(bought)]).toEqual(["delivering", ["sale 2500"]]);
    const [request] = ramp.world.node.requests;
    ramp.world.node.paying.settle(request?.paymentHash ?? new Uint8Array());
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(await ramp.entries(bought)).toEqual([...DELIVERED, "late_refund 2500"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is booked when the card's bank sends a refund back that had succeeded: the operator hears of it, once", async () => {
    const ramp = await given("refunded");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { refund: "failed" });
    for (let times = 0; times < 3; times += 1) await message(ramp, bought);
    expect(await ramp.stateOf(bought)).toBe("refunded");
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_refund_failed 2500"]);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_returned"]);
    expect(await ramp.breaches()).toEqual([]);

    const delivered = await given("completed");
    for (const refund of ["failed", "succeeded", "failed"] as const) {
      delivered.cards.say(delivered.bought.id, { refund });
      await message(delivered, delivered.bought);
    }
    expect(await delivered.entries(delivered.bought)).toEqual([
      ...[...DELIVERED, "late_refund 2500", "late_refund_failed 2500"],
    ]);
    expect(await delivered.breaches()).toEqual([]);
  });

  it("is seen without a message for a month after a refund", async () => {
    const ramp = await given("refunded");
    const { bought } = ramp;
    for (let day = 0; day < 28; day += 1) await ramp.later(24 * HOUR);
    expect(await ramp.entries(bought)).toEqual(GIVEN_BACK);
    ramp.cards.say(bought.id, { refund: "failed" });
    await ramp.later(24 * HOUR);
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_refund_failed 2500"]);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_returned"]);
    for (let day = 0; day < 3; day += 1) await ramp.later(24 * HOUR);
    expect((await ramp.reread(bought)).dueAt).toBeUndefined();
    expect(await ramp.breaches()).toEqual([]);
  });

  /** A purchase whose refund failed at the processor, and which the operator gave back by hand. */
  async function givenByHand() {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    ramp.cards.say(bought.id, { refund: "failed" });
    for (let runs = 0; runs < 2; runs += 1) await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("refund_failed");
    await endRefundByHand(ramp.deps, { id: bought.id, reason: "by a transfer", isGivenUp: false });
    return { ...ramp, bought };
  }

  it("is booked when the processor's refund succeeds after the operator gave the money back: both, seen in a day", async () => {
    const ramp = await givenByHand();
    const { bought } = ramp;
    await ramp.later();
    ramp.cards.say(bought.id, { refund: "succeeded" });
    for (let day = 0; day < 3; day += 1) await ramp.later(24 * HOUR);
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", byHand: true });
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_refund 2500"]);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_failed", "refunded_twice"]);
    expect(await ramp.breaches()).toEqual([]);
    ramp.cards.say(bought.id, { refund: "failed" }); // and that one comes back
    await message(ramp, bought);
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_refund 2500", "late_refund_failed 2500"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is booked when a refund that had failed succeeds by itself, and fails once more", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    ramp.cards.say(bought.id, { refund: "failed" });
    for (let runs = 0; runs < 2; runs += 1) await ramp.later();
    ramp.cards.say(bought.id, { refund: "succeeded" });
    await ramp.later(HOUR);
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", byHand: false });
    expect(await ramp.entries(bought)).toEqual(GIVEN_BACK);
    ramp.cards.say(bought.id, { refund: "failed" });
    await ramp.later(24 * HOUR);
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_refund_failed 2500"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it.each(["lost", "won"] as const)("is booked when a dispute that was %s is decided otherwise", async (first) => {
    const ramp = await given("completed");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { dispute: "open" });
    await message(ramp, bought);
    ramp.cards.say(bought.id, { dispute: first });
    await message(ramp, bought);
    await ramp.later(HOUR);
    expect(await ramp.stateOf(bought)).toBe(first);
    ramp.cards.say(bought.id, { dispute: first === "lost" ? "won" : "lost" });
    for (let day = 0; day < 3; day += 1) await ramp.later(24 * HOUR);
    expect(await ramp.stateOf(bought)).toBe(first);
    const disputed = [...DELIVERED, "dispute 2500"];
    expect(await ramp.entries(bought)).toEqual(
      first === "lost"
        ? [...disputed, "late_dispute_won 2500"]
        : [...disputed, "dispute_won 2500", "late_dispute 2500"],
    );
    const told = first === "lost" ? "dispute_won_late" : "disputed_again";
    expect(await ramp.incidentsOf(bought as never)).toEqual([told]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is given back by hand while the refund waits for a processor that is not set any more, when the operator says so", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    const former = ramp.cards.processor;
    const set = (processor: Omit<typeof former, "name"> & { readonly name: string }) =>
      Object.assign(ramp.cards, { processor });
    ramp.world.node.plan = holds();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("delivering");
    set({ ...former, name: "another" });
    const [request] = ramp.world.node.requests;
    ramp.world.node.paying.giveBack(request?.paymentHash ?? new Uint8Array());
    for (let day = 0; day < 2; day += 1) await ramp.later(24 * HOUR);
    expect(await ramp.stateOf(bought)).toBe("refund_pending");
    const byHand = (isGivenUp: boolean, on = ramp.deps) =>
      endRefundByHand(on, { id: bought.id, reason: "by a transfer", isGivenUp });
    // that processor is set after all: it gives the money back itself
    const asked = { ...ramp.deps, processor: () => former };
    await expect(byHand(true, asked)).rejects.toThrow("belongs to the processor that is set (test)");
    expect(await ramp.stateOf(bought)).toBe("refund_pending");
    await expect(byHand(false)).rejects.toMatchObject({ message: expect.stringContaining("it is refund_pending") });
    const killed = async (point: CrashPoint) => {
      if (point === "after-ramp-step") throw new Error("killed");
    };
    await expect(byHand(true, { ...ramp.deps, reached: killed })).rejects.toThrow("killed");
    expect(await ramp.stateOf(bought)).toBe("refund_failed");
    expect(await ramp.entries(bought)).toEqual(["sale 2500"]);
    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => byHand(true)));
    expect(ends.map(({ status }) => status)).toContain("fulfilled");
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", byHand: true, detail: "by a transfer" });
    expect(await ramp.entries(bought)).toEqual(GIVEN_BACK);
    set(former); // again, and it has given the money back as well
    ramp.cards.say(bought.id, { refund: "succeeded" });
    await ramp.later(24 * HOUR);
    expect(await ramp.incidentsOf(bought as never)).toContain("refunded_twice");
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is nothing new when the refund had failed and the operator gave the money back in another way", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    ramp.cards.say(bought.id, { refund: "failed" });
    for (let runs = 0; runs < 2; runs += 1) await ramp.later();
    await endRefundByHand(ramp.deps, { id: bought.id, reason: "by a transfer", isGivenUp: false });
    await message(ramp, bought);
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", detail: "by a transfer" });
    expect(await ramp.entries(bought)).toEqual(GIVEN_BACK);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_failed"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it.each([
    ["open", [...GIVEN_BACK, "late_dispute 2500"], ["disputed_after_refund"]],
    ["lost", [...GIVEN_BACK, "late_dispute 2500"], ["disputed_after_refund"]],
    ["won", [...GIVEN_BACK, "late_dispute 2500", "late_dispute_won 2500"], ["disputed_after_refund"]],
  ] as const)("is booked when a refunded purchase has a dispute that is %s", async (dispute, entries, incidents) => {
    const ramp = await given("refunded");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { dispute: "open" });
    await message(ramp, bought);
    ramp.cards.say(bought.id, { dispute });
    await ramp.later(HOUR); // an open one is followed without a message
    for (let times = 0; times < 2; times += 1) await message(ramp, bought);
    expect(await ramp.stateOf(bought)).toBe("refunded");
    expect(await ramp.entries(bought)).toEqual(entries);
    expect(await ramp.incidentsOf(bought as never)).toEqual(incidents);
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.failed"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is booked beside the dispute of a delivered purchase", async () => {
    const ramp = await given("completed");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { refund: "succeeded", dispute: "won" });
    await message(ramp, bought);
    expect(await ramp.stateOf(bought)).toBe("won");
    const entries = [...DELIVERED, "dispute 2500", "dispute_won 2500", "late_refund 2500"];
    expect(await ramp.entries(bought)).toEqual(entries);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is seen also when the processor was away as its message came, and when the process died as it looked", async () => {
    const ramp = await given("refunded");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { dispute: "open" });
    ramp.cards.fail("get", "before");
    await message(ramp, bought);
    expect(await ramp.entries(bought)).toEqual(GIVEN_BACK);
    const dying = {
      ...ramp.deps,
      reached: (at: CrashPoint) => {
        if (at === "after-ramp-call") throw new Error("the process died");
      },
    };
    await expect(ramp.later(HOUR, dying)).rejects.toThrow("the process died");
    await ramp.later(60_000);
    expect(await ramp.entries(bought)).toEqual([...GIVEN_BACK, "late_dispute 2500"]);
  });

  it("is booked once by many that look together", async () => {
    const ramp = await given("completed");
    const { bought } = ramp;
    ramp.cards.say(bought.id, { refund: "succeeded" });
    const seen = await ramp.reread(bought);
    await Promise.all(Array.from({ length: 8 }, () => drivePurchase(ramp.deps, seen)));
    expect(await ramp.entries(bought)).toEqual([...DELIVERED, "late_refund 2500"]);
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refunded_after_delivery"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is booked once by two that come before the other has committed", async () => {
    const { bought, clock, entries } = await given("completed");
    const entry = { kind: "late_refund", detail: "given back", incident: random.uuid() } as const;
    const asked = { id: bought.id, entries: [entry], now: clock.now() };
    let second: Promise<readonly string[]> = Promise.resolve([]);
    await database().db.transaction(async (tx) => {
      expect(await bookLate(tx, asked)).toEqual(["late_refund"]);
      second = bookLate(database().db, asked);
      second.catch(() => undefined); // looked at below
      await clock.sleep(100);
    });
    expect(await second).toEqual([]);
    expect(await entries(bought)).toEqual([...DELIVERED, "late_refund 2500"]);
  });

  it("is not booked where it does not fit the state", async () => {
    const [delivered, refunded] = [await given("completed"), await given("refunded")];
    const book = (ramp: typeof delivered, kind: "late_refund" | "late_dispute" | "late_dispute_won") =>
      bookLate(database().db, {
        id: ramp.bought.id,
        entries: [{ kind, detail: "by mistake", incident: random.uuid() }],
        now: ramp.clock.now(),
      });
    expect(await book(delivered, "late_dispute")).toEqual([]);
    expect(await book(delivered, "late_dispute_won")).toEqual([]);
    expect(await book(refunded, "late_refund")).toEqual([]);
    expect(await book(refunded, "late_dispute_won")).toEqual([]);
    expect(await refunded.entries(refunded.bought)).toEqual(GIVEN_BACK);
  });
});
