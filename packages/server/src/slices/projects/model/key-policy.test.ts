import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { msats } from "#kernel/money.ts";
import { checkedRules, hashOfRules, type KeyPolicy, type KeyPolicyChanges, NO_RULES, namesAll } from "./key-policy.ts";

const NODE = "03864ef025fde8fb587d989186ce6a4a186895ee44a926bfc370e2c366597a3f8f";

describe("the rules of a key", () => {
  it("are kept in the form in which payments and addresses are compared with them, each once", () => {
    const rules = checkedRules({
      scopes: ["send", "send", "read"],
      destinations: [
        ...["Alice@Shop.example", "*@BÜCHER.example", "internal", "*@127.0.0.1:3000", "alice@shop.example"],
        ...[NODE.toUpperCase(), NODE],
      ],
      networks: ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"],
    });
    expect(rules).toEqual({
      scopes: ["send", "read"],
      destinations: ["alice@shop.example", "*@xn--bcher-kva.example", "internal", "*@127.0.0.1:3000", NODE],
      networks: ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"],
    });
  });

  it("that are not named stay unnamed, and those that are lifted stay lifted", () => {
    expect(checkedRules({ cap: undefined })).toStrictEqual({ cap: undefined });
    expect(checkedRules({})).toStrictEqual({});
  });

  it.each<[string, KeyPolicyChanges]>([
    ["a scope that there is none of", { scopes: ["admin" as never] }],
    ["no scope", { scopes: [] }],
    ["no destination", { destinations: [] }],
    ["a host without its sign", { destinations: ["shop.example"] }],
    ["a pattern inside a host", { destinations: ["*@*.example"] }],
    ["a pattern inside a name", { destinations: ["a*@shop.example"] }],
    ["everybody", { destinations: ["*"] }],
    ["a key of a node that is too short", { destinations: [NODE.slice(0, -1)] }],
    ["a key that is not compressed", { destinations: [`04${NODE.slice(2)}`] }],
    ["an invoice", { destinations: ["lnbcrt1p4"] }],
    ["too many destinations", { destinations: Array.from({ length: 51 }, (_, i) => `n${i}@shop.example`) }],
    ["a name for an address", { networks: ["localhost"] }],
    ["a network that is too narrow", { networks: ["10.0.0.0/33"] }],
    ["a network without its bits", { networks: ["10.0.0.0/"] }],
    ["no address", { networks: [] }],
    ["a negative cap", { cap: -1n as never }],
    ["a budget above all the bitcoin there is", { daily: 2_100_000_000_000_000_001n as never }],
    ["a negative budget of a week", { weekly: -1n as never }],
    ["a budget of a month above all the bitcoin there is", { monthly: 2_100_000_000_000_000_001n as never }],
  ])("are refused: %s", (_what, changes) => {
    expect(() => checkedRules(changes)).toThrow(InvalidInput);
  });

  it("have the hash that lines of the journal had before there were budgets by week and month", () => {
    const rules: KeyPolicy = { ...NO_RULES, scopes: ["send", "read"], cap: msats(5n), networks: ["::1"] };
    const text = '[["read","send"],null,["::1"],"5",null]';
    expect(Buffer.from(hashOfRules(rules)).toString("hex")).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it("have another hash when any one of them is another, and the same in any order", () => {
    const all: KeyPolicy = {
      scopes: ["send", "read"],
      cap: msats(1n),
      daily: msats(2n),
      weekly: msats(3n),
      monthly: msats(4n),
      destinations: ["internal", "*@shop.example"],
      networks: ["::1"],
    };
    const others: KeyPolicyChanges[] = [
      { scopes: ["send"] },
      ...(["cap", "daily", "weekly", "monthly"] as const).flatMap((rule) => [
        { [rule]: msats(9n) },
        { [rule]: undefined },
      ]),
      { daily: undefined, weekly: undefined, monthly: undefined },
      { weekly: msats(4n), monthly: msats(3n) },
      { destinations: undefined },
      { networks: ["::2"] },
    ];
    const hashes = others.map((changes) =>
      Buffer.from(hashOfRules({ ...all, ...changes } as KeyPolicy)).toString("hex"),
    );
    const own = Buffer.from(hashOfRules(all)).toString("hex");
    expect(new Set([own, ...hashes]).size).toBe(others.length + 1);
    expect(hashOfRules({ ...all, scopes: ["read", "send"] })).toEqual(hashOfRules(all));
  });

  it("are all named only when each of them is", () => {
    expect(namesAll(NO_RULES)).toBe(true);
    for (const rule of Object.keys(NO_RULES)) {
      const { [rule as keyof KeyPolicy]: _, ...others } = NO_RULES;
      expect(namesAll(others)).toBe(false);
    }
  });
});
