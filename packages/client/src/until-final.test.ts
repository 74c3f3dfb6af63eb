import { describe, expect, it } from "vitest";
import type { LeydenError } from "./errors.ts";
import { fakeService, proxyPage, refusal, samplePayment, success } from "./machine.harness.ts";

describe("untilFinal", () => {
  const processing = () => success(samplePayment({ status: "processing" }));

  it.each(["completed", "failed"] as const)("reads until the payment has %s", async (status) => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    replies.push(processing(), processing(), success(samplePayment({ status })));
    expect((await leyden.payments.untilFinal("p1")).status).toBe(status);
    expect(sendings.map(({ target }) => target)).toEqual(Array(3).fill("/v0/payments/p1"));
    expect(timersLeft()).toBe(0);
  });

  it("goes on when reading fails for a while", async () => {
    const { leyden, replies } = fakeService({ retries: 0 });
    replies.push(new TypeError("fetch failed"), proxyPage(502), refusal(429, "rate_limited"), success(samplePayment()));
    expect((await leyden.payments.untilFinal("p1")).status).toBe("completed");
  });

  it("ends when reading cannot succeed", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(refusal(404, "payment_not_found"));
    await expect(leyden.payments.untilFinal("p1")).rejects.toMatchObject({ code: "payment_not_found" });
    expect(sendings).toHaveLength(1);
  });

  it("says after its time that the payment is still open, and not to make another", async () => {
    const { leyden, replies, passed } = fakeService();
    replies.push(...Array.from({ length: 50 }, processing));
    const error = await leyden.payments.untilFinal("p1", { timeoutMs: 10_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "timeout", money: "unknown" });
    expect((error as LeydenError).moneyText).toMatch(/read it again.*do not make another/);
    expect(passed()).toBe(10_000);
  });

  it("ends in time also while a read is silent, and when the caller aborts", async () => {
    const { leyden, replies, passed, timersLeft } = fakeService({ timeoutMs: 60_000 });
    replies.push("silence");
    const late = leyden.payments.untilFinal("p1", { timeoutMs: 2_000 });
    await expect(late).rejects.toMatchObject({ code: "timeout" });
    expect(passed()).toBe(2_000);
    const aborted = leyden.payments.untilFinal("p1", { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    expect(timersLeft()).toBe(0);
  });
});
