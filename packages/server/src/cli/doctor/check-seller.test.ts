import { expect, it } from "vitest";
import { checkSeller, type SellerFacts } from "./check-seller.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const named = (name: SellerFacts["name"]): SellerFacts => ({ named: "0197c5a1", name });

it.each<[string, SellerFacts, Expected]>([
  ["is there", named({ kind: "known", value: "Shop" }), ["wallet's seller", "ok", '"Shop"']],
  [
    "is no project",
    named({ kind: "known", value: undefined }),
    ["wallet's seller", "warning", "0197c5a1", "project list"],
  ],
  [
    "cannot be asked for",
    named({ kind: "unknown", why: "no answer within 5 s" }),
    ["wallet's seller", "warning", "no answer within 5 s"],
  ],
])("%s", (_, facts, expected) => {
  expectFindings(checkSeller(facts), [expected]);
});

it("has no finding where the setting is empty", () => {
  expect(checkSeller(undefined)).toEqual([]);
});
