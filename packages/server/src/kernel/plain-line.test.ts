import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { plainLine, visibleLine, visibleText } from "./plain-line.ts";

const line = (text: string) => plainLine(text, 150);

describe("text that a project wrote", () => {
  it.each([
    ["Thanks for your help", "Thanks for your help"],
    ["  two\n\nlines\tand tabs ", "two lines and tabs"],
    ["see https://evil.example/login?x=1", "see https: / /evil. example/login?x=1"],
    ["www.evil.example", "www. evil. example"],
    ["mail eve@evil.example now", "mail eve @ evil. example now"],
    ["lightning:lnbc1 and mailto:x", "lightning: lnbc1 and mailto: x"],
    ["at 10:30 for 0.5 or 3.50 sat", "at 10:30 for 0.5 or 3.50 sat"],
    ["version 2.beta", "version 2. beta"],
    ["Well done.Thanks", "Well done. Thanks"],
    ["evil．example evil。example eve＠evil", "evil. example evil。 example eve @ evil"],
    ["evil\u2024com evil\uff0ecom", "evil. com evil. com"],
    ["evil\u3002com evil\uff61com evil\ufe52com", "evil。 com evil。 com evil. com"],
    ["evil\ua4f8com evil\u0701com", "evil\ua4f8 com evil\u0701 com"],
    ["//1.2.3.4 and 1.2.3.4:80/x", "/ /1. 2. 3. 4 and 1. 2. 3. 4:80/x"],
    ["１．２．３．４ ／／evil", "1. 2. 3. 4 / /evil"],
    ["WWW.123 www.\u00e9", "WWW. 123 www. é"],
    ["i❤.ws", "i❤. ws"],
    ["version 1.2.3 of .NET and/or 1/2", "version 1.2.3 of .NET and/or 1/2"],
    ["a\u202Egnp.exe\u202C b\u200F", "a gnp. exe b"],
    ["e\u200Bvil\u2060.\u00ADexample", "e vil . example"],
    ["\u0000\u001b[31mred", "[31mred"],
    ["half \ud83d of a character", "half of a character"],
    ["family 👨‍👩‍👧", "family 👨‍👩‍👧"],
    ["שלום", "שלום"],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(line(text)).toBe(expected);
  });

  it("is cut after its characters, never inside one", () => {
    expect(plainLine("🍕".repeat(151), 150)).toBe(`${"🍕".repeat(150)}…`);
    expect(plainLine("🍕".repeat(150), 150)).toBe("🍕".repeat(150));
    expect(plainLine("a b", 2)).toBe("a…");
  });

  it("never holds a link, a line break or a mark of direction", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[".", "://", "@", ":", "www", "com", "evil.example", "\u202e", "\n", "。", "http", "1", " ", "é"],
        ...["\u2024", "\uff0e", "\uff61", "\ufe52", "／", "/", "1.2.3.4", "①", "㏂", "\u200d", "❤"],
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = line(pieces.join(""));
        const read = text.normalize("NFKC"); // as programs read the host of a link (UTS 46)
        expect(read).not.toMatch(/[\p{L}\p{N}\p{M}\p{S}][.。][\p{L}\p{M}]/u);
        expect(read).not.toMatch(/\/\/|www[.。]\S|\d\.\d+\.\d+\.\d/i);
        expect(text).not.toMatch(/\p{L}:\S/u);
        expect(text).not.toMatch(/\S@|@\S/);
        expect(text).not.toMatch(/[\r\n\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/);
        expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u);
      }),
      { numRuns: inject("runs") * 500 },
    );
  });
});

describe("text of others for wallets", () => {
  it.each([
    ["see www.evil.example ½ ．", "see www.evil.example ½ ．"],
    [" a\u202eb\u2066 c\r\n\u0000d\u007f ", "a b c d"],
    ["family 👨‍👩‍👧 שלום", "family 👨‍👩‍👧 שלום"],
  ])("%j stays as it is, without what is not seen: %j", (text, expected) => {
    expect(visibleLine(text)).toBe(expected);
  });
});

describe("a text of several lines", () => {
  it("keeps lines and tabs, and shows that something was there which is not seen", () => {
    expect(visibleText("a\r\nb\rc\n\td")).toBe("a\nb\nc\n\td");
    expect(visibleText("a\u0000b\u200Ec\uD800")).toBe("a\uFFFDb\uFFFDc\uFFFD");
    expect(visibleText("plain, für alle 🙂")).toBe("plain, für alle 🙂");
  });
});
