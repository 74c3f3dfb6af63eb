import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { readChanges, type SetOptions } from "./project-settings.ts";

describe("readChanges", () => {
  it("reads every setting", () => {
    const options = { name: "shop", feeCeiling: "25", uniqueInternalId: "on", daily: "1500", maxBalance: "0" };
    expect(readChanges(options)).toEqual({
      name: "shop",
      feeCeilingBasisPoints: 25n,
      internalIdIsUnique: true,
      limits: { daily: 1_500n, maxBalance: 0n },
    });
  });

  it("tells a limit that is lifted from one that stays", () => {
    const { limits } = readChanges({ weekly: "none" });
    expect(limits).toStrictEqual({ weekly: undefined });
  });

  it("says so when nothing is named", () => {
    expect(() => readChanges({})).toThrow(OperatorError);
  });

  it.each<[SetOptions, string]>([
    [{ feeCeiling: "" }, "--fee-ceiling"],
    [{ feeCeiling: "1.5" }, "--fee-ceiling"],
    [{ feeCeiling: "-1" }, "--fee-ceiling"],
    [{ feeCeiling: "5%" }, "--fee-ceiling"],
    [{ uniqueInternalId: "yes" }, "--unique-internal-id"],
    [{ daily: "" }, "--daily"],
    [{ weekly: "-1" }, "--weekly"],
    [{ monthly: "1e3" }, "--monthly"],
    [{ maxBalance: "None" }, "--max-balance"],
    [{ maxBalance: "2100000000000000001" }, "--max-balance"],
  ])("refuses %j and names the option", (options, option) => {
    expect(() => readChanges(options)).toThrow(InvalidInput);
    expect(() => readChanges(options)).toThrow(option);
  });
});
