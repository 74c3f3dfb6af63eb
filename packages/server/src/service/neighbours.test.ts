import { describe, expect, it } from "vitest";
import { readConfig } from "#config.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound.ts";
import type { Rates as RampRates } from "#ramp";
import { ipRoutes } from "#slices/ips/routes.ts";
import { priceRoutes } from "#slices/prices/routes.ts";
import { ask, KEY, sampleApp } from "./testing/app.harness.ts";
import { wireNeighbours } from "./wire-neighbours.ts";

function depsOf(settings: Record<string, string>, isDevelopment: boolean) {
  const body = new TextEncoder().encode('{"data":{"amount":"97123.45"}}');
  const outbound = { request: async (): Promise<OutboundAnswer> => ({ status: 200, headers: new Map(), body }) };
  const log = createLog({ level: "silent", pretty: false });
  return wireNeighbours(readConfig(settings), {
    clock: machineClock,
    log,
    outbound,
    isDevelopment: () => isDevelopment,
  });
}

async function given(settings: Record<string, string> = {}, { isDevelopment = true } = {}) {
  const deps = depsOf(settings, isDevelopment);
  const app = await sampleApp({ routes: [priceRoutes(deps), ipRoutes(deps)] });
  return async (url: string, headers: Record<string, string> = { apikey: KEY }) => {
    const answer = await ask(app, { url, headers });
    return { status: answer.statusCode, ...answer.json() };
  };
}

describe("GET /v0/btcusd", () => {
  const SOURCE = { LEYDEN_PRICE_SOURCES: "https://prices.example/#data.amount" };

  it("answers dollars and seconds as texts", async () => {
    const get = await given(SOURCE, { isDevelopment: false });
    const { status, data } = await get("/v0/btcusd");
    expect(status).toBe(200);
    expect(data).toEqual({
      btcUsdPrice: "97123.45",
      btcUsdTimestamp: expect.stringMatching(/^\d{10}$/),
      source: "market",
    });
    expect(Math.abs(Number(data.btcUsdTimestamp) - Date.now() / 1000)).toBeLessThan(60);
  });

  it("says that the price of development is made up", async () => {
    const get = await given();
    expect(await get("/v0/btcusd")).toMatchObject({
      status: 200,
      data: { btcUsdPrice: "100000.00", source: "fixed" },
      message: expect.stringContaining("Fixed"),
    });
  });

  it("is not available with real money and no source", async () => {
    const get = await given({}, { isDevelopment: false });
    expect(await get("/v0/btcusd")).toMatchObject({ status: 503, error: { code: "price_unavailable" } });
  });

  it("asks for a key, as its neighbours do", async () => {
    const get = await given();
    for (const url of ["/v0/btcusd", "/v0/prod-ips", "/v0/is-supported-region/203.0.113.7"])
      expect(await get(url, {})).toMatchObject({ status: 401 });
  });
});

describe("rates", () => {
  const TWO = "https://a.example/{currency}#data.amount,https://b.example/{currency}#data.amount";

  it("are what the ramp asks for, from the sources that name the currency", async () => {
    const { rates }: { readonly rates: RampRates } = depsOf({ LEYDEN_PRICE_SOURCES: TWO }, false);
    expect(await rates.read("EUR")).toMatchObject({ minorPerBtc: 9_712_345n, source: "market" });
  });

  it("need two of them", async () => {
    const { rates } = depsOf({ LEYDEN_PRICE_SOURCES: "https://a.example/{currency}#data.amount" }, true);
    expect(await rates.read("EUR")).toBeUndefined();
  });

  it("are made up on regtest alone where no source is configured", async () => {
    expect(await depsOf({}, true).rates.read("EUR")).toMatchObject({ minorPerBtc: 9_200_000n, source: "fixed" });
    expect(await depsOf({}, false).rates.read("EUR")).toBeUndefined();
  });
});

describe("GET /v0/prod-ips", () => {
  it("answers the addresses of the configuration, or none", async () => {
    expect((await (await given())("/v0/prod-ips")).data).toEqual({ ips: [] });
    const get = await given({ LEYDEN_PUBLIC_IPS: "203.0.113.7, 2001:db8::7" });
    expect((await get("/v0/prod-ips")).data).toEqual({ ips: ["203.0.113.7", "2001:db8::7"] });
  });
});

describe("GET /v0/is-supported-region/{ip}", () => {
  const DENIED = { LEYDEN_DENIED_NETWORKS: "198.51.100.0/24,2001:db8::/32" };

  it.each([
    ["203.0.113.7", true],
    ["198.51.100.200", false],
    ["::ffff:198.51.100.200", false],
    ["2001:DB8::1", false],
    ["2001:db9::1", true],
  ])("answers for %s: %s", async (ip, isSupported) => {
    const get = await given(DENIED);
    expect(await get(`/v0/is-supported-region/${ip}`)).toMatchObject({
      status: 200,
      data: { ipAddress: ip.toLowerCase(), isSupported, ipCountry: "", ipRegion: "" },
    });
  });

  it("serves every address when none is denied", async () => {
    expect((await (await given())("/v0/is-supported-region/198.51.100.200")).data.isSupported).toBe(true);
  });

  it.each([
    "example.com",
    "1.2.3",
    "1.2.3.256",
    "10.0.0.0%2F8",
    "fe80::1%25eth0",
    "0x7f.1",
    "1.2.3.4%20",
    "%00",
    "2130706433",
  ])("refuses %s", async (ip) => {
    const get = await given(DENIED);
    expect(await get(`/v0/is-supported-region/${ip}`)).toMatchObject({ status: 400, error: { code: "invalid_input" } });
  });
});
