import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseForm } from "./form.ts";

const read = (text: string) => ({ ...parseForm(Buffer.from(text)) });

describe("a form", () => {
  it("is read as browsers write it", () => {
    expect(read("email=a%2Bb%40example.com&code=12+34&empty=")).toEqual({
      email: "a+b@example.com",
      code: "12 34",
      empty: "",
    });
    expect(read("")).toEqual({});
  });

  it("comes out as it went in, whatever its fields hold", () => {
    const text = fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\0") && one.isWellFormed());
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 20 }), (fields) => {
        expect(read(new URLSearchParams(fields).toString())).toEqual({ ...fields });
      }),
    );
  });

  it.each([
    ["a field twice", "a=1&a=2"],
    ["a field twice, once encoded", "a=1&%61=2"],
    ["NUL", "a=%00"],
    ["more than 100 fields", Array.from({ length: 101 }, (_, i) => `f${i}=1`).join("&")],
  ])("is refused with %s", (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: "malformed_request" }));
  });

  it("is refused when its bytes are not UTF-8", () => {
    expect(() => parseForm(Buffer.from([0x61, 0x3d, 0xff]))).toThrow("not UTF-8");
  });

  it("cannot reach a prototype", () => {
    const fields = parseForm(Buffer.from("__proto__=1&constructor=2"));
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.keys(fields)).toEqual(["__proto__", "constructor"]);
  });
});
