import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecoveryCode, recoveryCode } from "./recovery-code.ts";

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe("a recovery code", () => {
  it("has 80 bits, each of which counts, in four groups of digits and letters that nobody mixes up", () => {
    expect(recoveryCode(new Uint8Array(10))).toBe("0000-0000-0000-0000");
    expect(recoveryCode(new Uint8Array(10).fill(255))).toBe("ZZZZ-ZZZZ-ZZZZ-ZZZZ");
    fc.assert(
      fc.property(bytes, fc.nat({ max: 79 }), (one, bit) => {
        const other = Uint8Array.from(one, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        expect(recoveryCode(one)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(recoveryCode(other)).not.toBe(recoveryCode(one));
      }),
    );
  });

  it("is the same in small letters, without or with other gaps, and with O, I and L for digits", () => {
    fc.assert(
      fc.property(bytes, (one) => {
        const code = recoveryCode(one);
        const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
        expect(readRecoveryCode(` ${typed}\n`)).toBe(code);
        expect(readRecoveryCode(code.replaceAll("-", ""))).toBe(code);
      }),
    );
  });

  it.each([
    "",
    "0000-0000-0000-000",
    "0000-0000-0000-00000",
    "U000-0000-0000-0000",
    "０000-0000-0000-0000",
    "0".repeat(5_000),
  ])("is not %j", (text) => {
    expect(readRecoveryCode(text)).toBeUndefined();
  });
});
