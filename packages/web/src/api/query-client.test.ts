import { describe, expect, it } from "vitest";
import { CallFailed } from "./failure.ts";
import { createQueryClient, retryDelay } from "./query-client.ts";

const failure = (status: number, retryAfterSeconds?: number) =>
  new CallFailed({ code: "x", message: "x", status, retryAfterSeconds });

describe("reads", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  const retry = queries?.retry as (failures: number, error: Error) => boolean;

  it("are tried again three times when that may help", () => {
    for (const status of [0, 429, 500, 503])
      expect([0, 1, 2, 3].map((n) => retry(n, failure(status)))).toEqual([true, true, true, false]);
    for (const status of [400, 401, 403, 404, 409]) expect(retry(0, failure(status))).toBe(false);
    expect(retry(0, new Error("a mistake of the page"))).toBe(false);
  });

  it("wait as long as the service asks for, else twice as long each time, and at most 10 seconds", () => {
    expect([0, 1, 2].map((n) => retryDelay(n, failure(500)))).toEqual([500, 1_000, 2_000]);
    expect(retryDelay(0, failure(429, 3))).toBe(3_000);
    expect(retryDelay(0, failure(429, 3_600))).toBe(10_000);
  });

  it("are all that is tried again", () => {
    expect(mutations?.retry).toBe(false);
  });
});
