import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { emailAddress } from "./email-address.ts";

describe("emailAddress", () => {
  it("is trimmed and in lower case as a whole; dots and plus signs stay", () => {
    expect(emailAddress("  A.B+News@Example.COM ")).toBe("a.b+news@example.com");
  });

  it.each([
    "",
    "alice",
    "alice@",
    "@example.com",
    "alice@localhost",
    "alice@example..com",
    "a lice@example.com",
    "alice@exa mple.com",
    "alice@-example.com",
    "alice@example.com\r\nBcc: eve@example.com",
    "alice@[127.0.0.1]",
    "alice@@example.com",
    `${"x".repeat(65)}@example.com`,
    `alice@${"x".repeat(63)}.${"y".repeat(63)}.${"z".repeat(63)}.${"w".repeat(63)}.com`,
  ])("refuses %j", (text) => {
    expect(() => emailAddress(text)).toThrow(InvalidInput);
  });

  it("is what it was when it is read again", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const email = emailAddress(text);
        expect(emailAddress(email)).toBe(email);
      }),
    );
  });
});
