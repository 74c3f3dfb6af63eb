import { expect, it } from "vitest";
import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { RefusedCall } from "#kernel/refused-call.ts";
import { caller } from "#service/testing/app.harness.ts";
import { createShares } from "./shares.ts";

function given() {
  let ms = 0;
  const shares = createShares({ monotonicMs: () => ms });
  const callOf = (code: ErrorCode, isElsewhere: boolean): RefusedCall => ({
    caller,
    isElsewhere,
    requestId: "r",
    method: "POST",
    route: "/v0/payments",
    path: "/v0/payments",
    failure: new AppError(code, "no"),
    body: undefined,
    network: "203.0.113.7",
    tookMs: 1,
  });
  /** How many of `count` are kept. */
  const take = (
    count: number,
    { key = "k", project = "p", code = "invalid_input" as ErrorCode, isElsewhere = false } = {},
  ) => {
    const of = { keyId: key as ProjectKeyId, projectId: project as ProjectId };
    return Array.from({ length: count }).filter(() => shares.take(callOf(code, isElsewhere), of)).length;
  };
  return {
    take,
    later: (by: number) => {
      ms += by;
    },
  };
}

const CODES = ["invalid_input", "rate_limited", "no_route", "scope_missing", "not_found", "restoring"] as const;

it("keeps five of a code, twenty of a key and sixty of a project in a minute", () => {
  const { take } = given();
  expect(take(100)).toBe(5);
  expect(CODES.map((code) => take(100, { code }))).toEqual([0, 5, 5, 5, 0, 0]);
  expect(["k2", "k3", "k4"].map((key) => CODES.map((code) => take(9, { key, code })).join(""))).toEqual([
    "555500",
    "555500",
    "000000",
  ]);
  expect(take(1, { key: "of another", project: "p2" })).toBe(1);
});

it("keeps as many again in the next minute, and a hundred of a key in an hour", () => {
  const { take, later } = given();
  const all = () => CODES.reduce((sum, code) => sum + take(100, { code }), 0);
  const kept: number[] = [];
  for (let minute = 0; minute < 7; minute += 1) {
    kept.push(all());
    later(60_000);
  }
  expect(kept).toEqual([20, 20, 20, 20, 20, 0, 0]);
  later(3_600_000);
  expect(all()).toBe(20);
});

it("keeps one a minute of a key that is used elsewhere, which takes nothing from those of its owner", () => {
  const { take } = given();
  expect(CODES.map((code) => take(9, { code, isElsewhere: true }))).toEqual([1, 0, 0, 0, 0, 0]);
  expect(CODES.reduce((sum, code) => sum + take(9, { code }), 0)).toBe(20);
});

it("keeps six hundred of all in a minute", () => {
  const { take } = given();
  let kept = 0;
  for (let project = 0; project < 300; project += 1) kept += take(9, { key: `k${project}`, project: `p${project}` });
  expect(kept).toBe(600);
});
