import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BODY_BYTES_MAX, DEPTH_MAX, InvalidJson, parseJson, RewrittenNumber } from "./json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("parseJson", () => {
  it("reads whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: "grapheme" }), (value) => {
        fc.pre(!hasNul(value));
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("reads an empty body as nothing, and a byte order mark as an error", () => {
    expect(parse("")).toBeUndefined();
    expect(() => parse('\uFEFF{"a":1}')).toThrow(InvalidJson);
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow("UTF-8");
    expect(() => parseJson(Uint8Array.of(0x22, 0xc0, 0x80, 0x22))).toThrow("UTF-8"); // NUL in two bytes
  });

  it("refuses what is not JSON, without quoting it", () => {
    for (const text of ["{", "{'a':1}", "[1,]", "NaN", '{"a":1}x', '"\t"', "ley_secret"]) {
      expect(() => parse(text)).toThrow("the body is not valid JSON");
    }
  });

  it("refuses a member that is named twice, at any depth, however the name is written", () => {
    for (const text of [
      '{"a":1,"a":1}',
      '{"a":"x","b":{"c":[{"d":1,"d":"2"}]}}',
      '{"amount":"1","am\\u006funt":"2"}',
      '{"":1,"":2}',
      '{"a":{"x":"y"},"a":1}',
      '{"\\"":"\\\\","\\u0022":1}',
      '{"__proto__x":1,"__proto__x":2}',
    ]) {
      expect(() => parse(text)).toThrow("twice");
    }
  });

  it("finds a duplicate wherever it is put into an object", () => {
    const names = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(names, fc.nat(), fc.jsonValue(), (unclean, position, value) => {
        fc.pre(!hasNul(value));
        const clean = unclean.filter((name) => !name.includes("\0") && name !== "__proto__");
        fc.pre(clean.length > 0);
        const members = clean.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
        expect(Object.keys(parse(`{${members}}`) as object)).toHaveLength(clean.length);

        const again = members[position % members.length] ?? "";
        members.splice(position % (members.length + 1), 0, again);
        expect(() => parse(`{${members}}`)).toThrow("twice");
      }),
    );
  });

  it("takes the deepest nesting that is allowed and refuses one level more", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(parse(nested(DEPTH_MAX))).toBeDefined();
    expect(() => parse(nested(DEPTH_MAX + 1))).toThrow("deeper");
    expect(() => parse(nested(BODY_BYTES_MAX / 2))).toThrow("deeper");
    expect(() => parse(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`)).toThrow("deeper");
  });

  it("refuses NUL and lone surrogates in strings and names, and takes pairs", () => {
    for (const text of [
      '{"a":"\\u0000"}',
      '{"a":"\\ud800"}',
      '["\\udc00\\ud800"]',
      '{"\\ud83d":1}',
      '{"x\\u0000":1}',
    ]) {
      expect(() => parse(text)).toThrow("NUL or a lone surrogate");
    }
    expect(parse('["\\ud83d\\ude00"]')).toEqual(["😀"]);
  });

  it("refuses names that could reach a prototype", () => {
    for (const text of [
      '{"__proto__":{"admin":true}}',
      '{"a":[{"\\u005f_proto__":1}]}',
      '{"constructor":{"prototype":{"admin":true}}}',
    ]) {
      expect(() => parse(text)).toThrow("must not have a member named");
    }
    expect(parse('{"constructor":"Fender"}')).toEqual({ constructor: "Fender" });
  });

  it("keeps the text of numbers that are not what they look like", () => {
    for (const source of ["1.0", "1e3", "1E+3", "100e-2", "9007199254740993", "-0", "1e999", "123456789012345678901"]) {
      const { a } = parse(`{"a": ${source}}`) as { a: unknown };
      if (source === "-0") expect(a).toBe(-0);
      else expect(a).toEqual(new RewrittenNumber(source));
    }
    expect(parse('{"a":1.5,"b":9007199254740991,"c":[-12,0]}')).toEqual({ a: 1.5, b: 9007199254740991, c: [-12, 0] });
    expect(parse('{"a":"1e3","b":"x: 1.0"}')).toEqual({ a: "1e3", b: "x: 1.0" });
    expect(JSON.stringify(parse('{"price":10.0}'))).toBe('{"price":10}');
  });

  it("takes time in proportion to the body, whatever is in it", () => {
    const bodies = [
      '"\\"'.repeat(20_000),
      `{"a":"${"\\\\".repeat(30_000)}"}`,
      `[${"1".repeat(65_000)}.]`,
      ":".repeat(65_536),
    ];
    for (const body of bodies) {
      const before = process.cpuUsage(); // other programs take none of it
      try {
        parse(body.slice(0, BODY_BYTES_MAX));
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidJson);
      }
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200);
    }
  });
});

function hasNul(value: unknown): boolean {
  return JSON.stringify(value).includes("\\u0000") || JSON.stringify(value).includes('"__proto__"');
}
