import { expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { ProcessorUnavailable } from "#ramp";
import { authorized, begin, captured, type ProcessorWorld } from "./world.harness.ts";

const TOGETHER = 20;
const TRIES_MAX = 40;

/** Repeats a call as the ramp does. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable) || tries === TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** From two processes at the same time. */
function together<T>({ processor, other }: ProcessorWorld, call: (by: typeof processor) => Promise<T>): Promise<T[]> {
  return Promise.all(
    Array.from({ length: TOGETHER }, (_, i) => untilAnswered(() => call(i % 2 === 0 ? processor : other))),
  );
}

export function repeatingConforms(world: () => ProcessorWorld): void {
  it("is begun once by 20 calls together", async () => {
    const draft = world().draft();
    const begun = await together(world(), (by) => by.begin(draft));
    expect(new Set(begun.map(({ reference }) => reference)).size).toBe(1);
    expect(new Set(begun.map(({ page }) => JSON.stringify(page))).size).toBe(1);
  });

  it("is not begun again with another amount or currency", async () => {
    const { processor, draft } = world();
    const wanted = draft();
    const { reference } = await processor.begin(wanted);
    for (const change of [{ amount: minor(1n) }, { currency: "USD" as const }])
      await expect(processor.begin({ ...wanted, ...change })).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.get(reference)).toMatchObject({ amount: wanted.amount, currency: wanted.currency });
  });

  it("is captured once by 20 calls together", async () => {
    const { reference, purchaseId } = await authorized(world());
    const taken = await together(world(), (by) => by.capture(reference, purchaseId));
    expect(new Set(taken.map(({ state }) => state))).toEqual(new Set(["captured"]));
    expect(await world().made(reference, "captured")).toBe(1);
  });

  it("is cancelled once by 20 calls together", async () => {
    const { reference, purchaseId } = await authorized(world());
    const given = await together(world(), (by) => by.cancel(reference, purchaseId));
    expect(new Set(given.map(({ state }) => state))).toEqual(new Set(["canceled"]));
    expect(await world().made(reference, "canceled")).toBe(1);
  });

  it("is given back once by 20 calls together", async () => {
    const { reference, purchaseId } = await captured(world());
    const given = await together(world(), (by) => by.refund(reference, purchaseId));
    expect(new Set(given.map(({ refund }) => refund))).toEqual(new Set(["succeeded"]));
    expect(await world().made(reference, "refunded")).toBe(1);
  });

  it("is either captured or cancelled by calls together, and all say the same", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { reference, purchaseId } = await authorized(world());
      let turn = 0;
      const ended = await together(world(), (by) => {
        turn += 1;
        return turn % 2 === 0 ? by.capture(reference, purchaseId) : by.cancel(reference, purchaseId);
      });
      const { state } = await world().processor.get(reference);
      expect(["captured", "canceled"]).toContain(state);
      const made = [await world().made(reference, "captured"), await world().made(reference, "canceled")];
      expect(made.toSorted()).toEqual([0, 1]);
      expect(new Set(ended.map((payment) => payment.state))).toEqual(new Set([state]));
    }
  });

  it("goes on after an answer that was lost", async () => {
    const { processor, draft, pay, breakNext } = world();
    const wanted = draft();
    const lost = async <T>(call: () => Promise<T>) => {
      breakNext();
      await expect(call()).rejects.toThrow();
      return await untilAnswered(call);
    };
    const { reference } = await lost(() => processor.begin(wanted));
    expect((await processor.begin(wanted)).reference).toBe(reference);
    await pay(reference, "good");
    expect((await lost(() => processor.capture(reference, wanted.purchaseId))).state).toBe("captured");
    expect((await lost(() => processor.refund(reference, wanted.purchaseId))).refund).toBe("succeeded");

    const second = await begin(world());
    expect((await lost(() => processor.cancel(second.reference, second.purchaseId))).state).toBe("canceled");
  });
}
