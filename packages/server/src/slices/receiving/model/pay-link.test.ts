import { describe, expect, it } from "vitest";
import type { WalletId } from "#kernel/ids.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { publicStaticChargeOf } from "#wallets";
import { commentOf, metadataOf, payerDataOf, payLinkAt, payLinkRefOf } from "./pay-link.ts";

const BASE_URL = "https://leyden.example";
const ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as WalletId;

describe("payLinkRefOf", () => {
  it("reads names and ids in upper and lower case", () => {
    expect(payLinkRefOf("name", "Alice_1.b-C")).toEqual({ kind: "name", name: "alice_1.b-c" });
    expect(payLinkRefOf("wallet", ID.toUpperCase())).toEqual({ kind: "wallet", id: ID });
    expect(payLinkRefOf("static", ID)).toEqual({ kind: "static", id: ID });
  });

  it.each([
    ...[
      ["name", "alic\u212a"],
      ["name", ""],
      ["name", "a b"],
      ["name", "a%20b"],
      ["name", "../alice"],
      ["name", "a\0"],
    ],
    ...[
      ["wallet", "alice"],
      ["static", `${ID}0`],
      ["project", ID],
      ["__proto__", ID],
      ["", ""],
    ],
  ])("reads no link in %s %j", (kind, text) => {
    expect(payLinkRefOf(kind ?? "", text ?? "")).toBeUndefined();
  });
});

describe("payLinkAt", () => {
  it("knows the LNURLs of this service", () => {
    const ofWallet = decodeLnurl(publicStaticChargeOf(ID, BASE_URL));
    expect(payLinkAt(ofWallet, BASE_URL)).toEqual({ kind: "wallet", id: ID });
    const ofName = new URL(`${BASE_URL}/.well-known/lnurlp/Alice`);
    expect(payLinkAt(ofName, BASE_URL)).toEqual({ kind: "name", name: "alice" });
  });

  it.each([
    `https://leyden.example.evil.example/lnurl/pay/wallet/${ID}`,
    `http://leyden.example/lnurl/pay/wallet/${ID}`,
    `https://leyden.example:444/lnurl/pay/wallet/${ID}`,
    `https://leyden.example/lnurl/pay/wallet/${ID}/callback`,
    `https://leyden.example/other/lnurl/pay/wallet/${ID}`,
    "https://leyden.example/lnurl/pay/wallet/",
  ])("knows nothing at %s", (url) => {
    expect(payLinkAt(new URL(url), BASE_URL)).toBeUndefined();
  });
});

describe("payerDataOf", () => {
  it.each([
    ['{"__proto__":{"name":"Eve"}}', undefined],
    ['{"__proto__":{"name":"Eve"},"name":"Zoë","constructor":"x"}', { name: "Zoë" }],
    ['{"name":{"name":"Eve"},"email":["a@b.example"],"identifier":true}', undefined],
    ['{"name":"\\ud800 lone","email":"\\u202ea@b.example"}', { name: "\ufffd lone", email: "a@b.example" }],
    [`{"name":"${"x".repeat(1_000)}"}`, { name: "x".repeat(255) }],
  ])("keeps of %s what it asks for", (text, kept) => {
    expect(payerDataOf(text)).toEqual(kept);
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  it.each([
    "%7B%22name%22%3A%22Eve%22%7D",
    `${"[".repeat(1_000)}${"]".repeat(1_000)}`,
    `{"name":"${"x".repeat(4_000_000)}"}`,
  ])("refuses what is no object, or too long", (text) => {
    expect(() => payerDataOf(text)).toThrow("payerdata");
  });
});

describe("commentOf", () => {
  it("is one line without control characters", () => {
    expect(commentOf("a\0b\r\nc\u0085d\u202e \u200b")).toBe("a b c d");
    expect(commentOf("\0")).toBeUndefined();
  });
});

describe("metadataOf", () => {
  it("has the text as it is, without control characters and marks of direction", () => {
    expect(metadataOf("Tips\u202e for\r\n\u0000 www.band.example 👨‍👩‍👧", undefined)).toBe(
      '[["text/plain","Tips for www.band.example 👨‍👩‍👧"]]',
    );
  });
});
