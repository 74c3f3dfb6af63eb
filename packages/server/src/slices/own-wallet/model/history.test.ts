import { describe, expect, it } from "vitest";
import { satText } from "../history-file.ts";
import { isWanted, type Sought } from "./history.ts";

const AT = new Date("2026-03-01T12:00:00Z");
const line = (changes: Partial<Sought> = {}): Sought => ({
  kind: "charge",
  amount: 1n,
  at: AT,
  names: ["abc"],
  texts: ["Café", undefined],
  ...changes,
});

describe("a line that is wanted", () => {
  it.each([
    [{}, true],
    [{ q: "cafe" }, true],
    [{ q: " CAFÉ " }, true],
    [{ q: "ABC" }, true],
    [{ q: "ab" }, false], // a name counts as a whole
    [{ from: AT }, true],
    [{ to: AT }, false],
    [{ kind: "received" }, true],
    [{ kind: "sent" }, false],
    [{ kind: "vouchers" }, false],
  ] as const)("%j: %j", (wanted, is) => {
    expect(isWanted(line(), wanted)).toBe(is);
  });

  it.each([
    ["payment", 0, "sent"],
    ["email", -5, "sent"],
    ["voucher", -5, "sent"],
    ["voucher", 5, "received"],
    ["voucher_refund", 5, "received"],
    ["transfer", 5, "received"],
    ["transfer", -5, "sent"],
  ] as const)("of %s %j is %s", (kind, amount, of) => {
    for (const filter of ["sent", "received"] as const)
      expect(isWanted(line({ kind, amount: BigInt(amount) }), { kind: filter })).toBe(filter === of);
  });
});

describe("an amount in the file", () => {
  it.each([
    [0, "0"],
    [1, "0.001"],
    [-1_500, "-1.5"],
    [20_000, "20"],
    [-999, "-0.999"],
  ])("%s is %s sat", (amount, text) => {
    expect(satText(BigInt(amount))).toBe(text);
  });
});
