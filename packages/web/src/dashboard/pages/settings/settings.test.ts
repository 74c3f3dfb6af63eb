import { describe, expect, it } from "vitest";
import { changesIn, formOf, wrongIn } from "./settings.ts";

const SETTINGS = {
  name: "Coffee",
  handle: "coffee",
  contact: null,
  lowBalance: "100500",
  language: "en" as const,
  languages: [],
  unit: "msats" as const,
};

describe("the settings of a project", () => {
  it("are changed one by one, in msats, and back to none", () => {
    const before = formOf(SETTINGS);
    expect(changesIn(before, before)).toEqual({});
    const after = { name: " Tea ", contact: "ann@example.com", lowBalance: "1 000", language: "de" as const };
    expect(changesIn(before, after)).toEqual({ ...after, name: "Tea", lowBalance: "1000000" });
    expect(changesIn(before, { ...before, lowBalance: "" })).toEqual({ lowBalance: "none" });
  });

  it("say what is wrong before they are sent", () => {
    expect(wrongIn(formOf(SETTINGS))).toEqual({});
    expect(Object.keys(wrongIn({ ...formOf(SETTINGS), name: " ", lowBalance: "0" }))).toEqual(["name", "lowBalance"]);
  });
});
