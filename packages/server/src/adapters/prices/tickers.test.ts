import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { CURRENCIES, type Currency } from "#kernel/fiat.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { closingAfterEach, serveHttp } from "#platform/outbound/outbound.harness.ts";
import { createRateFeed } from "#prices";
import { choosePrices, chooseTickers, type PriceSetting } from "./choose.ts";
import { KNOWN_TICKERS } from "./known-tickers.ts";
import { ANSWERED_AT, answerAsTickers } from "./tickers.harness.ts";

const { given, createClient } = closingAfterEach();
const log = createLog({ level: "silent", pretty: false });
const clock = { ...machineClock, now: () => ANSWERED_AT };
const SECONDS = ANSWERED_AT.getTime() / 1000;

/** What known tickers say in a currency, each of them played by a server of its own. */
async function givenKnown(...names: readonly (keyof typeof KNOWN_TICKERS)[]) {
  const played = names.map(async (name): Promise<readonly PriceSetting[]> => {
    const { pair } = await given(serveHttp(answerAsTickers));
    return KNOWN_TICKERS[name].map((address) => {
      const url = address.url.replace(/^https:\/\/[^/]+/, `http://${pair}`);
      return { ...address, kind: "address", url };
    });
  });
  return givenSettings((await Promise.all(played)).flat());
}

function givenSettings(settings: readonly PriceSetting[]) {
  const allow = settings.map((setting) => (setting.kind === "address" ? new URL(setting.url).host : ""));
  const deps = { clock, log, outbound: createClient({ allow }) };
  return { tickers: chooseTickers(deps, settings), prices: choosePrices(deps, settings) };
}

/** A server for each, as "host:port". */
async function givenServers(...listeners: readonly RequestListener[]) {
  const servers = await Promise.all(listeners.map((listener) => given(serveHttp(listener))));
  return servers.map(({ pair }) => pair);
}

/** It has every currency, and its price at `price`. */
function addressAt(pair: string, changes: Partial<PriceSetting & { kind: "address" }> = {}): PriceSetting {
  const url = `http://${pair}/{currency}`;
  return { kind: "address", url, path: ["price"], timePath: undefined, currencies: CURRENCIES, ...changes };
}

const saying =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.end(typeof body === "string" ? body : JSON.stringify(body));

const minorOf = (votes: readonly { readonly minorPerBtc: bigint }[]) => votes.map(({ minorPerBtc }) => minorPerBtc);

describe("public tickers", () => {
  it.each<[Currency, bigint[]]>([
    ["USD", [9_712_346n, 9_713_010n, 9_710_100n]],
    ["EUR", [8_941_212n, 8_942_050n, 8_939_900n]],
    ["CHF", [8_679_023n, 8_680_140n]],
    ["BRL", [52_446_666n, 52_491_000n]],
  ])("are understood in %s, rounded up", async (currency, minor) => {
    const { tickers } = await givenKnown("coinbase", "kraken", "bitstamp", "binance");
    expect(minorOf(await tickers.read(currency))).toEqual(minor);
  });

  it("say what a bitcoin costs when they agree", async () => {
    const { tickers } = await givenKnown("coinbase", "kraken", "bitstamp");
    const rates = createRateFeed({ clock, tickers });
    expect(await rates.read("USD")).toEqual({ minorPerBtc: 9_712_346n, at: ANSWERED_AT, source: "market" });
    expect(await rates.read("BRL")).toBeUndefined();
  });

  it("have the dollars of GET /v0/btcusd, as before rounded down", async () => {
    const { prices } = await givenKnown("coinbase", "kraken", "bitstamp", "binance");
    expect(await prices.read()).toBe(9_712_345n);
  });

  it("have each currency at one address", () => {
    for (const [name, addresses] of Object.entries(KNOWN_TICKERS)) {
      const currencies = addresses.flatMap((address) => address.currencies);
      expect(new Set(currencies).size, name).toBe(currencies.length);
    }
  });
});

