import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { parseSearch, stringifySearch } from "./search.ts";

describe("the query of an address", () => {
  it.each([
    "?id=723421968459640832",
    "?internalId=662E41",
    "?id=true&from=null&to=0x10&cursor=%22a%22",
    "?internalId=a%2Bb+c%26d%3D%C3%A9",
    "?__proto__=x",
  ])("is text alone, there and back: %s", (query) => {
    expect(stringifySearch(parseSearch(query))).toBe(query);
  });

  it("has names and values as they were typed", () => {
    expect(parseSearch("?id=723421968459640832&code=662E41")).toEqual({ id: "723421968459640832", code: "662E41" });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
      { numRuns: inject("runs") * 200 },
    );
  });

  it("is left out with what is not set", () => {
    expect(stringifySearch({})).toBe("");
    expect(stringifySearch({ status: undefined, from: null, to: "" })).toBe("");
    expect(stringifySearch({ status: "failed", from: undefined })).toBe("?status=failed");
  });
});
