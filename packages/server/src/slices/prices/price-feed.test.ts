import { describe, expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { PRICE_AGE_MAX_MS, type UsdCents } from "./model/price.ts";
import { createPriceFeed, fixedPriceFeed } from "./price-feed.ts";

function given(prices: readonly (bigint | undefined)[]) {
  let nowMs = Date.parse("2026-11-20T12:00:00Z");
  let asked = 0;
  const clock = { ...machineClock, now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const source = { read: async () => prices[Math.min(asked++, prices.length - 1)] as UsdCents | undefined };
  const feed = createPriceFeed({ clock, source });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { feed, pass, asked: () => asked };
}

const unavailable = { code: "price_unavailable", status: 503 };

describe("the latest price", () => {
  it("is asked for when a caller wants it, once for all callers within a quarter of a minute", async () => {
    const { feed, pass, asked } = given([100n, 200n]);
    expect(asked()).toBe(0);
    const first = await Promise.all([feed.read(), feed.read(), feed.read()]);
    expect(first.map(({ cents }) => cents)).toEqual([100n, 100n, 100n]);
    pass(14_999);
    expect(await feed.read()).toEqual({ cents: 100n, at: new Date("2026-11-20T12:00:00Z"), source: "market" });
    expect(asked()).toBe(1);
    pass(1);
    expect(await feed.read()).toMatchObject({ cents: 200n, at: new Date("2026-11-20T12:00:15Z") });
    expect(asked()).toBe(2);
  });

  it("stays for ten minutes when the source fails, with its own time, and is none afterwards", async () => {
    const { feed, pass } = given([100n, undefined]);
    await feed.read();
    pass(PRICE_AGE_MAX_MS);
    expect(await feed.read()).toMatchObject({ cents: 100n, at: new Date("2026-11-20T12:00:00Z") });
    pass(1);
    await expect(feed.read()).rejects.toMatchObject(unavailable);
  });

  it("is none as long as the source has never answered, and the source is not asked at each call", async () => {
    const { feed, asked } = given([undefined]);
    for (let i = 0; i < 5; i++) await expect(feed.read()).rejects.toMatchObject(unavailable);
    expect(asked()).toBe(1);
  });

  it("is made up in development, and says so; elsewhere there is none without a source", async () => {
    const price = (isDevelopment: boolean) =>
      fixedPriceFeed({ clock: machineClock, isDevelopment: () => isDevelopment }).read();
    expect(await price(true)).toMatchObject({ cents: 10_000_000n, source: "fixed" });
    await expect(price(false)).rejects.toMatchObject(unavailable);
  });
});
