import { describe, expect, it } from "vitest";
import { callOf, errorPageOf, grouped, isInLog, isRead, type Operation } from "./operation.ts";
import list from "./operations.json" with { type: "json" };

const OPERATIONS = list as readonly Operation[];
const named = (id: string) => OPERATIONS.find((one) => one.id === id) as Operation;
const draft = { typed: {}, body: "{}", key: "k1" };

describe("the operations of the console", () => {
  it("are those of a project's key: no login of a user, no answer without end, no secret that is shown once", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids).toContain("payInvoice");
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ["getUserProfile", "streamEvents", "rotateWebhookSecret"]) expect(ids).not.toContain(id);
    for (const [, some] of grouped(OPERATIONS)) expect(some.length).toBeGreaterThan(0);
  });

  it("are reads where a key that only reads may call them", () => {
    for (const id of ["listPayments", "decodeInvoice"]) expect([id, isRead(named(id))]).toEqual([id, true]);
    for (const id of ["payInvoice", "createCharge", "removeWebhookEndpoint"])
      expect([id, isRead(named(id))]).toEqual([id, false]);
  });
});

describe("a call of what was typed", () => {
  it("has path, query and headers where they belong, and the body as it was typed", () => {
    expect(callOf(named("getPayment"), { ...draft, typed: { id: " a/b?c " } })).toEqual({
      call: { method: "GET", path: "/v0/payments/a%2Fb%3Fc", headers: {} },
    });
    expect(callOf(named("listPayments"), { ...draft, typed: { status: "failed", limit: "5", cursor: "" } })).toEqual({
      call: { method: "GET", path: "/v0/payments?limit=5&status=failed", headers: {} },
    });
    expect(callOf(named("payInvoice"), { ...draft, typed: { Prefer: "wait=1" }, body: '{ "a": 1 }' })).toEqual({
      call: {
        method: "POST",
        path: "/v0/payments",
        headers: { Prefer: "wait=1", "Idempotency-Key": "k1" },
        body: '{ "a": 1 }',
      },
    });
  });

  it("is none where something is missing or wrong", () => {
    const wrong = (id: string, changes: object) => callOf(named(id), { ...draft, ...changes });
    expect(wrong("getPayment", {})).toEqual({ wrong: { field: "id", issue: "id is missing." } });
    expect(wrong("getPayment", { typed: { id: ".." } })).toEqual({
      wrong: { field: "id", issue: "id must not be dots alone." },
    });
    expect(wrong("payInvoice", { body: "{" })).toEqual({
      wrong: { field: "body", issue: expect.stringContaining("The body is no JSON") },
    });
    const wrongKey = { field: "Idempotency-Key", issue: "Idempotency-Key must be visible ASCII characters." };
    expect(wrong("payInvoice", { key: "a\nb" })).toEqual({ wrong: wrongKey });
    expect(wrong("payInvoice", { key: "" })).toEqual({ wrong: wrongKey });
  });
});

describe("an answer", () => {
  it("is in the log when a change was asked for or refused, and not when something was only read", () => {
    const cases: readonly (readonly [string, number, boolean])[] = [
      ["getPayment", 200, false],
      ["getPayment", 404, false],
      ["decodeInvoice", 200, false],
      ["decodeInvoice", 400, true],
      ["payInvoice", 200, true],
      ["payInvoice", 409, true],
    ];
    for (const [id, status, is] of cases) expect([id, status, isInLog(named(id), status)]).toEqual([id, status, is]);
  });

  it("leads to the page that says what its code means, where that is of the service", () => {
    const origin = "https://pay.example";
    const text = (error: object) => JSON.stringify({ success: false, error });
    expect(errorPageOf(text({ code: "no_route", doc_url: `${origin}/docs/errors#no_route` }), origin)).toEqual({
      code: "no_route",
      path: "/docs/errors#no_route",
    });
    const none = [
      "",
      "[1]",
      "null",
      '{"success":true}',
      text({ code: "no_route" }),
      text({ doc_url: `${origin}/docs` }),
    ];
    for (const other of none) expect([other, errorPageOf(other, origin)]).toEqual([other, undefined]);
    for (const doc_url of ["https://other.example/docs/errors#no_route", "javascript:alert(1)", "no address"])
      expect([doc_url, errorPageOf(text({ code: "no_route", doc_url }), origin)]).toEqual([doc_url, undefined]);
  });
});
