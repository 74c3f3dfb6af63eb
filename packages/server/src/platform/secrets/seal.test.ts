import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { machineRandom } from "../machine/random.ts";
import { createSealer, SealBroken } from "./seal.ts";

const random = machineRandom();
const sealerOf = (byte: number) => createSealer({ random, key: new Uint8Array(32).fill(byte) });
const sealer = sealerOf(1);
const secret = new TextEncoder().encode("a secret of 22 letters");

describe("a sealer", () => {
  it("opens what it has sealed, whatever it is and whatever it is about", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (plain, about) => {
        expect(sealer.open(sealer.seal(plain, about), about)).toEqual(plain);
      }),
    );
  });

  it("seals the same value differently each time, and never in clear", () => {
    const sealed = Array.from({ length: 200 }, () => Buffer.from(sealer.seal(secret, "totp:1")));

    expect(new Set(sealed.map((bytes) => bytes.toString("hex"))).size).toBe(200);
    expect(new Set(sealed.map((bytes) => bytes.subarray(1, 13).toString("hex"))).size).toBe(200);
    for (const bytes of sealed) {
      expect(bytes).toHaveLength(secret.length + 29);
      expect(bytes.includes(Buffer.from(secret.subarray(0, 4)))).toBe(false);
    }
  });

  it("does not open about one user what was sealed about another", () => {
    expect(() => sealer.open(sealer.seal(secret, "totp:1"), "totp:2")).toThrow(SealBroken);
    expect(() => sealer.open(sealer.seal(secret, "totp:1"), "passkey:1")).toThrow("totp:1".replace("totp", "passkey"));
  });

  it("does not open what another key has sealed", () => {
    expect(() => sealerOf(2).open(sealer.seal(secret, "totp:1"), "totp:1")).toThrow(SealBroken);
  });

  it("refuses each changed bit, each shorter and each longer text", () => {
    const sealed = sealer.seal(secret, "totp:1");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => sealer.open(changed, "totp:1"), `bit ${bit}`).toThrow(SealBroken);
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => sealer.open(sealed.subarray(0, length), "totp:1"), `${length} bytes`).toThrow(SealBroken);
    expect(() => sealer.open(Uint8Array.of(...sealed, 0), "totp:1")).toThrow(SealBroken);
  });

  it("hashes under the key: the same for one text and use, another for each other text, use and key", () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    const mac = hex(sealer.mac("123456", "code:1"));

    expect(hex(sealer.mac("123456", "code:1"))).toBe(mac);
    expect(mac).toHaveLength(64);
    const others = [
      sealer.mac("123457", "code:1"),
      sealer.mac("123456", "code:2"),
      sealerOf(2).mac("123456", "code:1"),
    ].map(hex);
    expect(new Set([mac, ...others]).size).toBe(4);
  });

  it("is not made with a key of another length", () => {
    expect(() => createSealer({ random, key: new Uint8Array(16) })).toThrow("16 bytes");
  });
});
