import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { feeCeiling, foldName, handleFor, projectName } from "./project.ts";

describe("projectName", () => {
  it("keeps what a person typed, without the spaces around it", () => {
    expect(projectName("  Café Zürich ")).toBe("Café Zürich");
  });

  it.each(["", "   ", "a".repeat(65), "a\u0000b", "two\nlines", "\ud800"])("refuses %j", (text) => {
    expect(() => projectName(text)).toThrow(InvalidInput);
  });
});

describe("feeCeiling", () => {
  it.each([0n, 1n, 10_000n])("takes %d", (basisPoints) => {
    expect(feeCeiling(basisPoints)).toBe(basisPoints);
  });

  it.each([-1n, 10_001n])("refuses %d", (basisPoints) => {
    expect(() => feeCeiling(basisPoints)).toThrow(InvalidInput);
  });
});

describe("foldName", () => {
  it("sees one name in two spellings that differ in case or width only", () => {
    expect(foldName("Demo")).toBe(foldName("ＤＥＭＯ"));
  });
});

describe("handleFor", () => {
  it.each([
    ["demo", "demo"],
    ["My Shop!", "my-shop"],
    ["Café Zürich", "cafe-zurich"],
    ["..hidden", "hidden"],
    ["支付", "project"],
    ["a".repeat(40), "a".repeat(32)],
  ])("of %j is %j", (name, handle) => {
    expect(handleFor(name)).toBe(handle);
  });

  it("may always stand in a Lightning address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(handleFor(name)).toMatch(/^[a-z0-9][a-z0-9._-]{0,31}$/);
      }),
    );
  });
});
