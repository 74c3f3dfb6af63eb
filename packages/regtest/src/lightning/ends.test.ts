import { describe, expect, it } from "vitest";
import { type Ends, listEnds } from "./ends.ts";
import type { KnownPayment } from "./history.ts";

const END: KnownPayment["end"] = { kind: "failed", reason: "no_route" };

describe("the ends of payments", () => {
  function given(...hashes: string[]) {
    const durable: (() => void)[] = [];
    const ends: Ends = listEnds({
      history: { ended: () => hashes, payment: (hash) => ({ hash, digest: "d", msats: 1n, end: END }) },
      durable: () => new Promise((resolve) => durable.push(resolve)),
    });
    return {
      add(hash: string) {
        hashes.push(hash);
        ends.tell();
      },
      /** The answer to `after`; whatever it waits for becomes durable at once. */
      async ask(cursor: number | undefined, waitMs = 0, signal = new AbortController().signal) {
        const answer = ends.after(cursor, waitMs, signal);
        const commits = setInterval(() => {
          for (const resolve of durable.splice(0)) resolve();
        }, 1);
        return await answer.finally(() => clearInterval(commits));
      },
      ends,
      durable,
    };
  }

  it("are told in their order, after the cursor", async () => {
    const { ask } = given("a", "b", "c");
    expect(await ask(1)).toEqual({
      cursor: "3",
      payments: ["b", "c"].map((paymentHash) => ({ paymentHash, status: END })),
    });
  });

  it("are told from now on to who has no cursor, and to who knows of more than there is", async () => {
    const { ask } = given("a", "b");
    expect(await ask(undefined, 10_000)).toEqual({ cursor: "2", payments: [] });
    expect(await ask(7, 10_000)).toEqual({ cursor: "2", payments: [] });
  });

  it("end a wait, which otherwise ends at its time or when the caller is gone", async () => {
    const { ask, add } = given("a");
    const waiting = ask(1, 10_000);
    add("b");
    expect(await waiting).toMatchObject({ cursor: "2", payments: [{ paymentHash: "b" }] });

    expect(await ask(2, 5)).toEqual({ cursor: "2", payments: [] });
    const gone = new AbortController();
    const left = ask(2, 10_000, gone.signal);
    gone.abort();
    expect(await left).toEqual({ cursor: "2", payments: [] });
  });

  it("are told when they are durable, not before", async () => {
    const { ends, durable } = given("a");
    let isTold = false;
    const answer = ends.after(0, 0, new AbortController().signal).then(() => {
      isTold = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([isTold, durable.length]).toEqual([false, 1]);
    durable[0]?.();
    await answer;
  });
});
