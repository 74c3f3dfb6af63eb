import { createHash } from "node:crypto";
import { bech32 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { MSATS_MAX, msats } from "#kernel/money.ts";
import { decodeInvoice } from "./bolt11.ts";
import { encodeInvoice, type InvoiceFields } from "./bolt11-encode.ts";
import {
  checkInvoice,
  commitsTo,
  decodeLnurl,
  encodeLnurl,
  type PayParams,
  parsePayInvoice,
  parsePayParams,
  payCallbackUrl,
  safeText,
} from "./lnurl.ts";
import { ProtocolError } from "./protocol-error.ts";
import { problemOf } from "./testing/problem-of.harness.ts";

/** The example of LUD-01. */
const EXAMPLE =
  "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS";
const EXAMPLE_URL = "https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df";

const METADATA =
  '[["text/plain", "Sats for Zo\\u00eb"],["text/identifier","zoe@example.com"],["image/png;base64",7,{}]]';
const REQUEST = {
  tag: "payRequest",
  callback: "https://example.com/pay?id=a%20b",
  minSendable: 1000,
  maxSendable: 5000,
  metadata: METADATA,
};

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const requestWith = (changes: Record<string, unknown>) => parsePayParams(bytes({ ...REQUEST, ...changes }));

describe("LNURL", () => {
  it.each([EXAMPLE, EXAMPLE.toLowerCase(), `lightning:${EXAMPLE}`, `LIGHTNING:${EXAMPLE}`])("reads %s", (text) => {
    expect(decodeLnurl(text).href).toBe(EXAMPLE_URL);
  });

  it("writes the example of LUD-01", () => {
    expect(encodeLnurl(new URL(EXAMPLE_URL))).toBe(EXAMPLE.toLowerCase());
  });

  it("reads back whatever web address was written", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (href) => {
        const url = new URL(href);
        expect(decodeLnurl(encodeLnurl(url)).href).toBe(url.href);
      }),
    );
  });

  const lnurlOf = (text: string) => bech32.encode("lnurl", bech32.toWords(bytes(text)), false);

  it.each([
    "",
    "lnurl",
    "lnurl1",
    EXAMPLE_URL,
    EXAMPLE.replace("5FNS", "5FNq"),
    EXAMPLE.replace("LNURL", "lnurl"),
    EXAMPLE.replace("5FNS", "5FNQ"),
    `${EXAMPLE} `,
    bech32.encode("lnbc", bech32.toWords(bytes(EXAMPLE_URL)), false),
    bech32.encode("lnurl", [1, 1], false),
    bech32.encode("lnurl", bech32.toWords(Uint8Array.of(0xff, 0xfe)), false),
    lnurlOf("ftp://example.com/"),
    lnurlOf("javascript:alert(1)"),
    lnurlOf("file:///etc/passwd"),
    lnurlOf("https://user:password@example.com/"),
    lnurlOf("example.com"),
    lnurlOf(`https://example.com/${"a".repeat(2_000)}`),
    `lnurl1${"q".repeat(10_000_000)}`,
  ])("refuses %j", (text) => {
    expect(() => decodeLnurl(text)).toThrow(ProtocolError);
  });
});

