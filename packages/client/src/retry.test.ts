import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LeydenError } from "./errors.ts";
import { fakeService, proxyPage, type Reply, refusal, samplePayment, success } from "./machine.harness.ts";

const REQUEST = { lnAddress: "merchant@example.com", amount: 10_000n };

const lost = () => new TypeError("fetch failed");
const noRetry = { "x-should-retry": "false" };

/** Everything that passes by itself. */
const PASSING: readonly (readonly [string, () => Reply])[] = [
  ["a lost connection", lost],
  ["silence", () => "silence"],
  ["an answer that breaks off", () => new Response(new ReadableStream({ pull: (c) => c.error(new Error("reset")) }))],
  ["429", () => refusal(429, "too_many_pending", { headers: { ...noRetry, "retry-after": "5" } })],
  ["500", () => refusal(500, "outcome_unknown", { headers: noRetry })],
  ["503", () => refusal(503, "unavailable", { headers: { ...noRetry, "retry-after": "1" } })],
  ["502 of a proxy", () => proxyPage(502)],
];

const caught = async (call: Promise<unknown>): Promise<LeydenError> => {
  const error = await call.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LeydenError);
  return error as LeydenError;
};

describe("a payment", () => {
  it.each(PASSING)("is sent again with the same key and body after %s", async (_what, reply) => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    replies.push(reply(), success(samplePayment()));

    const payment = await leyden.payments.toLightningAddress(REQUEST);

    expect(payment.status).toBe("completed");
    expect(sendings.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["uuid-1", "uuid-1"]);
    expect(sendings[1]?.body).toEqual(sendings[0]?.body);
    expect(timersLeft()).toBe(0);
  });

  it("never changes its key and is never sent more often than allowed, whatever happens", async () => {
    const replies = fc.array(fc.constantFrom(...PASSING.map(([, reply]) => reply)), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(replies, fc.integer({ min: 0, max: 10 }), async (planned, retries) => {
        const service = fakeService({ retries });
        service.replies.push(...planned.map((reply) => reply()), success(samplePayment()));

        await service.leyden.payments.toLightningAddress(REQUEST).catch(() => undefined);

        expect(service.sendings).toHaveLength(Math.min(planned.length, retries) + 1);
        expect(new Set(service.sendings.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
        expect(service.timersLeft()).toBe(0);
      }),
    );
  });

  it("keeps the key that it was given, and gets a new random one for each call without", async () => {
    const { leyden, replies, sendings } = fakeService();
    for (let i = 0; i < 3; i++) replies.push(success(samplePayment()));
    await leyden.payments.toLightningAddress(REQUEST, { idempotencyKey: "order-4711" });
    await leyden.payments.toLightningAddress(REQUEST);
    await leyden.payments.toLightningAddress(REQUEST);
    expect(sendings.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["order-4711", "uuid-1", "uuid-2"]);
  });

  it.each(["", "with space", "ümlaut", "x".repeat(256)])("is not sent with the key %j", async (idempotencyKey) => {
    const { leyden, sendings } = fakeService();
    const error = await caught(leyden.payments.toLightningAddress(REQUEST, { idempotencyKey }));
    expect(error).toMatchObject({ code: "invalid_input", money: "nothing_moved" });
    expect(sendings).toEqual([]);
  });

  it.each([
    [400, "insufficient_funds"],
    [401, "invalid_key"],
    [404, "not_found"],
    [408, "request_timeout"],
    [409, "invoice_in_use"],
    [413, "body_too_large"],
    [422, "idempotency_mismatch"],
  ])("is not sent again after %d", async (status, code) => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(refusal(status, code));
    expect(await caught(leyden.payments.toLightningAddress(REQUEST))).toMatchObject({ code, status, attempts: 1 });
    expect(sendings).toHaveLength(1);
  });

  it("is not sent again after its payment has failed", async () => {
    const { leyden, replies } = fakeService();
    replies.push(refusal(400, "no_route", { data: samplePayment({ status: "failed" }) }));
    expect(await caught(leyden.payments.toLightningAddress(REQUEST))).toMatchObject({
      attempts: 1,
      money: "not_spent",
    });
  });
});

