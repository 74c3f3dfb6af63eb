import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { createTimedCache } from "./timed-cache.ts";

function givenCache(max = 10) {
  let ms = 0;
  const clock: Clock = {
    now: () => new Date(ms),
    monotonicMs: () => ms,
    sleep: async () => undefined,
    turn: async () => undefined,
  };
  const loads: string[] = [];
  const cache = createTimedCache<string>({ clock, ttlMs: 1_000, max });
  const get = (key: string, value: string | undefined = key) =>
    cache.get(key, async () => {
      loads.push(key);
      return value;
    });
  return { cache, get, loads, pass: (more: number) => (ms += more) };
}

describe("a timed cache", () => {
  it("loads once within its time and again after it", async () => {
    const { get, loads, pass } = givenCache();
    await get("a");
    pass(999);
    await get("a");
    expect(loads).toEqual(["a"]);

    pass(1);
    await get("a");
    expect(loads).toEqual(["a", "a"]);
  });

  it("gives what it remembers without a promise, and still knows it when its time is over", async () => {
    const { cache, get, pass } = givenCache();
    expect(cache.last("a")).toBeUndefined();
    expect(get("a")).toBeInstanceOf(Promise);
    await get("a");
    expect(get("a")).toBe("a");

    pass(1_000);
    expect(cache.last("a")).toBe("a");
    const again = get("a", "b");
    expect(cache.last("a")).toBe("a"); // what is being loaded may yet be the same
    expect(await again).toBe("b");
    expect(cache.last("a")).toBe("b");
  });

  it("shares one load among those who ask at the same time", async () => {
    const { get, loads } = givenCache();
    expect(await Promise.all([get("a"), get("a"), get("a")])).toEqual(["a", "a", "a"]);
    expect(loads).toEqual(["a"]);
  });

  it("remembers that there was nothing", async () => {
    const { cache } = givenCache();
    const nothing = async () => undefined;
    expect(await cache.get("a", nothing)).toBeUndefined();
    expect(await cache.get("a", async () => "came later")).toBeUndefined();
  });

  it("does not remember an error", async () => {
    const { cache } = givenCache();
    await expect(cache.get("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(await cache.get("a", async () => "up")).toBe("up");
  });

  it("forgets also what is being loaded", async () => {
    const { cache, get, loads } = givenCache();
    const first = get("a");
    cache.forget("a");
    await Promise.all([first, get("a")]);
    expect(loads).toEqual(["a", "a"]);
  });

  it("keeps the youngest and never more than it may", async () => {
    const { get, loads } = givenCache(2);
    for (const key of ["a", "b", "c", "c", "b", "a"]) await get(key);
    expect(loads).toEqual(["a", "b", "c", "a"]);
  });
});
