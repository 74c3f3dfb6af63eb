import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { closingAfterEach, hurriedClock, serveHttp } from "#platform/outbound/outbound.harness.ts";
import { choosePrices, type PriceSetting } from "./choose.ts";

const { given, createClient } = closingAfterEach();

const clock = machineClock;

/** An address for dollars alone. */
const dollarsAt = (url: string, ...path: string[]): PriceSetting => ({
  kind: "address",
  url,
  path,
  timePath: undefined,
  currencies: ["USD"],
});

/** The price that servers with these answers give. */
async function priceOf(path: string, ...listeners: RequestListener[]) {
  const servers = await Promise.all(listeners.map((listener) => given(serveHttp(listener))));
  const outbound = createClient({ allow: servers.map(({ pair }) => pair) });
  const lines: string[] = [];
  const log = createLog({ level: "info", pretty: false, destination: { write: (line: string) => lines.push(line) } });
  const addresses = servers.map(({ pair }) => dollarsAt(`http://${pair}/price`, ...path.split(".")));
  return { price: await choosePrices({ clock, outbound, log }, addresses).read(), lines };
}

const answers =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));

describe("a server that is asked for the price", () => {
  it.each([
    ["amount", { amount: "97123.45" }, 9_712_345n],
    ["amount", { amount: 97123.45 }, 9_712_345n],
    ["result.XXBTZUSD.c.0", { result: { XXBTZUSD: { c: ["97123.4", "1"] } } }, 9_712_340n],
  ])("is understood at %s", async (path, body, cents) => {
    expect((await priceOf(path, answers(body))).price).toBe(cents);
  });

  it.each<[string, RequestListener]>([
    ["has no such field", answers({ price: 1 })],
    ["has it by inheritance alone", answers([])],
    ["answers another thing there", answers({ amount: { value: 5 } })],
    ["answers no number", answers({ amount: "97,123" })],
    ["answers nothing", answers({ amount: null })],
    ["answers zero", answers({ amount: 0 })],
    ["answers a negative number", answers({ amount: -97123 })],
    ["answers a number beyond all prices", answers({ amount: 1e12 })],
    ["answers no JSON", answers("<html>")],
    ["answers an error", answers({ amount: 97123 }, 500)],
    ["leads elsewhere", (_, response) => response.writeHead(302, { location: "/other" }).end()],
    ["answers too much", answers({ amount: 97123, more: "x".repeat(70_000) })],
    ["ends the connection", (request) => request.socket.destroy()],
  ])("gives none when it %s, and the log says so", async (_, listener) => {
    const { price, lines } = await priceOf("amount", listener);
    expect(price).toBeUndefined();
    expect(lines.join("")).toMatch(/price_source\.(refused|failed)/);
  });

  it("is not believed alone when most of the others are silent, and is one of several otherwise", async () => {
    const wrong = answers("no");
    const right = (amount: number) => answers({ amount });
    expect((await priceOf("amount", right(5), wrong, wrong)).price).toBeUndefined();
    expect((await priceOf("amount", right(5), wrong)).price).toBe(500n);
    expect((await priceOf("amount", right(97_000), right(97_100), right(9_999_999))).price).toBe(9_710_000n);
  });

  it("is left when its answer has no end", async () => {
    const server = await given(serveHttp((_, response) => void response.write('{"amount":')));
    const outbound = createClient({ allow: [server.pair], clock: hurriedClock });
    const log = createLog({ level: "silent", pretty: false });
    const source = choosePrices({ clock, outbound, log }, [dollarsAt(`http://${server.pair}/`, "amount")]);
    expect(await source.read()).toBeUndefined();
  });

  it("is not asked at an address that is private", async () => {
    const outbound = createClient({ allow: [] });
    const log = createLog({ level: "silent", pretty: false });
    const source = choosePrices({ clock, outbound, log }, [dollarsAt("https://127.0.0.1/price", "amount")]);
    expect(await source.read()).toBeUndefined();
  });
});
