import { describe, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { Payment } from "../model/payment.ts";
import { createPaymentWaiters } from "./waiters.ts";

const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId;
const other = "0197c5a1-8f5e-7d30-a1b2-000000000000" as PaymentId;

const PATIENCE = { pauseMs: 10_000, maxMs: 10_000 };

describe("payment waiters", () => {
  it("are woken by their payment, and by no other", async () => {
    const waiters = createPaymentWaiters(machineClock, () => undefined);
    const woken: string[] = [];
    const wait = (name: string, of: PaymentId, signal?: AbortSignal) =>
      waiters.wait(of, { ...PATIENCE, signal }).then(() => woken.push(name));
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
    const one = waiters.wait(id, { ...PATIENCE, signal: gone.signal }).then(() => woken.push("one"));
    const two = waiters.wait(id, PATIENCE).then(() => woken.push("two"));

    gone.abort();
    await one;
    expect(woken).toEqual(["one"]);
    waiters.notify(id);
    await two;
  });

  it("wake together at the tick of the first, and alone when their own time is over", async () => {
    const waiters = createPaymentWaiters(machineClock, () => undefined);
    const woken: string[] = [];
    const wait = (name: string, pauseMs: number, maxMs: number) =>
      waiters.wait(id, { pauseMs, maxMs }).then(() => woken.push(name));
    await Promise.all([wait("first", 60, 10_000), wait("impatient", 60, 20), wait("second", 10_000, 10_000)]);
    expect(woken).toEqual(["impatient", "first", "second"]);
  });

  it("share a read that is under way, and not one that began before the payment was notified", async () => {
    const waiters = createPaymentWaiters(machineClock, () => undefined);
    const answers: PromiseWithResolvers<Payment | undefined>[] = [];
    const read = (of = id) =>
      waiters.read(of, () => {
        const answer = Promise.withResolvers<Payment | undefined>();
        answers.push(answer);
        return answer.promise;
      });
    const [processing, completed] = [{ version: 1 } as Payment, { version: 2 } as Payment];

    const early = [read(), read()];
    waiters.notify(id);
    const late = [read(), read()];
    const others = read(other);
    expect(answers).toHaveLength(3);
    answers[0]?.resolve(processing);
    answers[1]?.resolve(completed);
    answers[2]?.reject(new Error("gone"));

    expect(await Promise.all([...early, ...late])).toEqual([processing, processing, completed, completed]);
    await expect(others).rejects.toThrow("gone");
    void read(other);
    expect(answers, "a failed read is not kept").toHaveLength(4);
  });

  it("report an outcome once, to the metrics and to all who listen, when the writer of it says so", () => {
    const reported: unknown[] = [];
    const waiters = createPaymentWaiters(machineClock, (finishedAs) => reported.push(finishedAs));
    const listened: unknown[] = [];
    waiters.whenFinished((finishedAs) => listened.push(finishedAs));
    const finishedAs = { outcome: "completed", via: "ledger", origin: { kind: "request" } } as const;
    waiters.notify(id, finishedAs);
    waiters.notify(id);
    expect([reported, listened]).toEqual([[finishedAs], [finishedAs]]);
  });
});
