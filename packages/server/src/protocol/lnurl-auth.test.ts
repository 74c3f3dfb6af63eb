import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { decodeLnurl } from "./lnurl.ts";
import { authLnurl, isSigned } from "./lnurl-auth.ts";

// The example of LUD-04.
const EXAMPLE = {
  k1: "e2af6254a8df433264fa23f67eb8188635d15ce883e8fc020989d5f82ae6f11e",
  key: "02c3b844b8104f0c1b15c507774c9ba7fc609f58f343b9b149122e944dd20c9362",
  sig: "304402203767faf494f110b139293d9bab3c50e07b3bf33c463d4aa767256cd09132dc5102205821f8efacdb5c595b92ada255876d9201e126e2f31a140d44561cc1f7e9e43d",
};
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("the answer of a wallet", () => {
  it("is taken as LUD-04 gives it, in capitals too", () => {
    expect(isSigned(EXAMPLE)).toBe(true);
    expect(
      isSigned({ k1: EXAMPLE.k1.toUpperCase(), sig: EXAMPLE.sig.toUpperCase(), key: EXAMPLE.key.toUpperCase() }),
    ).toBe(true);
  });

  it("is taken for the challenge and the key that it is of, and for no other", () => {
    fc.assert(
      fc.property(bytes32, bytes32, fc.nat({ max: 31 }), (k1, seed, place) => {
        const secret = secp256k1.utils.randomSecretKey(Uint8Array.of(...seed, ...seed.slice(16)));
        const key = bytesToHex(secp256k1.getPublicKey(secret, true));
        const sig = bytesToHex(secp256k1.sign(k1, secret, { prehash: false, format: "der" }));
        const other = k1.map((byte, i) => (i === place ? byte ^ 1 : byte));
        expect(isSigned({ k1: bytesToHex(k1), sig, key })).toBe(true);
        expect(isSigned({ k1: bytesToHex(other), sig, key })).toBe(false);
        expect(isSigned({ k1: bytesToHex(k1), sig, key: EXAMPLE.key })).toBe(false);
      }),
      { numRuns: inject("runs") * 25 },
    );
  });

  it("is not taken in another form, and throws for none", () => {
    const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), maxLength: 160 });
    fc.assert(
      fc.property(
        fc.oneof(hex, fc.string(), fc.constant(EXAMPLE.sig)),
        fc.oneof(hex, fc.constant(EXAMPLE.key)),
        (sig, key) => {
          expect(isSigned({ ...EXAMPLE, sig, key })).toBe(sig === EXAMPLE.sig && key === EXAMPLE.key);
        },
      ),
      { numRuns: inject("runs") * 300 },
    );
    for (const key of [`02${"f".repeat(64)}`, `04${EXAMPLE.key.slice(2)}${"1".repeat(64)}`])
      expect(isSigned({ ...EXAMPLE, key })).toBe(false);
    expect(isSigned({ ...EXAMPLE, sig: `${EXAMPLE.sig}00` })).toBe(false);
  });
});

it("asks the wallet at one address, as a link and as a QR code", () => {
  const { url, qr, link } = authLnurl("https://pay.example", { k1: new Uint8Array(32).fill(1), action: "login" });

  expect(url.href).toBe(`https://pay.example/v0/lnurl/auth?tag=login&k1=${"01".repeat(32)}&action=login`);
  expect(qr).toMatch(/^LNURL1[0-9A-Z]+$/);
  expect([decodeLnurl(qr).href, decodeLnurl(link).href]).toEqual([url.href, url.href]);
});
