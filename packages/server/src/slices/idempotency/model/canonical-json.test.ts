import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

it("writes the example of RFC 8785, section 3.2.2", () => {
  const value = {
    numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it("sorts keys by UTF-16 code units, as the RFC's section 3.2.3 does", () => {
  const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  expect(Object.values(JSON.parse(canonicalJson(value)))).toEqual([4, 2, 6, 7, 1, 5, 3]);
});

it("does not depend on the order of keys and leaves out what is absent", () => {
  expect(canonicalJson({ b: 1, a: { d: 2n, c: undefined } })).toBe(canonicalJson({ a: { d: "2" }, b: 1 }));
});

it("is JSON of the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol("s"), [undefined]])("refuses %s", (value) => {
  expect(() => canonicalJson(value)).toThrow();
});
