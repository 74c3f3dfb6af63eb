import { expect, it } from "vitest";
import { endTakes } from "./end-by-hand.ts";

it.each([
  ["completed", { kind: "confirmed", confirmations: 1 }, { kind: "nothing" }],
  ["failed", { kind: "confirmed", confirmations: 1 }, { kind: "by_itself" }],
  ["completed", { kind: "conflicted", by: undefined }, { kind: "by_itself" }],
  ["failed", { kind: "conflicted", by: undefined }, { kind: "by_itself" }],
  ["completed", { kind: "pending" }, { kind: "risk", risk: "no_proof" }],
  ["failed", { kind: "pending" }, { kind: "risk", risk: "may_confirm" }],
  ["completed", { kind: "not_found" }, { kind: "risk", risk: "no_proof" }],
  ["failed", { kind: "not_found" }, { kind: "risk", risk: "may_confirm" }],
  ["completed", undefined, { kind: "risk", risk: "no_proof" }],
  ["failed", undefined, { kind: "risk", risk: "may_confirm" }],
] as const)("an end as %s, of which the node says %j, takes %j", (as, status, takes) => {
  expect(endTakes({ as, status })).toEqual(takes);
});