describe("parsePayParams", () => {
  it("reads a pay request; the hash is that of the exact metadata text", () => {
    expect(requestWith({ commentAllowed: 140 })).toEqual({
      callback: new URL(REQUEST.callback),
      minSendable: 1000n,
      maxSendable: 5000n,
      metadata: METADATA,
      metadataHash: new Uint8Array(createHash("sha256").update(METADATA).digest()),
      description: "Sats for Zoë",
      commentAllowed: 140,
      payerData: {},
    });
  });

  it.each([
    ["1000", 1000n],
    [1e3, 1000n],
    ["2100000000000000000", MSATS_MAX],
    [1e18, 1_000_000_000_000_000_000n],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    [1e300, MSATS_MAX],
  ])("takes the amount %j", (value, amount) => {
    expect(requestWith({ minSendable: 1, maxSendable: value }).maxSendable).toBe(amount);
  });

  it.each([
    0,
    "0",
    -1,
    "-1",
    1.5,
    "1.5",
    "",
    " 1",
    "1e3",
    "0x10",
    "１",
    null,
    true,
    [],
    {},
    undefined,
    "9".repeat(100),
  ])("refuses the amount %j", (value) => {
    expect(problemOf(() => requestWith({ minSendable: value }))).toBe("amount");
    expect(problemOf(() => requestWith({ maxSendable: value }))).toBe("amount");
  });

  it("refuses a minimum above the maximum, and numbers that are none", () => {
    expect(problemOf(() => requestWith({ minSendable: 5001 }))).toBe("amount");
    const infinite = JSON.stringify({ ...REQUEST, maxSendable: 0 }).replace('"maxSendable":0', '"maxSendable":1e999');
    expect(problemOf(() => parsePayParams(bytes(infinite)))).toBe("amount");
  });

  it.each([
    [{ tag: "withdrawRequest" }, "not_a_pay_request"],
    [{ tag: undefined }, "not_a_pay_request"],
    [{ callback: undefined }, "url"],
    [{ callback: "/pay" }, "url"],
    [{ callback: "ftp://example.com/" }, "url"],
    [{ callback: "https://user@example.com/" }, "url"],
    [{ callback: `https://example.com/${"a".repeat(2_000)}` }, "url"],
    [{ metadata: undefined }, "metadata"],
    [{ metadata: [["text/plain", "x"]] }, "metadata"],
    [{ metadata: "not JSON" }, "metadata"],
    [{ metadata: "[]" }, "metadata"],
    [{ metadata: "{}" }, "metadata"],
    [{ metadata: '["text/plain"]' }, "metadata"],
    [{ metadata: '[["text/plain"]]' }, "metadata"],
    [{ metadata: '[["text/plain", 5]]' }, "metadata"],
    [{ metadata: '[["text/plain", "x"], [5]]' }, "metadata"],
    [{ status: "ERROR", reason: "no such user" }, "service_error"],
    [{ status: "error" }, "service_error"],
  ])("refuses %j", (changes, problem) => {
    expect(problemOf(() => requestWith(changes))).toBe(problem);
  });

  it.each([
    ["", "not_json"],
    ["<html>", "not_json"],
    ["null", "not_json"],
    ["[]", "not_json"],
    ['"text"', "not_json"],
    ["{}", "not_a_pay_request"],
    ['{"__proto__":{"tag":"payRequest"}}', "not_a_pay_request"],
    ["[".repeat(200_000), "not_json"],
    [`{"tag":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "not_a_pay_request"],
  ])("refuses the body %.20s", (body, problem) => {
    expect(problemOf(() => parsePayParams(bytes(body)))).toBe(problem);
  });

  it("refuses a body that is not UTF-8", () => {
    expect(problemOf(() => parsePayParams(Uint8Array.of(0x7b, 0xff, 0x7d)))).toBe("not_json");
  });

  it.each([
    [undefined, {}],
    [null, {}],
    ["name", {}],
    [[], {}],
    [{ name: true, email: null }, {}],
    [
      { name: { mandatory: true }, email: {}, pubkey: { mandatory: 1 }, auth: { k1: "00" }, constructor: {} },
      {
        name: { mandatory: true },
        email: { mandatory: false },
        pubkey: { mandatory: false },
      },
    ],
  ])("reads payerData %j as %j", (value, payerData) => {
    expect(requestWith({ payerData: value }).payerData).toEqual(payerData);
  });

  it.each([
    [undefined, 0],
    [0, 0],
    [280, 280],
    ["280", 280],
    [-1, 0],
    [1.5, 0],
    [true, 0],
    [null, 0],
    ["many", 0],
    [1e300, 0],
  ])("reads commentAllowed %j as %d", (value, allowed) => {
    expect(requestWith({ commentAllowed: value }).commentAllowed).toBe(allowed);
  });

  it("throws nothing but ProtocolErrors, whatever a server answers", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(METADATA, "https://example.com", 1000, "1000", "payRequest"),
    );
    const answer = fc.record({ tag: value, callback: value, minSendable: value, maxSendable: value, metadata: value });
    fc.assert(
      fc.property(fc.oneof(answer, fc.jsonValue()), (body) => {
        problemOf(() => parsePayParams(bytes(body)));
        problemOf(() => parsePayInvoice(bytes(body)));
      }),
      { numRuns: inject("runs") * 500 },
    );
  });

  it("makes the server's reason fit for one line of a log", () => {
    const reason = `no\nsuch\u0000 user\u202e ${"x".repeat(10_000)}\ud800`;
    expect(() => requestWith({ status: "ERROR", reason })).toThrow(/^no such user x{187}$/);
    expect([...safeText("\ud800 \u{1F600}".repeat(300))]).toHaveLength(200);
  });
});

describe("payCallbackUrl", () => {
  it.each([
    ["https://example.com/pay", "https://example.com/pay?amount=1500&comment=a%26b%3D%C3%BC%20%F0%9F%98%80"],
    ["https://example.com/pay?", "https://example.com/pay?amount=1500&comment=a%26b%3D%C3%BC%20%F0%9F%98%80"],
    [
      "https://example.com/pay?id=a%20b+c&~",
      "https://example.com/pay?id=a%20b+c&~&amount=1500&comment=a%26b%3D%C3%BC%20%F0%9F%98%80",
    ],
    [
      "https://example.com/pay?id=1#x",
      "https://example.com/pay?id=1&amount=1500&comment=a%26b%3D%C3%BC%20%F0%9F%98%80#x",
    ],
  ])("keeps the query of %s", (callback, expected) => {
    const url = payCallbackUrl(requestWith({ callback }), { amount: msats(1500n), comment: "a&b=ü 😀" });
    expect(url.href).toBe(expected);
  });

  it("sends no comment when there is none", () => {
    const request: PayParams = requestWith({});
    expect(payCallbackUrl(request, { amount: msats(1n) }).href).toBe("https://example.com/pay?id=a%20b&amount=1");
    expect(request.callback.href).toBe(REQUEST.callback);
  });
});

describe("parsePayInvoice", () => {
  it("reads the invoice, whatever stands beside it", () => {
    expect(
      parsePayInvoice(bytes({ pr: "lnbc1…", routes: [], verify: "https://example.com/verify/1", status: "OK" })),
    ).toBe("lnbc1…");
  });

  it.each([
    [{}, "missing_field"],
    [{ pr: "" }, "missing_field"],
    [{ pr: null }, "missing_field"],
    [{ pr: ["lnbc1"] }, "missing_field"],
    [{ status: "ERROR", reason: "amount too small", pr: "lnbc1" }, "service_error"],
    [[], "not_json"],
    ["", "not_json"],
  ])("refuses %j", (body, problem) => {
    expect(problemOf(() => parsePayInvoice(bytes(body)))).toBe(problem);
  });
});

describe("the invoice that a server made", () => {
  const KEY = new Uint8Array(32).fill(7);
  const metadataHash = new Uint8Array(32).fill(5);
  const { amount, ...amountless } = {
    network: "regtest",
    amount: msats(1_500n),
    paymentHash: new Uint8Array(32).fill(1),
    paymentSecret: new Uint8Array(32).fill(2),
    timestamp: new Date("2026-03-01T12:00:00Z"),
    expirySeconds: 60,
    minFinalCltvExpiry: 288, // Electrum asks for 147
    description: { kind: "hash", sha256: metadataHash },
  } as const;
  const asked = { amount, network: "regtest", now: new Date("2026-03-01T12:00:59.999Z") } as const;
  const invoiceWith = (fields: Partial<InvoiceFields>) =>
    decodeInvoice(encodeInvoice({ ...amountless, ...fields }, KEY));

  it("is taken when it is what was asked for, to its last millisecond", () => {
    expect(checkInvoice(invoiceWith({ amount }), asked)).toEqual({ kind: "ok" });
  });

  it.each<[string, Partial<InvoiceFields>, string]>([
    ["one msat more", { amount: msats(1_501n) }, "amount_differs"],
    ["one msat less", { amount: msats(1_499n) }, "amount_differs"],
    ["any amount", {}, "amount_differs"],
    ["another network", { amount, network: "mainnet" }, "other_network"],
    ["signet for regtest", { amount, network: "signet" }, "other_network"],
    ["an expiry that has passed", { amount, expirySeconds: 59 }, "expired"],
    ["no time at all", { amount, expirySeconds: 0 }, "expired"],
    ["a final CLTV of one block too many", { amount, minFinalCltvExpiry: 289 }, "final_cltv_too_large"],
  ])("is refused with %s", (_, fields, problem) => {
    expect(checkInvoice(invoiceWith(fields), asked)).toMatchObject({ kind: "refused", problem });
  });

  it("is refused from the second of its expiry", () => {
    const now = new Date("2026-03-01T12:01:00Z");
    expect(checkInvoice(invoiceWith({ amount }), { ...asked, now })).toMatchObject({ problem: "expired" });
  });

  it("commits to the metadata, or to something else", () => {
    expect(commitsTo(invoiceWith({}), { metadataHash })).toBe(true);
    expect(commitsTo(invoiceWith({ description: { kind: "hash", sha256: KEY } }), { metadataHash })).toBe(false);
    expect(commitsTo(invoiceWith({ description: { kind: "text", text: METADATA } }), { metadataHash })).toBe(false);
  });
});
