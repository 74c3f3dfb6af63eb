import { describe, expect, it } from "vitest";
import { CURRENCIES, type Currency } from "#kernel/fiat.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { Vote } from "./model/rate.ts";
import { createRateFeed, fixedRates } from "./rate-feed.ts";

const START_MS = Date.parse("2026-11-20T12:00:00Z");

/**
 * Tickers that answer one after another of `answers`, each the prices of two of them; `ageMs` is how old they say that
 * is.
 */
function given(answers: readonly (readonly bigint[])[], { ageMs = 0, slowMs = 0 } = {}) {
  let nowMs = START_MS;
  const asked: Currency[] = [];
  const clock = { ...machineClock, now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const tickers = {
    async read(currency: Currency): Promise<readonly Vote[]> {
      const prices = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(currency);
      const at = new Date(nowMs - ageMs);
      nowMs += slowMs;
      return prices.map((minorPerBtc) => ({ minorPerBtc, at }));
    },
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { rates: createRateFeed({ clock, tickers }), pass, asked };
}

describe("rates", () => {
  it("are asked for when a caller wants one, once for all callers within ten seconds", async () => {
    const { rates, pass, asked } = given([
      [100n, 100n],
      [200n, 200n],
    ]);
    expect(asked).toEqual([]);
    const first = await Promise.all([rates.read("EUR"), rates.read("EUR"), rates.read("EUR")]);
    expect(first.map((rate) => rate?.minorPerBtc)).toEqual([100n, 100n, 100n]);
    pass(9_999);
    expect(await rates.read("EUR")).toEqual({ minorPerBtc: 100n, at: new Date(START_MS), source: "market" });
    expect(asked).toEqual(["EUR"]);
    pass(1);
    expect(await rates.read("EUR")).toMatchObject({ minorPerBtc: 200n, at: new Date(START_MS + 10_000) });
    expect(asked).toEqual(["EUR", "EUR"]);
  });

  it("are kept for each currency by itself", async () => {
    const { rates, asked } = given([
      [100n, 100n],
      [200n, 200n],
    ]);
    expect(await rates.read("USD")).toMatchObject({ minorPerBtc: 100n });
    expect(await rates.read("GBP")).toMatchObject({ minorPerBtc: 200n });
    expect(await rates.read("USD")).toMatchObject({ minorPerBtc: 100n });
    expect(asked).toEqual(["USD", "GBP"]);
  });

  it("are none as soon as the tickers no longer agree, and they are not asked at each call", async () => {
    const { rates, pass, asked } = given([
      [100n, 100n],
      [100n, 200n],
    ]);
    expect(await rates.read("EUR")).toBeDefined();
    pass(10_000);
    for (let i = 0; i < 5; i++) expect(await rates.read("EUR")).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it("are never older than a minute when they are used", async () => {
    const { rates, pass, asked } = given([[100n, 100n]], { ageMs: 58_000 });
    await rates.read("EUR");
    pass(1_999);
    expect(await rates.read("EUR")).toMatchObject({ at: new Date(START_MS - 58_000) });
    expect(asked).toHaveLength(1);
    pass(1);
    expect(await rates.read("EUR")).toMatchObject({ at: new Date(START_MS - 56_000) });
    expect(asked).toHaveLength(2);
  });

  it("are none when the answers have become too old while the slowest ticker was waited for", async () => {
    const { rates } = given([[100n, 100n]], { ageMs: 58_000, slowMs: 5_000 });
    expect(await rates.read("EUR")).toBeUndefined();
  });

  it("are made up where money is worth nothing, and say so; elsewhere there are none without tickers", async () => {
    const read = (currency: Currency, isDevelopment: boolean) =>
      fixedRates({ clock: machineClock, isDevelopment: () => isDevelopment }).read(currency);
    const found = await Promise.all(CURRENCIES.map(async (currency) => [currency, await read(currency, true)]));
    expect(Object.fromEntries(found)).toMatchObject({
      USD: { minorPerBtc: 10_000_000n, source: "fixed" },
      EUR: { minorPerBtc: 9_200_000n, source: "fixed" },
      GBP: { minorPerBtc: 7_900_000n, source: "fixed" },
      CHF: { minorPerBtc: 9_000_000n, source: "fixed" },
      CAD: { minorPerBtc: 13_700_000n, source: "fixed" },
      AUD: { minorPerBtc: 15_200_000n, source: "fixed" },
      BRL: { minorPerBtc: 54_000_000n, source: "fixed" },
    });
    for (const currency of CURRENCIES) expect(await read(currency, false)).toBeUndefined();
  });
});
