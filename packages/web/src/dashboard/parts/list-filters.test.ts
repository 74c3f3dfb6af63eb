import { describe, expect, it } from "vitest";
import { chosenByName, dayOf, type Filter, nothingChosen, queryOf } from "./list-filters.ts";

const FILTERS: readonly Filter[] = [
  { kind: "choice", name: "status", label: "Status", options: { open: "Open" } },
  { kind: "text", name: "internalId", label: "internalId" },
  { kind: "link", name: "keyId", label: "Key" },
];

describe("the filters of a list", () => {
  it("ask for what they know, with days as they begin and end for whoever looks", () => {
    const search = { status: "open", from: "2026-11-02", to: "2026-11-02", q: "x", other: "y" };
    const { from = "", to = "", ...rest } = queryOf(FILTERS, search);
    expect(rest).toEqual({ status: "open" });
    expect(new Date(from).getHours()).toBe(0);
    expect(new Date(from).getDate()).toBe(2);
    expect(new Date(to).getDate()).toBe(3);
    expect(queryOf(FILTERS, { from: "2026-11-02T10:00:00.000Z", to: "never" })).toEqual({
      from: "2026-11-02T10:00:00.000Z",
    });
  });

  it("show a time as its day", () => {
    const noon = new Date(2026, 0, 5, 12);
    expect([dayOf(noon.toISOString()), dayOf("2026-01-05"), dayOf("never"), dayOf(undefined)]).toEqual([
      "2026-01-05",
      "2026-01-05",
      "",
      "",
    ]);
  });

  it("look for one name at a time, from the newest on", () => {
    const before = { status: "open", keyId: "k", cursor: "c", q: "x", from: "2026-11-02" };
    expect(queryOf(FILTERS, { ...before, ...chosenByName(FILTERS, "internalId", "7") })).toEqual(
      queryOf(FILTERS, { status: "open", internalId: "7", from: "2026-11-02" }),
    );
    expect(queryOf(FILTERS, { ...before, ...nothingChosen(FILTERS) })).toEqual({});
  });
});
