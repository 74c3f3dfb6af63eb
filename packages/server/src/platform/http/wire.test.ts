import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { PaymentId } from "#kernel/ids.ts";
import { MSATS_MAX } from "#kernel/money.ts";
import { parseJson } from "./json.ts";
import { amount, cursorOf, given, msatsText, optionalText, optionalWebAddress, pageQuery, uuidText } from "./wire.ts";

const ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" as PaymentId;

/** The amount in a body that holds `json`, or the code it is refused with. */
function read(json: string): unknown {
  const result = z.object({ amount }).safeParse(parseJson(Buffer.from(json)));
  if (result.success) return result.data.amount;
  const [issue] = result.error.issues;
  return issue?.code === "custom" ? issue.params?.["code"] : issue?.code;
}

describe("amount", () => {
  it("takes digits as a string, and integers that are written as such", () => {
    expect(read('{"amount":"1"}')).toBe(1n);
    expect(read('{"amount":150000}')).toBe(150_000n);
    expect(read('{"amount":9007199254740991}')).toBe(9_007_199_254_740_991n);
    expect(read(`{"amount":"${MSATS_MAX}"}`)).toBe(MSATS_MAX);
  });

  it.each([
    '""',
    '"0"',
    '"-1"',
    '"+1"',
    '"01"',
    '" 1"',
    '"1 "',
    '"1\\n"',
    '"1.0"',
    '"1e3"',
    '"0x10"',
    '"１"',
    '"1_000"',
    '"Infinity"',
    '"9223372036854775808"',
    '"2100000000000000001"',
    `"${"9".repeat(100)}"`,
    "true",
    "null",
    "[]",
    "{}",
    '["1"]',
    "0",
    "-1",
    "-0",
    "1.0",
    "1e3",
    "1E3",
    "1.5",
    "9007199254740992",
    "9007199254740993",
    "1e999",
    "9".repeat(100),
  ])("refuses %s with invalid_amount", (json) => {
    expect(read(`{"amount":${json}}`)).toBe("invalid_amount");
  });

  it.each([0, "0"])("says of %j that it must be above zero", (zero) => {
    const { error } = z.object({ amount }).safeParse({ amount: zero });
    expect(error?.issues.map(({ message }) => message)).toEqual(["must be above zero"]);
  });

  it("refuses a missing amount with invalid_amount", () => {
    expect(read("{}")).toBe("invalid_amount");
  });

  it("never takes a number for another one", () => {
    const forms = fc.constantFrom("", ".0", "e0", "E+0", "0", "e1");
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 25n), 10n ** 25n), forms, (value, form) => {
        fc.pre(value !== 0n); // "00" is no JSON
        const text = `${value}${form}`;
        const isWritten = form === "" || form === "0";
        const isAmount = isWritten && BigInt(text) > 0n && BigInt(text) <= Number.MAX_SAFE_INTEGER;
        expect(read(`{"amount":${text}}`)).toBe(isAmount ? BigInt(text) : "invalid_amount");
      }),
    );
  });
});

describe("msatsText", () => {
  it("writes any amount, zero included, and nothing that is none", () => {
    for (const text of ["0", "1", String(MSATS_MAX)]) expect(msatsText.parse(text)).toBe(text);
    for (const value of ["", "-1", "01", "1.5", "undefined", undefined, 1n])
      expect(msatsText.safeParse(value).success).toBe(false);
  });
});

describe("optionalText", () => {
  const body = z.object({ comment: optionalText(5) });

  it("keeps an empty text, and reads null and nothing as absent", () => {
    expect(body.parse({ comment: "" })).toEqual({ comment: "" });
    expect(body.parse({ comment: null })).toEqual({ comment: undefined });
    expect(body.parse({})).toEqual({});
    expect(given("")).toBeUndefined();
    expect(given("x")).toBe("x");
  });

  it("refuses other types and longer texts", () => {
    expect(body.safeParse({ comment: 7 }).success).toBe(false);
    expect(body.safeParse({ comment: "123456" }).success).toBe(false);
  });
});

describe("optionalWebAddress", () => {
  const body = z.object({ url: optionalWebAddress(40) });

  it.each(["http://a.example", "https://a.example:8443/paid?order=1", "HTTPS://A.EXAMPLE"])(
    "takes %s as it is",
    (url) => {
      expect(body.parse({ url })).toEqual({ url });
    },
  );

  it("keeps an empty one, and reads null and nothing as absent", () => {
    expect(body.parse({ url: "" })).toEqual({ url: "" });
    expect(body.parse({ url: null })).toEqual({ url: undefined });
    expect(body.parse({})).toEqual({});
  });

  it.each([
    "ftp://a.example",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//a.example",
    "a.example",
    "https://",
    " ",
    `https://a.example/${"x".repeat(40)}`,
  ])("refuses %s", (url) => {
    expect(body.safeParse({ url }).success).toBe(false);
  });
});

describe("pageQuery", () => {
  const query = pageQuery(uuidText<PaymentId>());

  it("gives 20 rows unless asked for 1 to 100", () => {
    expect(query.parse({})).toEqual({ limit: 20 });
    expect(query.parse({ limit: "100" }).limit).toBe(100);
    for (const limit of ["0", "101", "-1", "1.5", "1e1", " 5", "", "x", ["1", "2"]])
      expect(query.safeParse({ limit }).success).toBe(false);
  });

  it("takes back the cursors it gave, and no others", () => {
    const cursor = z.encode(cursorOf(uuidText<PaymentId>()), ID);
    expect(cursor).not.toContain(ID);
    expect(query.parse({ cursor }).cursor).toBe(ID);
    for (const wrong of [ID, "", "AAAA", `${cursor}x`, Buffer.from("' or 1=1").toString("base64url")])
      expect(query.safeParse({ cursor: wrong }).success).toBe(false);
  });
});
