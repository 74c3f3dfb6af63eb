import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { emailAddress } from "./email-address.ts";

const isRefused = (text: string) => {
  try {
    emailAddress(text);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_input", details: [{ field: "email" }] });
    return true;
  }
};

describe("an e-mail address", () => {
  it.each([
    ["alice@example.com", "alice@example.com"],
    [" Alice.B+shop@Mail.Example.COM\n", "alice.b+shop@mail.example.com"],
    ["o'neil_{x}@a-b.co", "o'neil_{x}@a-b.co"],
    ["x@xn--bcher-kva.example", "x@xn--bcher-kva.example"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ])("is read from %j", (text, address) => {
    expect(emailAddress(text)).toBe(address);
  });

  it.each([
    ...[
      "",
      "alice",
      "@example.com",
      "alice@",
      "alice@localhost",
      "alice@example",
      "a b@example.com",
      "alice@exa mple.com",
    ],
    ...[
      "alice@127.0.0.1",
      "alice@[127.0.0.1]",
      "alice@[IPv6:::1]",
      "alice@example.1",
      "alice@.example.com",
      "alice@example..com",
    ],
    ...[
      "alice@-example.com",
      "alice@example-.com",
      "alice@example.com.",
      '"alice"@example.com',
      "alice@bob@example.com",
    ],
    ...["alice@example.com\r\nBcc: eve@example.com", "alice\r\n@example.com", "alice@example.com,eve@example.com"],
    ...[
      "Alice <alice@example.com>",
      "alice(x)@example.com",
      "alicé@example.com",
      "alice@exämple.com",
      "alice@example.com\u0000",
    ],
    ...[`${"a".repeat(65)}@example.com`, `a@${"b".repeat(64)}.com`, `a@${"b.".repeat(130)}com`],
  ])("is not %j", (text) => {
    expect(isRefused(text)).toBe(true);
  });

  it("is one word without control characters, whatever was typed, and read again it is the same", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (text) => {
        if (isRefused(text)) return;
        const address = emailAddress(text);
        expect(address).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/);
        expect(address.length).toBeLessThanOrEqual(254);
        expect(emailAddress(address)).toBe(address);
      }),
      { numRuns: inject("runs") * 500 },
    );
  });
});
