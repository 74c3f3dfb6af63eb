import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { foldGamertag, gamertag, isReserved } from "./gamertag.ts";
import { gamertagCandidates } from "./gamertag-candidates.ts";

describe("gamertag", () => {
  it.each(["abc", "Alice", "a_b.c-d", "...", "x".repeat(20), "007"])("takes %j as it was typed", (text) => {
    expect(gamertag(text)).toBe(text);
  });

  it("drops the spaces around it", () => {
    expect(gamertag(" Alice\n")).toBe("Alice");
  });

  it.each(["", "ab", "x".repeat(21), "a b", "älice", "alice@home", "alice+1", "a/b", "a\u0000b", "ａｌｉｃｅ"])(
    "refuses %j",
    (text) => {
      expect(() => gamertag(text)).toThrow(InvalidInput);
    },
  );

  it.each(["admin", "Support", "WWW"])("refuses the reserved %j", (text) => {
    expect(isReserved(text)).toBe(true);
    expect(() => gamertag(text)).toThrow("cannot be used: choose another one");
  });
});

describe("gamertagCandidates", () => {
  /** Always the same bytes. */
  const bytes = (value: number) => ({ bytes: (length: number) => new Uint8Array(length).fill(value) });

  it("begin with the local part of the e-mail address", () => {
    expect(gamertagCandidates(bytes(1), { email: "alice@example.com", digits: 2 }).slice(0, 2)).toEqual([
      "alice",
      "alice11",
    ]);
  });

  it.each([
    ["the.quick.brown.fox.jumps@example.com", "the.quick.brown.fox"],
    ["_anna+news@example.com", "annanews"],
  ])("keep of %j what may stand in a gamertag", (email, tag) => {
    expect(gamertagCandidates(bytes(1), { email, digits: 2 })[0]).toBe(tag);
  });

  it.each(["support@example.com", "al@example.com", "+@example.com", undefined])(
    "do not begin with the local part of %j, which cannot be one",
    (email) => {
      const [first] = gamertagCandidates(bytes(0), { email, digits: 2 });
      expect(first).toBe(
        email === "support@example.com" ? "support00" : email?.startsWith("al") ? "al00" : "bold-badger00",
      );
    },
  );

  it("are gamertags, whatever the address and the randomness", () => {
    fc.assert(
      fc.property(
        fc.option(fc.emailAddress(), { nil: undefined }),
        fc.integer({ min: 2, max: 6 }),
        fc.nat(255),
        (email, digits, byte) => {
          const candidates = gamertagCandidates(bytes(byte), { email, digits });
          expect(candidates.length).toBeGreaterThan(0);
          for (const tag of candidates) expect(gamertag(tag)).toBe(foldGamertag(tag));
        },
      ),
    );
  });
});
