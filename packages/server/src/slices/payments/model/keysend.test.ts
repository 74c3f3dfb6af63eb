import { describe, expect, it } from "vitest";
import { checkRecords } from "./keysend.ts";

describe("the records of a payment to a node", () => {
  it("are in the order of their types, with values in lower case", () => {
    const records = [
      { type: 133_773_310, value: "AB" },
      { type: 65_536, value: "" },
    ];
    expect(checkRecords(records)).toEqual([
      { type: 65_536, value: "" },
      { type: 133_773_310, value: "ab" },
    ]);
    expect(checkRecords([])).toEqual([]);
  });

  const refused: [string, { type: number; value: string }[]][] = [
    ["a type twice", [7, 7].map(() => ({ type: 70_000, value: "00" }))],
    ["a type of the protocol", [{ type: 65_535, value: "00" }]],
    ["the type of the preimage", [{ type: 5_482_373_484, value: "00" }]],
    ["half a byte", [{ type: 70_000, value: "000" }]],
    ["no hexadecimal digits", [{ type: 70_000, value: "zz" }]],
    ["more than 512 bytes", [{ type: 70_000, value: "00".repeat(513) }]],
  ];

  it.each(refused)("are refused with %s", (_what, records) => {
    expect(() => checkRecords(records)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});
