import { describe, expect, it } from "vitest";
import { CallFailed } from "../../api/failure.ts";
import { isAtFields, wrongByField } from "./wrong-of.ts";

const failed = (code: string, ...fields: string[]) =>
  new CallFailed({ code, message: "it is wrong", details: fields.map((field) => ({ field, issue: "is wrong" })) });

describe("what the service found wrong", () => {
  it("is said by the fields of a form when all of it is wrong with them", () => {
    const fields = ["name", "redirectUris"];
    expect(isAtFields(failed("invalid_input", "redirectUris.0", "name"), fields)).toBe(true);
    expect(isAtFields(failed("invalid_input", "redirectUris.0", "other"), fields)).toBe(false);
    expect(isAtFields(failed("invalid_input"), fields)).toBe(false);
    expect(isAtFields(failed("maybe_paid", "name"), fields)).toBe(false); // its details are payments
    expect(isAtFields(new TypeError("failed to fetch"), fields)).toBe(false);
  });

  it("with one of several entries is said at the field that has them all", () => {
    expect(wrongByField(failed("invalid_input", "networks.1", "networks.2", "name"))).toEqual({
      networks: "Is wrong.",
      name: "Is wrong.",
    });
  });
});
