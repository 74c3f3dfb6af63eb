import { expect, it } from "vitest";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import { caller } from "#service/testing/app.harness.ts";
import { keptOf, type RefusedId, refusedRequest } from "./refused-request.ts";

const CALL: RefusedCall = {
  caller,
  isElsewhere: false,
  requestId: "HbhIuAP17GMF-5",
  method: "GET",
  route: "/v0/payments/:id",
  path: "/v0/payments/1",
  failure: new AppError("payment_not_found", "the wallet has no such payment"),
  body: undefined,
  network: "203.0.113.7",
  tookMs: 3.6,
};

it("is kept for a project, and not when a person only looked at a page", () => {
  expect(keptOf(CALL)).toBe(caller.actor);
  expect(keptOf({ ...CALL, method: "HEAD" })).toBe(caller.actor);
  for (const method of ["GET", "HEAD"])
    expect(keptOf({ ...CALL, method, route: "/dashboard/api/projects/:project/requests" })).toBeUndefined();
  expect(keptOf({ ...CALL, method: "POST", route: "/dashboard/api/projects/:project/v0/payments" })).toBe(caller.actor);
  const user = { kind: "user", userId: "u" as UserId, sessionId: "s" } as const;
  expect(keptOf({ ...CALL, caller: { ...caller, actor: user } })).toBeUndefined();
});

it("says what was asked, and what was answered, without secrets", () => {
  const { actor } = caller;
  if (actor.kind !== "project") throw new Error("the caller is no project");
  const failure = new InvalidInput("callbackUrl", "https://user:pass@shop.example/T0KEN is not allowed");
  const [id, at] = ["r1" as RefusedId, new Date(0)];
  const path = `/v0/payments/${"x".repeat(500)}`;
  const refused = refusedRequest({ ...CALL, failure, path, body: { amount: 1, code: "0A1B2C3E" } }, actor, { id, at });
  expect(refused).toMatchObject({
    id,
    at,
    projectId: actor.projectId,
    keyId: actor.keyId,
    requestId: CALL.requestId,
    status: 400,
    code: "invalid_input",
    message: "callbackUrl https://shop.example/… is not allowed",
    details: [{ field: "callbackUrl", issue: "https://shop.example/… is not allowed" }],
    body: '{"amount":1,"code":"[left out]"}',
    tookMs: 4,
  });
  expect(refused.path).toHaveLength(300);
});
