import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { SCOPES } from "#kernel/caller.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { excessOf, excessOfChange } from "./excess.ts";
import { type KeyPolicy, type KeyPolicyChanges, NO_RULES } from "./key-policy.ts";

const fieldsOf = (issues: readonly { readonly field: string }[]) => issues.map(({ field }) => field);

const amount = fc.option(
  fc.bigInt(0n, 9n).map((value): Msats => msats(value)),
  { nil: undefined },
);
const listOf = <T>(...entries: readonly T[]) =>
  fc.option(fc.subarray([...entries], { minLength: 1 }), { nil: undefined });
const policies: fc.Arbitrary<KeyPolicy> = fc.record({
  scopes: listOf(...SCOPES),
  cap: amount,
  daily: amount,
  weekly: amount,
  monthly: amount,
  destinations: listOf("a@x.example", "b@x.example", "*@x.example", "a@y.example", "internal"),
  networks: listOf("::1", "10.0.0.0/8", "203.0.113.7"),
});
const numRuns = inject("runs") * 200;

/** What one request may do under rules, looked at from outside. */
const allows = (policy: KeyPolicy) => {
  const has = (list: readonly string[] | undefined, entry: string) => list === undefined || list.includes(entry);
  const pays = (to: string) =>
    has(policy.destinations, to) || (to.includes("@") && has(policy.destinations, `*${to.slice(to.indexOf("@"))}`));
  return [
    ...[...SCOPES, "one that comes later"].map((scope) => has(policy.scopes, scope)),
    ...["a@x.example", "b@x.example", "z@x.example", "a@y.example", "internal", "z@z.example"].map(pays),
    ...["::1", "10.0.0.0/8", "203.0.113.7", "::2"].map((network) => has(policy.networks, network)),
    ...(["cap", "daily", "weekly", "monthly"] as const).flatMap((rule) =>
      Array.from({ length: 11 }, (_, value) => policy[rule] === undefined || BigInt(value) <= policy[rule]),
    ),
  ];
};

describe("rules that are wider than those of who gives them", () => {
  it("are those that allow anything which the others do not", () => {
    fc.assert(
      fc.property(policies, policies, (rules, bound) => {
        const isWithin = allows(rules).every((allowed, i) => !allowed || allows(bound)[i]);
        expect(excessOf(rules, bound).length === 0).toBe(isWithin);
      }),
      { numRuns },
    );
  });

  it("are none for who has no rules, and each one that is left out for who has it", () => {
    fc.assert(
      fc.property(policies, (bound) => {
        expect(excessOf({}, NO_RULES)).toEqual([]);
        const bounded = Object.entries(bound).flatMap(([rule, value]) => (value === undefined ? [] : [rule]));
        expect(fieldsOf(excessOf({}, bound)).toSorted()).toEqual(bounded.toSorted());
        expect(excessOf(bound, bound)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it("say the most that they may be", () => {
    const bound = { ...NO_RULES, daily: msats(5n), scopes: ["read", "send"] as const };
    expect(excessOf({ daily: msats(6n), scopes: ["vouchers"] }, bound)).toEqual([
      { field: "daily", issue: "must be given and at most 5 msats" },
      { field: "scopes", issue: "must be given and among read, send" },
    ]);
  });

  it("may stay where they are or become narrower, and never become wider", () => {
    const bound: KeyPolicy = { ...NO_RULES, cap: msats(5n), daily: msats(50n), destinations: ["*@x.example"] };
    const before: KeyPolicy = { ...NO_RULES, cap: msats(9n), destinations: ["a@x.example", "internal"] };
    const excess = (changes: KeyPolicyChanges) => fieldsOf(excessOfChange(changes, before, bound));
    expect(excess({ weekly: msats(1n) })).toEqual([]);
    expect(excess({ cap: msats(8n), daily: msats(900n) })).toEqual([]); // it had none
    expect(excess({ cap: msats(10n) })).toEqual(["cap"]);
    expect(excess({ cap: undefined, destinations: undefined })).toEqual(["cap", "destinations"]);
    expect(excess({ cap: msats(5n), destinations: ["b@x.example"] })).toEqual([]);
    expect(excess({ destinations: ["internal"] })).toEqual([]);
    expect(excess({ destinations: ["internal", "b@x.example"] })).toEqual(["destinations"]);
  });
});
