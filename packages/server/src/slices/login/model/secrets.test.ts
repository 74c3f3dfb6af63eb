import { describe, expect, it } from "vitest";
import { machineRandom } from "#platform/machine/random.ts";
import { codeMac, codeOf, hashOf, newCode, newSecret } from "./secrets.ts";

const random = machineRandom();

describe("a code", () => {
  it("has six digits, also when it begins with zeros", () => {
    const bytes = (value: number) => ({
      bytes: () => {
        const buffer = Buffer.alloc(6);
        buffer.writeUIntBE(value, 0, 6);
        return buffer;
      },
    });
    expect(newCode(bytes(42))).toBe("000042");
    expect(newCode(bytes(281_474_976_710_655))).toBe("710655");
  });

  it("is as often low as high", () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 20_000; i++) {
      const first = Number(newCode(random)[0]);
      tenths[first] = (tenths[first] ?? 0) + 1;
    }
    for (const count of tenths) expect(count).toBeGreaterThan(1_500);
  });

  it.each(["123456", "123 456", " 123-456 ", "1 2 3 4 5 6"])("is read from %j", (text) => {
    expect(codeOf(text)).toBe("123456");
  });

  it.each(["", "12345", "1234567", "12345a", "１２３４５６", "123456\0"])("is not %j", (text) => {
    expect(codeOf(text)).toBeUndefined();
  });

  it("is another one for another browser", () => {
    const seen: string[] = [];
    const mac = (text: string, about: string) => {
      seen.push(`${about} ${text}`);
      return new Uint8Array(32);
    };
    codeMac(mac, hashOf("a"), "123456");
    codeMac(mac, hashOf("b"), "123456");
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
