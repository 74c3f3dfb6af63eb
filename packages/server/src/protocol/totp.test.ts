import { describe, expect, it } from "vitest";
import { stepOfTotp, totpAt, totpText, totpUrl } from "./totp.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1_000);

describe("a code of an authenticator app", () => {
  // RFC 6238, appendix B, for SHA-1: there with eight digits, of which six are the last ones.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %d s is %s", (seconds, code) => {
    expect(totpAt(SECRET, at(seconds))).toBe(code);
    expect(stepOfTotp(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("is taken in the step before and after its own, with the step that it is of, and in no other", () => {
    const code = totpAt(SECRET, at(3_000));
    const found = [2_909, 2_969, 2_970, 2_999, 3_000, 3_029, 3_030, 3_059, 3_060, 3_120].map((seconds) =>
      stepOfTotp(SECRET, code, at(seconds)),
    );
    expect(found).toEqual([undefined, undefined, 100, 100, 100, 100, 100, 100, undefined, undefined]);
  });

  it("may have spaces in it, and nothing else", () => {
    const code = totpAt(SECRET, at(3_000));
    expect(stepOfTotp(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, at(3_000))).toBe(100);
    for (const text of [
      "",
      code.slice(1),
      `${code}0`,
      `0x${code.slice(2)}`,
      code.replaceAll(/./g, "７"),
      " ".repeat(50),
    ])
      expect(stepOfTotp(SECRET, text, at(3_000)), text).toBeUndefined();
  });

  it("is of one secret alone", () => {
    expect(stepOfTotp(new Uint8Array(20).fill(1), totpAt(SECRET, at(3_000)), at(3_000))).toBeUndefined();
  });
});

describe("the secret of an authenticator app", () => {
  it("is shown as a link that names service and account, and as groups to type", () => {
    expect(totpUrl(SECRET, { issuer: "Leyden pay", account: "a b@example.com" })).toBe(
      "otpauth://totp/Leyden%20pay:a%20b%40example.com?issuer=Leyden%20pay&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
    );
    expect(totpText(SECRET)).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
  });
});
