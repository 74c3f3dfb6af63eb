import { onlineManager, QueryObserver } from "@tanstack/react-query";
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

  it("fail without a connection instead of waiting, and are made again when there is one", async () => {
    const client = createQueryClient();
    client.mount();
    let calls = 0;
    const queryFn = () => {
      calls += 1;
      return Promise.reject(failure(404));
    };
    try {
      onlineManager.setOnline(false);
      const read = new QueryObserver(client, { queryKey: ["x"], queryFn });
      const end = read.subscribe(() => undefined);
      expect(read.getCurrentResult().fetchStatus).toBe("fetching");
      await expect.poll(() => read.getCurrentResult().status).toBe("error");
      onlineManager.setOnline(true);
      await expect.poll(() => calls).toBe(2);
      end();
    } finally {
      onlineManager.setOnline(true);
      client.unmount();
    }
  });

  it("are all that is tried again", () => {
    expect(mutations?.retry).toBe(false);
  });
});
