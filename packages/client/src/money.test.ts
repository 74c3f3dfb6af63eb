import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../server/src/kernel/error-codes.ts";
import { LeydenError } from "./errors.ts";
import { fakeService, KEY, proxyPage, type Reply, refusal, samplePayment } from "./machine.harness.ts";

const REQUEST = { lnAddress: "merchant@example.com", amount: 10_000n };
const FAILED = samplePayment({ status: "failed", failure: { code: "no_route", message: "no route" } });

async function failureOf(...replies: Reply[]): Promise<LeydenError> {
  const service = fakeService({ retries: replies.length - 1 });
  service.replies.push(...replies);
  const error = await service.leyden.payments.toLightningAddress(REQUEST).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LeydenError);
  return error as LeydenError;
}

describe("what became of the money", () => {
  it.each(Object.entries(ERROR_CODES))("is said for the refusal %s", async (code, { status }) => {
    const error = await failureOf(refusal(status, code));
    expect(error.money).toBe(status === 500 ? "unknown" : "nothing_moved");
    expect(error.moneyText).toMatch(
      status === 500 ? /may have been made.*do not/i : /reserved nothing|Nothing was reserved/,
    );
    expect(error).toMatchObject({ code, status, requestId: "req-1" });
  });

  it.each(Object.keys(ERROR_CODES))("is said for a payment that has failed with %s", async (code) => {
    const error = await failureOf(refusal(400, code, { data: FAILED }));
    expect(error).toMatchObject({ money: "not_spent", payment: FAILED, data: FAILED, code });
    expect(error.moneyText).toMatch(/back in the wallet.*new key/);
  });

  it("is said for codes that come later, by their status", async () => {
    const refused = await Promise.all(
      [400, 403, 409, 410, 429, 503].map((status) => failureOf(refusal(status, "new"))),
    );
    expect(refused.map(({ money }) => money)).toEqual(Array(6).fill("nothing_moved"));
    expect((await failureOf(refusal(500, "new"))).money).toBe("unknown");
    expect((await failureOf(refusal(504, "new"))).money).toBe("unknown");
  });

  it.each([
    ["the connection was lost", () => new TypeError("fetch failed")],
    ["there was no answer", () => "silence" as const],
    ["a proxy answered 502", () => proxyPage(502)],
    ["a proxy answered 503", () => proxyPage(503)],
    ["a proxy answered 403", () => proxyPage(403)],
    ["a proxy answered 404 in JSON of its own", () => Response.json({ error: { code: "not_found" } }, { status: 404 })],
    ["the answer broke off", () => new Response('{"success": true, "data": {"id"')],
    ["the answer has no data", () => Response.json({ success: true })],
    ["the address redirects", () => new Response(null, { status: 307, headers: { location: "https://evil.example" } })],
  ])("is not known when %s, and the error has the key to ask again with", async (_what, reply) => {
    const error = await failureOf(reply());
    expect(error).toMatchObject({ money: "unknown", idempotencyKey: "uuid-1" });
    expect(error.moneyText).toContain('idempotency key "uuid-1"');
  });

  it.each([
    ["429", refusal(429, "rate_limited")],
    ["503", refusal(503, "unavailable")],
    ["401", refusal(401, "invalid_key")],
    ["400", refusal(400, "insufficient_funds")],
  ])("stays unknown when the second sending is refused with %s after the first was lost", async (_what, second) => {
    expect(await failureOf(new TypeError("fetch failed"), second)).toMatchObject({ money: "unknown", attempts: 2 });
  });

  it("stays unknown through any number of refusals after that", async () => {
    const refused = [refusal(503, "unavailable"), refusal(429, "rate_limited"), refusal(503, "unavailable")];
    expect((await failureOf(new TypeError("fetch failed"), ...refused)).money).toBe("unknown");
  });

  it("is not known when the refusal shows a payment that has not failed", async () => {
    const error = await failureOf(refusal(409, "new", { data: samplePayment({ status: "processing" }) }));
    expect(error).toMatchObject({ money: "unknown", payment: undefined });
    expect((await failureOf(refusal(409, "new", { data: null }))).money).toBe("nothing_moved");
  });

  it("is known again when a later sending answers the payment", async () => {
    const error = await failureOf(new TypeError("fetch failed"), refusal(400, "no_route", { data: FAILED }));
    expect(error.money).toBe("not_spent");
  });

  it("is nothing when all sendings were refused, or when the key belongs to another body", async () => {
    expect((await failureOf(refusal(503, "unavailable"), refusal(429, "rate_limited"))).money).toBe("nothing_moved");
    const mismatch = await failureOf(new TypeError("fetch failed"), refusal(422, "idempotency_mismatch"));
    expect(mismatch).toMatchObject({ money: "nothing_moved", moneyText: expect.stringContaining("another body") });
  });

  it("is nothing for calls that move none", async () => {
    const { leyden, replies } = fakeService({ retries: 0 });
    replies.push(new TypeError("fetch failed"), refusal(500, "outcome_unknown"));
    await expect(leyden.wallet.get()).rejects.toMatchObject({ money: "nothing_moved" });
    await expect(leyden.charges.create({ amount: 1, description: "x" })).rejects.toMatchObject({
      money: "nothing_moved",
      moneyText: "This call moves no money.",
      idempotencyKey: "uuid-1",
    });
  });
});

describe("an error", () => {
  it("has what the service said", async () => {
    const details = [{ field: "available", issue: "7" }];
    const error = await failureOf(refusal(400, "insufficient_funds", { details }));
    expect(error).toMatchObject({
      name: "LeydenError",
      message: "it is insufficient_funds",
      code: "insufficient_funds",
      status: 400,
      requestId: "req-1",
      docUrl: "https://pay.example/docs/errors#insufficient_funds",
      details,
      payment: undefined,
      attempts: 1,
    });
  });

  it("names the request also when a proxy answered for the service", async () => {
    const error = await failureOf(proxyPage(504, { "x-request-id": "abc" }));
    expect(error).toMatchObject({ code: "unexpected_answer", status: 504, requestId: "abc" });
  });

  it("has the reason of a lost connection, and never the project's key", async () => {
    const cause = new TypeError("fetch failed");
    const error = await failureOf(cause);
    expect(error.cause).toBe(cause);
    expect(JSON.stringify([error, error.message, error.stack, Object.values(error)])).not.toContain(KEY);
  });
});
