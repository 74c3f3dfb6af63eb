import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newPassword, readPassword } from "./password.ts";

const OWN = ["anna.smith@example.com", "annasmith"];
const wrongWith = (text: string): string => {
  try {
    newPassword(text, OWN);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a new password", () => {
  it.each([
    "correct horse",
    "korrekt-pferd",
    "Tr0ub4dor&3x",
    "пароль-и-лошадь",
    "🐎🔋📎✅🏠🌳🌊🔥🎈🎁",
    "annasmith likes pie",
  ])("may be %j", (text) => {
    expect(wrongWith(text)).toBe("");
  });

  it("has 10 to 200 characters, each of which counts once, however it is written", () => {
    expect(wrongWith("abcdefg1x")).toContain("10 to 200");
    expect(wrongWith("abcdefg1xy")).toBe("");
    expect(wrongWith("🐎🔋📎✅🏠🌳🌊🔥🎈")).toContain("10 to 200");
    const long = Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * i) % 4_999))).join("");
    expect(wrongWith(long)).toBe("");
    expect(wrongWith(`${long}x`)).toContain("10 to 200");
    expect(wrongWith("ab".repeat(1_000_000))).toContain("10 to 200");
  });

  it("is the same from each keyboard", () => {
    expect(newPassword("e\u0301clair-\uFF21bc-x", OWN)).toBe(newPassword("éclair-Abc-x", OWN));
    expect(readPassword("e\u0301clair-\uFF21bc-x")).toBe("éclair-Abc-x");
  });

  it.each([
    "1234567890",
    "Password123",
    "QWERTYUIOP",
    "aaaaaaaaaaaa",
    "abababababab",
    "cdefghijklmn",
    "zyxwvutsrqp",
    "1q2w3e4r5t",
  ])("is not %j, which many use", (text) => {
    expect(wrongWith(text)).toContain("many people use");
  });

  it.each([
    "anna.smith@example.com",
    "AnnaSmith1",
    "annasmithannasmith",
    "anna.smith99",
    "2024annasmith",
    "example.com!",
  ])("is not made of the user's own names, as %j is", (text) => {
    expect(wrongWith(text)).toContain("e-mail address or gamertag");
  });

  it("is never in the message, and reading it is safe for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const message = wrongWith(text);
        if (message !== "" && text.length > 8) expect(message).not.toContain(text);
        const read = readPassword(text);
        if (read !== undefined) expect(readPassword(read)).toBe(read);
      }),
    );
  });
});
