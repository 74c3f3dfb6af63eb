import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { recipientIn } from "./recipient.ts";
import { claimTokenIn } from "./voucher-link.ts";

const BASE_URL = "https://pay.example";
const INVOICE = "lnbc10u1p4squ2ssp56n3ejle0wzdv";
const LNURL = encodeLnurl(new URL("https://shop.example/pay?id=1"));
const TOKEN = "c4n1k6m2YdM0pXbW3vQe7A";

describe("a recipient", () => {
  it.each([
    [INVOICE, "invoice", INVOICE],
    [` lightning:${INVOICE.toUpperCase()}\n`, "invoice", INVOICE],
    [`lightning://${INVOICE}`, "invoice", INVOICE],
    [`bitcoin:bc1qxyz?amount=0.1&lightning=${INVOICE.toUpperCase()}`, "invoice", INVOICE],
    [`bitcoin:?LIGHTNING=${LNURL}`, "lnurl", LNURL],
    [LNURL.toUpperCase(), "lnurl", LNURL],
    ["lnurlp://shop.example/pay?id=1", "lnurl", LNURL],
    ["Alice@Pay.Example", "address", "alice@pay.example"],
    ["₿alice@pay.example", "address", "alice@pay.example"],
    ["Alice", "gamertag", "Alice"],
    ["@alice.b-c_1", "gamertag", "alice.b-c_1"],
  ])("is read from %j", (text, kind, read) => {
    expect(recipientIn(text, BASE_URL)).toEqual({ kind, text: read });
  });

  it.each([
    ["", "invalid_input"],
    ["al", "invalid_input"],
    ["two words", "invalid_input"],
    ["bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1", "invalid_input"],
    ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "invalid_input"],
    ["https://shop.example/", "invalid_input"],
    [`${BASE_URL}/claim#${TOKEN}`, "recipient_is_voucher"],
    [encodeLnurl(new URL(`${BASE_URL}/v0/lnurl/withdraw/${TOKEN}`)), "recipient_is_voucher"],
  ])("is none in %j", (text, code) => {
    expect(() => recipientIn(text, BASE_URL)).toThrow(expect.objectContaining({ code }));
  });

  it("is read or refused whatever the text is, and read again as itself", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.emailAddress(),
      fc.webUrl(),
      fc.stringMatching(/^ln[a-z0-9]+$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const read = recipientIn(text, BASE_URL);
          expect(recipientIn(read.text, BASE_URL)).toEqual(read);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

describe("the token of a claim link", () => {
  it.each([
    [TOKEN, TOKEN],
    [` ${BASE_URL}/claim#${TOKEN} `, TOKEN],
    [`${BASE_URL}/claim?utm_source=mail#${TOKEN}`, TOKEN],
    [`lightning:${encodeLnurl(new URL(`${BASE_URL}/v0/lnurl/withdraw/${TOKEN}`)).toUpperCase()}`, TOKEN],
    [`https://evil.example/claim#${TOKEN}`, undefined],
    [`http://pay.example/claim#${TOKEN}`, undefined],
    [`${BASE_URL}/other#${TOKEN}`, undefined],
    [`${BASE_URL}/claim#${TOKEN}x`, undefined],
    ["lnurl1broken", undefined],
    ["0A1B2C3D", undefined],
  ])("in %j is %j", (text, token) => {
    expect(claimTokenIn(text, BASE_URL)).toBe(token);
  });
});
