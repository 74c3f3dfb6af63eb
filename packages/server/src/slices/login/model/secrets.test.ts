import { describe, expect, it } from "vitest";
import { machineRandom } from "#platform/machine/random.ts";
import { codeMac, codeOf, hashOf, newCode, newSecret } from "./secrets.ts";

const random = machineRandom();

describe("a code", () => {
  it("has eight digits or twelve, also when it begins with zeros", () => {
    const bytes = (value: bigint) => ({
      bytes: () => {
        const buffer = Buffer.alloc(8);
        buffer.writeBigUInt64BE(value);
        return buffer;
      },
    });
    expect(newCode(bytes(42n), "short")).toBe("00000042");
    expect(newCode(bytes(42n), "long")).toBe("000000000042");
    expect(newCode(bytes(2n ** 64n - 1n), "short")).toBe("09551615");
    expect(newCode(bytes(2n ** 64n - 1n), "long")).toBe("073709551615");
  });

  it("is as often low as high", () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 20_000; i++) {
      const first = Number(newCode(random, "short")[0]);
      tenths[first] = (tenths[first] ?? 0) + 1;
    }
    for (const count of tenths) expect(count).toBeGreaterThan(1_500);
  });

  it.each(["12345678", "1234 5678", " 1234-5678 ", "1 2 3 4 5 6 7 8"])("is read from %j", (text) => {
    expect(codeOf(text)).toBe("12345678");
    expect(codeOf(`${text} 9012`)).toBe("123456789012");
  });

  it.each(["", "123456", "1234567", "123456789", "1234567890123", "1234567a", "１２３４５６７８", "12345678\0"])(
    "is not %j",
    (text) => {
      expect(codeOf(text)).toBeUndefined();
    },
  );

  it("is another one for another browser", () => {
    const seen: string[] = [];
    const mac = (text: string, about: string) => {
      seen.push(`${about} ${text}`);
      return new Uint8Array(32);
    };
    codeMac(mac, hashOf("a"), "12345678");
    codeMac(mac, hashOf("b"), "12345678");
    expect(new Set(seen).size).toBe(2);
  });
});

it("a browser's secret has 256 random bits, and its hash does not show it", () => {
  const secrets = new Set(Array.from({ length: 1_000 }, () => newSecret(random)));
  expect(secrets.size).toBe(1_000);
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(hashOf(secret)).toString("base64url")).not.toBe(secret);
  }
});
