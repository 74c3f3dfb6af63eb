import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type PolicyOptions, readPolicy, requirePolicy } from "./key-policy.ts";

describe("readPolicy", () => {
  it("reads every rule, named several times or with commas", () => {
    const options = {
      scope: ["send,read", "receive"],
      cap: "50000",
      daily: "1000000",
      weekly: "2000000",
      monthly: "3000000",
      to: ["*@shop.example", "internal"],
      fromIp: ["203.0.113.0/24, ::1"],
    };
    expect(readPolicy(options)).toEqual({
      scopes: ["send", "read", "receive"],
      cap: 50_000n,
      daily: 1_000_000n,
      weekly: 2_000_000n,
      monthly: 3_000_000n,
      destinations: ["*@shop.example", "internal"],
      networks: ["203.0.113.0/24", "::1"],
    });
  });

  it("keeps a rule that is lifted apart from one that stays", () => {
    expect(readPolicy({ scope: ["all"], cap: "none", to: ["any"] })).toStrictEqual({
      scopes: undefined,
      cap: undefined,
      destinations: undefined,
    });
    expect(readPolicy({ daily: "0" })).toStrictEqual({ daily: 0n });
    expect(readPolicy({ weekly: "none", monthly: "1" })).toStrictEqual({ weekly: undefined, monthly: 1n });
  });

  it("makes a key without a rule one without a policy, and changes nothing without one", () => {
    expect(readPolicy({})).toBeUndefined();
    expect(() => requirePolicy({})).toThrow(OperatorError);
  });

  it.each<[PolicyOptions, string]>([
    [{ cap: "" }, "--cap"],
    [{ cap: "-1" }, "--cap"],
    [{ daily: "1e3" }, "--daily"],
    [{ daily: "2100000000000000001" }, "--daily"],
    [{ weekly: "any" }, "--weekly"],
    [{ monthly: "-0" }, "--monthly"],
    [{ scope: ["all", "send"] }, "--scope"],
    [{ to: ["any,internal"] }, "--to"],
    [{ fromIp: ["any", "::1"] }, "--from-ip"],
  ])("refuses %j and names the option", (options, option) => {
    expect(() => readPolicy(options)).toThrow(InvalidInput);
    expect(() => readPolicy(options)).toThrow(option);
  });
});
