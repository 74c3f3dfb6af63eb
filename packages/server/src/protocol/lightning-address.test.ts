import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { lnurlpUrl, parseLightningAddress } from "./lightning-address.ts";
import { ProtocolError } from "./protocol-error.ts";

describe("parseLightningAddress", () => {
  it.each([
    ["satoshi@bitcoin.org", "satoshi@bitcoin.org"],
    ["Satoshi@Bitcoin.ORG", "satoshi@bitcoin.org"],
    ["a-b_c.d+tag@pay.example.com", "a-b_c.d+tag@pay.example.com"],
    ["zahlung@bücher.example", "zahlung@xn--bcher-kva.example"],
    ["zahlung@xn--bcher-kva.example", "zahlung@xn--bcher-kva.example"],
    ["merchant@127.0.0.1:9737", "merchant@127.0.0.1:9737"],
    ["merchant@2130706433", "merchant@127.0.0.1"],
    ["merchant@0x7f.1", "merchant@127.0.0.1"],
    ["merchant@１２７.0.0.1", "merchant@127.0.0.1"],
    ["merchant@localhost:8080", "merchant@localhost:8080"],
    ["a@b", "a@b"],
    ["...@example.com", "...@example.com"],
  ])("reads %s", (input, text) => {
    const [user, host] = text.split("@");
    expect(parseLightningAddress(input)).toEqual({ text, user, host });
  });

  it.each([
    "",
    "@",
    "satoshi",
    "@bitcoin.org",
    "satoshi@",
    "sato shi@bitcoin.org",
    "satoshi@bitcoin.org ",
    "satoshi\n@bitcoin.org",
    "sätoshi@bitcoin.org",
    "sato/shi@bitcoin.org",
    "sato%2fshi@bitcoin.org",
    ".@bitcoin.org",
    "..@bitcoin.org",
    "a@b@bitcoin.org",
    "a@user:password@bitcoin.org",
    "a@bitcoin.org/path",
    "a@bitcoin.org?x=1",
    "a@bitcoin.org#x",
    "a@bitcoin.org\\x",
    "a@bitcoin.org.",
    "a@.bitcoin.org",
    "a@bitcoin..org",
    "a@-bitcoin.org",
    "a@bitcoin-.org",
    "a@bit_coin.org",
    "a@bit%63oin.org",
    "a@[::1]",
    "a@::1",
    "a@bitcoin.org:",
    "a@bitcoin.org:0",
    "a@bitcoin.org:65536",
    "a@bitcoin.org:+80",
    "a@bitcoin.org:443:443",
    "a@bitcoin.1",
    "a@1.2.3.4.5",
    `${"a".repeat(65)}@bitcoin.org`,
    `a@${"b".repeat(64)}.org`,
    `a@${"b.".repeat(127)}org`,
    `a@${"b".repeat(10_000_000)}`,
  ])("refuses %j", (input) => {
    expect(() => parseLightningAddress(input)).toThrow(ProtocolError);
  });

  it("changes nothing when it reads what it wrote, and puts nothing but the name into the path", () => {
    const letter = fc.constantFrom(..."aZ09-_.+@:/?#%[]\\ ü。٣\0");
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 12 }), fc.array(letter, { maxLength: 12 }), (user, host) => {
        const input = `${user.join("")}@${host.join("")}`;
        try {
          const address = parseLightningAddress(input);
          expect(parseLightningAddress(address.text)).toEqual(address);
          const url = lnurlpUrl(address, { insecure: true });
          expect(url.pathname).toBe(`/.well-known/lnurlp/${address.user}`);
          expect([address.host, address.host.replace(/:80$/, "")]).toContain(url.host);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
      { numRuns: inject("runs") * 2_000 },
    );
  });
});

describe("lnurlpUrl", () => {
  it.each([
    ["satoshi@bitcoin.org", false, "https://bitcoin.org/.well-known/lnurlp/satoshi"],
    ["merchant@127.0.0.1:9737", true, "http://127.0.0.1:9737/.well-known/lnurlp/merchant"],
    [
      "satoshi@juhaavcaxhxlgkzwgjtrwgxtk4n7zyuzxwqyqe7hxlgkzwgjtrwgxtkad.onion",
      false,
      "http://juhaavcaxhxlgkzwgjtrwgxtk4n7zyuzxwqyqe7hxlgkzwgjtrwgxtkad.onion/.well-known/lnurlp/satoshi",
    ],
  ])("asks for %s (insecure: %s) at the well-known path", (text, insecure, url) => {
    expect(lnurlpUrl(parseLightningAddress(text), { insecure }).href).toBe(url);
  });
});