describe("an address with a currency in it", () => {
  it("is asked for each, in capitals and small letters, in the URL and in the path", async () => {
    const asked: string[] = [];
    const [pair = ""] = await givenServers(({ url = "" }, response) => {
      asked.push(url);
      response.end('{"EUR":{"eur":[7]}}');
    });
    const url = `http://${pair}/{currency_lower}?of={currency}`;
    const { tickers } = givenSettings([addressAt(pair, { url, path: ["{currency}", "{currency_lower}", "0"] })]);
    expect(minorOf(await tickers.read("EUR"))).toEqual([700n]);
    expect(await tickers.read("GBP")).toEqual([]);
    expect(asked).toEqual(["/eur?of=EUR", "/gbp?of=GBP"]);
  });

  it("is not asked for a currency that it does not have", async () => {
    const asked: string[] = [];
    const [pair = ""] = await givenServers(({ url = "" }, response) => {
      asked.push(url);
      response.end('{"price":7}');
    });
    const { tickers } = givenSettings([addressAt(pair, { currencies: ["USD"] })]);
    expect(await tickers.read("EUR")).toEqual([]);
    expect(minorOf(await tickers.read("USD"))).toEqual([700n]);
    expect(asked).toEqual(["/USD"]);
  });

  it("has one vote with all others of its host", async () => {
    const [one = "", other = ""] = await givenServers(saying({ price: 5 }), saying({ price: 6 }));
    const second = addressAt(one, { url: `http://${one}/other/{currency}` });
    const { tickers } = givenSettings([addressAt(one), addressAt(one), second, addressAt(other)]);
    expect(minorOf(await tickers.read("USD"))).toEqual([500n, 600n]);
  });
});

describe("an answer with its own time", () => {
  it.each<[string, unknown, Date | undefined]>([
    ["now", SECONDS, ANSWERED_AT],
    ["a minute ago", String(SECONDS - 60), new Date("2026-11-20T11:59:00Z")],
    ["more than a minute ago", SECONDS - 61, undefined],
    ["more than a minute ahead", SECONDS + 61, undefined],
    ["in milliseconds", SECONDS * 1000 - 5, new Date("2026-11-20T11:59:59.995Z")],
    ["as ISO 8601", "2026-11-20T12:59:30.5+01:00", new Date("2026-11-20T11:59:30.500Z")],
    ["in words", "just now", undefined],
    ["as nothing", null, undefined],
  ])("is a vote of that time: %s", async (_, time, at) => {
    const [pair = ""] = await givenServers(saying({ price: "5", time }));
    const { tickers, prices } = givenSettings([addressAt(pair, { timePath: ["time"] })]);
    expect(await tickers.read("USD")).toEqual(at === undefined ? [] : [{ minorPerBtc: 500n, at }]);
    expect(await prices.read()).toBe(at === undefined ? undefined : 500n);
  });
});

describe("a ticker that answers wrongly", () => {
  it.each<[string, RequestListener]>([
    ["zero", saying({ price: 0 })],
    ["zero as text", saying({ price: "0.00" })],
    ["less than nothing", saying({ price: "-97123" })],
    ["no number", saying({ price: "NaN" })],
    ["more than all money", saying({ price: 1e300 })],
    ["another type", saying({ price: [97_123] })],
    ["a page", saying("<html><body>97123</body></html>")],
    ["too much", saying({ price: 97_123, more: "x".repeat(70_000) })],
    ["no end", (_, response) => void response.write('{"price":')],
    ["nothing", (request) => request.socket.destroy()],
    ["a refusal", (_, response) => response.writeHead(451).end('{"price":97123}')],
  ])("loses its vote and no more: %s", async (_, listener) => {
    const right = saying({ price: "97123" });
    const pairs = await givenServers(right, listener, right);
    const { tickers } = givenSettings(pairs.map((pair) => addressAt(pair)));
    expect(minorOf(await tickers.read("USD"))).toEqual([9_712_300n, 9_712_300n]);
  });
});
