import { describe, expect, it } from "vitest";
import { callOf, grouped, isRead, type Operation } from "./operation.ts";
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
    expect(wrong("getPayment", {})).toEqual({ wrong: "id is missing." });
    expect(wrong("getPayment", { typed: { id: ".." } })).toEqual({ wrong: "id must not be dots alone." });
    expect(wrong("payInvoice", { body: "{" })).toEqual({ wrong: expect.stringContaining("The body is no JSON") });
    expect(wrong("payInvoice", { key: "a\nb" })).toEqual({
      wrong: "Idempotency-Key must be visible ASCII characters.",
    });
    expect(wrong("payInvoice", { key: "" })).toEqual({ wrong: "Idempotency-Key must be visible ASCII characters." });
  });
});
