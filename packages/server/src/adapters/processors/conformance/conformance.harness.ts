import { beforeEach, describe, expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { ProcessorUnavailable } from "#ramp";
import { eventsConform } from "./events.harness.ts";
import { repeatingConforms } from "./repeating.harness.ts";
import { authorized, begin, captured, type ProcessorWorld } from "./world.harness.ts";

/** What every processor has to do, on whatever it talks to. */
export function processorConformance(name: string, setUp: () => Promise<ProcessorWorld>): void {
  describe(name, () => {
    let current: ProcessorWorld | undefined;
    const world = () => {
      if (current === undefined) throw new Error("the world exists only while a test runs");
      return current;
    };
    beforeEach(async () => {
      current = await setUp();
    });

    describe("a payment", () => livesConform(world));
    describe("cards", () => cardsConform(world));
    describe("refunds and disputes", () => returnsConform(world));
    describe("what is asked for again", () => repeatingConforms(world));
    describe("messages and changes", () => eventsConform(world));
  });
}

const FRESH = { declined: undefined, declines: 0, refund: "none", dispute: "none", fee: undefined, card: undefined };

function livesConform(world: () => ProcessorWorld): void {
  it("waits for a card, is authorized, captured and given back, with amount and currency as begun", async () => {
    const { processor, draft, pay } = world();
    const wanted = draft({ amount: minor(123_456n), currency: "CHF" });
    const { reference, page } = await processor.begin(wanted);
    expect(page.kind).toBe(processor.name);
    const { purchaseId } = wanted;
    const same = { reference, purchaseId, amount: 123_456n, currency: "CHF" };
    expect(await processor.get(reference)).toEqual({ ...FRESH, ...same, state: "waiting" });

    await pay(reference, "good");
    const card = { fingerprint: expect.stringMatching(/.{8}/), brand: "visa", last4: "4242" };
    expect(await processor.get(reference)).toEqual({ ...FRESH, ...same, state: "authorized", card });

    const taken = await processor.capture(reference, purchaseId);
    expect(taken).toEqual({ ...FRESH, ...same, state: "captured", card, fee: taken.fee });
    const { fee } = await processor.get(reference);
    expect(fee).toBeGreaterThan(0n);
    expect(fee).toBeLessThan(123_456n);

    const returned = await processor.refund(reference, purchaseId);
    expect(returned).toEqual({ ...FRESH, ...same, state: "captured", card, fee, refund: "succeeded" });
  });

  it("is cancelled before and after the authorization, and then takes no card and is not captured", async () => {
    for (const given of [begin, authorized]) {
      const { processor, pay } = world();
      const { reference, purchaseId } = await given(world());
      expect((await processor.cancel(reference, purchaseId)).state).toBe("canceled");
      await pay(reference, "good").catch(() => undefined);
      expect((await processor.capture(reference, purchaseId)).state).toBe("canceled");
      expect((await processor.refund(reference, purchaseId)).refund).toBe("none");
      expect((await processor.get(reference)).state).toBe("canceled");
    }
  });

  it("stays captured when it is cancelled", async () => {
    const { reference, purchaseId } = await captured(world());
    expect(await world().processor.cancel(reference, purchaseId)).toMatchObject({ state: "captured", refund: "none" });
  });

  it("is not captured without an authorization", async () => {
    const { reference, purchaseId } = await begin(world());
    expect((await world().processor.capture(reference, purchaseId)).state).toBe("waiting");
  });

  it("is nobody's but its purchase's", async () => {
    const { processor, draft } = world();
    const { reference } = await authorized(world());
    const { purchaseId } = draft();
    for (const call of [processor.capture, processor.cancel, processor.refund])
      await expect(call(reference, purchaseId)).rejects.toThrow(ProcessorUnavailable);
    expect((await processor.get(reference)).state).toBe("authorized");
  });

  it("is not known by a reference that was not given out", async () => {
    await expect(world().processor.get("pi_none")).rejects.toThrow(ProcessorUnavailable);
  });
}

function cardsConform(world: () => ProcessorWorld): void {
  it("are declined and counted, and the next one is taken", async () => {
    const { processor, pay } = world();
    const { reference } = await begin(world());
    await pay(reference, "declined");
    const first = { state: "waiting", declined: "card_declined", declines: 1, card: undefined };
    expect(await processor.get(reference)).toMatchObject(first);
    await pay(reference, "poor");
    expect(await processor.get(reference)).toMatchObject({ declined: "insufficient_funds", declines: 2 });
    await pay(reference, "good");
    expect(await processor.get(reference)).toMatchObject({ state: "authorized", declined: undefined, declines: 2 });
  });

  it("have the same fingerprint in every payment, and no other card has it", async () => {
    const [one, two, other] = [
      await authorized(world()),
      await authorized(world()),
      await authorized(world(), "refundFails"),
    ];
    const fingerprints = await Promise.all(
      [one, two, other].map(async ({ reference }) => (await world().processor.get(reference)).card?.fingerprint),
    );
    expect(fingerprints[0]).toBe(fingerprints[1]);
    expect(fingerprints[0]).not.toBe(fingerprints[2]);
  });

  it("that ask their customer are authorized by a yes", async () => {
    const { processor, pay, answer } = world();
    const { reference } = await begin(world());
    await pay(reference, "asks");
    expect(await processor.get(reference)).toMatchObject({ state: "requires_action", declines: 0, card: undefined });
    await answer(reference, "approve");
    expect(await processor.get(reference)).toMatchObject({ state: "authorized", declined: undefined });
  });

  it("that ask their customer are declined by a no, and another one is taken", async () => {
    const { processor, pay, answer } = world();
    const { reference } = await begin(world());
    await pay(reference, "asks");
    await answer(reference, "fail");
    const declined = { state: "waiting", declined: "authentication_failed", declines: 1 };
    expect(await processor.get(reference)).toMatchObject(declined);
    await pay(reference, "good");
    expect((await processor.get(reference)).state).toBe("authorized");
  });
}

function returnsConform(world: () => ProcessorWorld): void {
  it("show a refund that fails, which is not tried again", async () => {
    const { processor, settleRefund } = world();
    const { reference, purchaseId } = await captured(world(), "refundFails");
    expect((await processor.refund(reference, purchaseId)).refund).toBe("pending");
    await settleRefund(reference);
    expect((await processor.get(reference)).refund).toBe("failed");
    expect((await processor.refund(reference, purchaseId)).refund).toBe("failed");
  });

  it.each(["won", "lost"] as const)("show a dispute that is open, and then %s", async (end) => {
    const { processor, dispute, endDispute } = world();
    const { reference } = await captured(world());
    await dispute(reference);
    expect(await processor.get(reference)).toMatchObject({ state: "captured", dispute: "open", refund: "none" });
    await endDispute(reference, end);
    expect((await processor.get(reference)).dispute).toBe(end);
  });

  it("give nothing back while the bank may take it, nor after it has", async () => {
    const { processor, dispute, endDispute } = world();
    const { reference, purchaseId } = await captured(world());
    await dispute(reference);
    expect((await processor.refund(reference, purchaseId)).refund).toBe("none");
    await endDispute(reference, "lost");
    expect((await processor.refund(reference, purchaseId)).refund).toBe("none");
  });
}
