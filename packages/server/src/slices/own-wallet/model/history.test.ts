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
    ["payment", 0n, "sent"],
    ["email", -5n, "sent"],
    ["voucher", -5n, "sent"],
    ["voucher", 5n, "received"],
    ["voucher_refund", 5n, "received"],
    ["transfer", 5n, "received"],
    ["transfer", -5n, "sent"],
  ] as const)("of %s %j is %s", (kind, amount, of) => {
    for (const filter of ["sent", "received"] as const)
      expect(isWanted(line({ kind, amount }), { kind: filter })).toBe(filter === of);
  });
});

describe("an amount in the file", () => {
  it.each([
    [0n, "0"],
    [1n, "0.001"],
    [-1_500n, "-1.5"],
    [20_000n, "20"],
    [-999n, "-0.999"],
  ])("%s is %s sat", (amount, text) => {
    expect(satText(amount)).toBe(text);
  });
});
