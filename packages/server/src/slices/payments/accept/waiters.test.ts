import { describe, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createPaymentWaiters } from "./waiters.ts";

const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId;
const other = "0197c5a1-8f5e-7d30-a1b2-000000000000" as PaymentId;

describe("payment waiters", () => {
  it("are woken by their payment, and by no other", async () => {
    const waiters = createPaymentWaiters(machineClock, () => undefined);
    const woken: string[] = [];
    const wait = (name: string, of: PaymentId, signal?: AbortSignal) =>
      waiters.wait(of, 10_000, signal).then(() => woken.push(name));
    const leave = new AbortController();
    const waiting = [wait("one", id), wait("two", id)];
    const sleeping = wait("other", other, leave.signal);

    waiters.notify(id);
    await Promise.all(waiting);

    expect(woken).toEqual(["one", "two"]);
    leave.abort();
    await sleeping;
  });

  it("leave when their caller hangs up, one by one", async () => {
    const waiters = createPaymentWaiters(machineClock, () => undefined);
    const gone = new AbortController();
    const woken: string[] = [];
    const one = waiters.wait(id, 10_000, gone.signal).then(() => woken.push("one"));
    const two = waiters.wait(id, 10_000).then(() => woken.push("two"));

    gone.abort();
    await one;
    expect(woken).toEqual(["one"]);
    waiters.notify(id);
    await two;
  });

  it("report an outcome once for the metrics, when the writer of it says so", () => {
    const reported: unknown[] = [];
    const waiters = createPaymentWaiters(machineClock, (finishedAs) => reported.push(finishedAs));
    waiters.notify(id, { outcome: "completed", via: "ledger" });
    waiters.notify(id);
    expect(reported).toEqual([{ outcome: "completed", via: "ledger" }]);
  });
});
