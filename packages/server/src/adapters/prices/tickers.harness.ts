import type { RequestListener } from "node:http";

/** When the answers below were given. */
export const ANSWERED_AT = new Date("2026-11-20T12:00:00Z");

/**
 * What public tickers answer, by path and query: the forms of their documentation, with figures of ours. Kraken and
 * Bitstamp answer what they do not know as at the end.
 */
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/v2/prices/BTC-USD/spot": { data: { amount: "97123.455", base: "BTC", currency: "USD" } },
  "/v2/prices/BTC-EUR/spot": { data: { amount: "89412.115", base: "BTC", currency: "EUR" } },
  "/v2/prices/BTC-CHF/spot": { data: { amount: "86790.225", base: "BTC", currency: "CHF" } },
  "/v2/prices/BTC-BRL/spot": { data: { amount: "524466.657", base: "BTC", currency: "BRL" } },
  "/0/public/Ticker?pair=XXBTZUSD": krakenAnswer("XXBTZUSD", "97130.10000"),
  "/0/public/Ticker?pair=XXBTZEUR": krakenAnswer("XXBTZEUR", "89420.50000"),
  "/0/public/Ticker?pair=XBTCHF": krakenAnswer("XBTCHF", "86801.40000"),
  "/api/v2/ticker/btcusd/": bitstampAnswer("BTC/USD", "97101"),
  "/api/v2/ticker/btceur/": bitstampAnswer("BTC/EUR", "89399"),
  "/api/v3/ticker/price?symbol=BTCBRL": { symbol: "BTCBRL", price: "524910.00000000" },
};

/** All tickers in one server. */
export const answerAsTickers: RequestListener = ({ url = "" }, response) => {
  const answer = ANSWERS[url];
  const isKraken = url.startsWith("/0/");
  response.writeHead(answer === undefined && !isKraken ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer ?? (isKraken ? { error: ["EQuery:Unknown asset pair"] } : {})));
};

function krakenAnswer(pair: string, last: string) {
  const ticker = {
    a: ["97130.20000", "1", "1.000"],
    b: ["97130.10000", "4", "4.000"],
    c: [last, "0.00154000"],
    v: ["812.41265301", "1904.70112843"],
    p: ["96810.42110", "96544.08123"],
    t: [31_022, 71_544],
    l: ["95950.00000", "95502.10000"],
    h: ["97400.00000", "97400.00000"],
    o: "96240.00000",
  };
  return { error: [], result: { [pair]: ticker } };
}

function bitstampAnswer(pair: string, last: string) {
  return {
    timestamp: String(ANSWERED_AT.getTime() / 1000),
    open: "96230",
    high: "97395",
    low: "95505",
    last,
    volume: "1066.28109477",
    vwap: "96520",
    bid: "97098",
    ask: "97101",
    side: "0",
    open_24: "95800",
    percent_change_24: "1.36",
    market_type: "SPOT",
    pair,
  };
}
