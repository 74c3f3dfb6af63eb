import { describe, expect, it } from "vitest";
import { askedOf, boundsIn, EMPTY_FORM, formOf, grantedOf, wrongIn } from "./rules.ts";

const BUDGET = { limit: null, spent: "0", remaining: null, moreAt: null };
const KEY = {
  id: "1",
  name: "Payouts",
  prefix: "ley_123456",
  status: "valid" as const,
  createdAt: "2026-11-28T01:00:00.000Z",
  lastUsedAt: null,
  endsAt: null,
  revokedAt: null,
  rolledFrom: null,
  rolledTo: null,
  waitsFor: null,
  unit: "msats" as const,
  policy: { scopes: ["read", "send"], cap: "50001", destinations: ["*@shop.example"], networks: null },
  budgets: { daily: { ...BUDGET, limit: "1000000", remaining: "900000" }, weekly: BUDGET, monthly: BUDGET },
};

describe("the form of a key", () => {
  it("asks for what is typed, in msats, and for no bound where nothing is", () => {
    const form = { ...EMPTY_FORM, name: " Payouts ", cap: "1 000.5", daily: "0", networks: "203.0.113.0/24\n10.0.0.1" };
    expect(askedOf(form)).toEqual({
      name: "Payouts",
      scopes: ["read"],
      cap: "1000500",
      daily: "0",
      weekly: "none",
      monthly: "none",
      destinations: "any",
      networks: ["203.0.113.0/24", "10.0.0.1"],
    });
    expect(askedOf({ ...form, isWhole: true }).scopes).toBe("all");
    expect(boundsIn(askedOf({ ...EMPTY_FORM, name: "a", cap: "1" }))).toEqual({
      name: "a",
      scopes: ["read"],
      cap: "1000",
    });
    expect(boundsIn(askedOf({ ...EMPTY_FORM, name: "a", isWhole: true }))).toEqual({ name: "a" });
  });

  it("says what is wrong before it is sent", () => {
    expect(wrongIn({ ...EMPTY_FORM, name: "a" })).toEqual({});
    expect(Object.keys(wrongIn({ ...EMPTY_FORM, scopes: [], weekly: "1,5" }))).toEqual(["name", "scopes"]);
    expect(Object.keys(wrongIn({ ...EMPTY_FORM, scopes: ["send"], weekly: "1,5" }))).toEqual(["name", "weekly"]);
  });

  it("of a key asks for what the key has, whole keys too", () => {
    const asked = askedOf(formOf(KEY));
    expect(asked).toMatchObject({ cap: "50001", daily: "1000000", weekly: "none", destinations: ["*@shop.example"] });
    expect(grantedOf(asked, KEY).filter(({ differs }) => differs)).toEqual([]);
    const whole = { ...KEY, policy: null, budgets: null };
    expect(grantedOf(askedOf(formOf(whole)), whole).every(({ differs }) => !differs)).toBe(true);
  });

  it("shows what was granted beside what was asked for where they differ", () => {
    const asked = { ...askedOf(formOf(KEY)), destinations: ["*@Shop.example"], daily: "none", scopes: "all" as const };
    expect(grantedOf(asked, KEY).filter(({ differs }) => differs)).toEqual([
      { rule: "May", asked: "everything", granted: "read, send", differs: true },
      { rule: "In any 24 hours", asked: "any amount", granted: "1,000 sat", differs: true },
      { rule: "May pay", asked: "*@Shop.example", granted: "*@shop.example", differs: true },
    ]);
  });
});
