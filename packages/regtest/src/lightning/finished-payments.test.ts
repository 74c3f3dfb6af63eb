import { describe, expect, it } from "vitest";
import { type FinishedPayments, listFinished } from "./finished-payments.ts";
import type { KnownPayment } from "./history.ts";

const OUTCOME: KnownPayment["outcome"] = { kind: "failed", reason: "no_route" };

describe("finished payments", () => {
  function given(...hashes: string[]) {
    const durable: (() => void)[] = [];
    const finished: FinishedPayments = listFinished({
      history: { finished: () => hashes, payment: (hash) => ({ hash, digest: "d", msats: 1n, outcome: OUTCOME }) },
      durable: () => new Promise((resolve) => durable.push(resolve)),
    });
    return {
      add(hash: string) {
        hashes.push(hash);
        finished.notify();
      },
      /** The answer to `after`; whatever it waits for becomes durable soon. */
      async ask(cursor: number | undefined, waitMs = 0, signal = new AbortController().signal) {
        const answer = finished.after(cursor, waitMs, signal);
        const commits = setInterval(() => {
          for (const resolve of durable.splice(0)) resolve();
        }, 1);
        return await answer.finally(() => clearInterval(commits));
      },
      finished,
      durable,
    };
  }

  it("are listed in their order, after the cursor", async () => {
    const { ask } = given("a", "b", "c");
    expect(await ask(1)).toEqual({
      cursor: "3",
      payments: ["b", "c"].map((paymentHash) => ({ paymentHash, status: OUTCOME })),
    });
  });

  it("are listed from the end without a cursor, and with one beyond the end", async () => {
    const { ask } = given("a", "b");
    expect(await ask(undefined, 10_000)).toEqual({ cursor: "2", payments: [] });
    expect(await ask(7, 10_000)).toEqual({ cursor: "2", payments: [] });
  });

  it("end a wait, which otherwise ends after its time or when the caller is gone", async () => {
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

  it("are listed when they are durable, not before", async () => {
    const { finished, durable } = given("a");
    let isAnswered = false;
    const answer = finished.after(0, 0, new AbortController().signal).then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([isAnswered, durable.length]).toEqual([false, 1]);
    durable[0]?.();
    await answer;
  });
});