describe("a pause", () => {
  it("grows", async () => {
    const { leyden, replies, passed } = fakeService({ retries: 3 });
    replies.push(lost(), lost(), lost(), success({ balance: "1" }));
    await leyden.wallet.get();
    expect(passed()).toBe(0.75 * (500 + 1_000 + 2_000));
  });

  it("is at least as long as the service asks", async () => {
    const { leyden, replies, passed } = fakeService();
    replies.push(refusal(429, "rate_limited", { headers: { "retry-after": "12" } }), success({ balance: "1" }));
    await leyden.wallet.get();
    expect(passed()).toBeGreaterThanOrEqual(12_000);
    expect(passed()).toBeLessThan(13_000);
  });

  it("is left to the caller when the service asks for a long one", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(refusal(503, "sending_paused", { headers: { "retry-after": "60" } }));
    const error = await caught(leyden.payments.toLightningAddress(REQUEST));
    expect(error).toMatchObject({ code: "sending_paused", retryAfterSeconds: 60, attempts: 1 });
    expect(error.moneyText).toContain("after 60 s");
    expect(sendings).toHaveLength(1);
  });

  it("ends when the caller aborts, and then nothing more is sent", async () => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    const abort = new AbortController();
    replies.push(() => {
      queueMicrotask(() => setImmediate(() => abort.abort(new Error("enough"))));
      return refusal(429, "too_many_pending", { headers: { "retry-after": "5" } });
    });
    const error = await caught(leyden.payments.toLightningAddress(REQUEST, { signal: abort.signal }));
    expect(error).toMatchObject({ code: "aborted", money: "nothing_moved", cause: new Error("enough") });
    expect(sendings).toHaveLength(1);
    expect(timersLeft()).toBe(0);
  });
});

describe("reading", () => {
  it.each(PASSING.filter(([what]) => !/^(429|500|503)$/.test(what)))("goes on after %s", async (_what, reply) => {
    const { leyden, replies } = fakeService();
    replies.push(reply(), reply(), success({ unit: "msats", balance: "1" }));
    expect((await leyden.wallet.get()).balance).toBe("1");
  });

  it("obeys a service that asks not to be asked again", async () => {
    const { leyden, replies } = fakeService();
    replies.push(refusal(500, "internal_error", { headers: noRetry }));
    expect(await caught(leyden.wallet.get())).toMatchObject({ code: "internal_error", attempts: 1 });
  });

  it("does not repeat an answer that makes no sense", async () => {
    const { leyden, replies } = fakeService();
    replies.push(new Response("<html>log in to the network</html>"));
    expect(await caught(leyden.wallet.get())).toMatchObject({ code: "unexpected_answer", status: 200, attempts: 1 });
  });
});

describe("a call", () => {
  it("ends when its time is over, also where `fetch` does not heed its signal", async () => {
    const { leyden, replies, sendings, passed } = fakeService({ timeoutMs: 3_000, retries: 0 });
    replies.push("silence");
    expect(await caught(leyden.wallet.get())).toMatchObject({ code: "timeout", status: undefined });
    expect(passed()).toBe(3_000);
    expect(sendings[0]?.signal.aborted).toBe(true);
  });

  it("gives a payment the time that it waits for its outcome on top", async () => {
    for (const [wait, expected] of [
      [undefined, 28_000],
      [60, 63_000],
      [0, 3_000],
    ] as const) {
      const { leyden, replies, passed } = fakeService({ timeoutMs: 3_000, retries: 0 });
      replies.push("silence");
      expect(await caught(leyden.payments.toLightningAddress(REQUEST, { wait }))).toMatchObject({ code: "timeout" });
      expect(passed()).toBe(expected);
    }
  });

  it("that waits is ended by the caller's signal", async () => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    const abort = new AbortController();
    replies.push(() => {
      setImmediate(() => abort.abort());
      return new Promise<Response>(() => undefined);
    });
    const error = await caught(leyden.payments.toLightningAddress(REQUEST, { signal: abort.signal }));
    expect(error).toMatchObject({ code: "aborted", money: "unknown", idempotencyKey: "uuid-1", attempts: 1 });
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(timersLeft()).toBe(0);
  });

  it("with a signal that was aborted before is not sent", async () => {
    const { leyden, sendings } = fakeService();
    const error = await caught(leyden.payments.toLightningAddress(REQUEST, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: "aborted", money: "nothing_moved", attempts: 0 });
    expect(sendings).toEqual([]);
  });
});
