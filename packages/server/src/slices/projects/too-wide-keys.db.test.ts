import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { restrictKey } from "./restrict-key.ts";
import { type Body, keysApi } from "./testing/keys-api.harness.ts";

onDatabase("keys that would do more than the member who makes them", (database) => {
  const { deps, givenMember, ask, data, make, listed, owner } = keysApi(database);

  const BOUND = {
    scopes: ["read", "send"],
    cap: msats(100n),
    daily: msats(1_000n),
    destinations: ["*@shop.example", "internal"],
    networks: ["::1"],
  } as const;
  const WITHIN = {
    scopes: ["read"],
    cap: "100",
    daily: "999",
    destinations: ["a@shop.example"],
    networks: ["::1"],
  };
  const WIDER: readonly [string, object][] = [
    ["scopes", { scopes: ["read", "vouchers"] }],
    ["scopes", { scopes: "all" }],
    ["scopes", { scopes: null }],
    ["cap", { cap: "101" }],
    ["cap", { cap: "none" }],
    ["daily", { daily: "1001" }],
    ["daily", { daily: "none" }],
    ["destinations", { destinations: ["a@shop.example", "b@other.example"] }],
    ["destinations", { destinations: "any" }],
    ["networks", { networks: ["::/0"] }],
  ];

  it("are made within the member's rules alone, with what was asked for and not less", async () => {
    const member = await givenMember(BOUND, owner());
    expect(await make(WITHIN, member)).toMatchObject({
      policy: { scopes: ["read"], cap: "100", destinations: ["a@shop.example"], networks: ["::1"] },
      budgets: { daily: { limit: "999" }, weekly: { limit: null } },
    });
    for (const [rule, wider] of WIDER) {
      const { status, code, body } = await ask("POST", "/keys", { name: "x", ...WITHIN, ...wider }, { as: member });
      expect([rule, status, code]).toEqual([rule, 403, "key_too_wide"]);
      expect(body.error.details.map(({ field }: Body) => field)).toEqual([rule]);
    }
    const nothing = await ask("POST", "/keys", { name: "x" }, { as: member });
    expect(nothing.body.error.details.map(({ field }: Body) => field)).toEqual([
      ...["cap", "daily", "scopes", "destinations", "networks"],
    ]);
    expect(await listed()).toHaveLength(1);
  });

  it("have budgets by week and month within the member's", async () => {
    const member = await givenMember({ weekly: msats(10n), monthly: msats(20n) }, owner());
    await make({ weekly: "10", monthly: "20" }, member);
    for (const wider of [{ weekly: "11", monthly: "20" }, { weekly: "10" }, { monthly: "20", weekly: "none" }])
      expect((await ask("POST", "/keys", { name: "x", ...wider }, { as: member })).code).toBe("key_too_wide");
  });

  it("are not made by a change either, but a wide one may become narrower", async () => {
    const member = await givenMember(BOUND, owner());
    const { id } = await make(WITHIN, member);
    for (const [rule, { scopes, ...wider }] of WIDER as readonly [string, Body][]) {
      if (scopes === null) continue; // is left out
      const body = { ...wider, ...(scopes && { scopes }) };
      const answer = await ask("PATCH", `/keys/${id}`, body, { as: member });
      expect([rule, answer.code]).toEqual([rule, "key_too_wide"]);
    }
    const { id: wide } = await make({ cap: "900" });
    expect((await ask("PATCH", `/keys/${wide}`, { cap: "901" }, { as: member })).code).toBe("key_too_wide");
    const narrowed = await data("PATCH", `/keys/${wide}`, { cap: "899", daily: "5000" }, { as: member });
    expect(narrowed).toMatchObject({ policy: { cap: "899" }, budgets: { daily: { limit: "5000" } } });
    expect((await ask("PATCH", `/keys/${wide}`, { daily: "6000" }, { as: member })).code).toBe("key_too_wide");
  });

  it("are not made wider beside an operator who makes them narrower at the same moment", async () => {
    const member = await givenMember({ cap: msats(10n) }, owner());
    const { id } = await make({ cap: "100" });
    let isNarrowed = false;
    const { db } = database();
    // between the look at the rules and the change
    const slow: typeof db = Object.assign(Object.create(db), {
      query: async (statement: ReturnType<typeof sql>) => {
        if (statement.text.includes("insert into projects.key_policy") && !isNarrowed) {
          isNarrowed = true;
          await restrictKey(deps(), { keyId: id, changes: { cap: msats(20n) } });
        }
        return await db.query(statement);
      },
    });
    const widened = restrictKey(
      { ...deps(), db: slow },
      { keyId: id, changes: { cap: msats(90n) }, by: member.caller },
    );
    await expect(widened).rejects.toMatchObject({ code: "key_too_wide" });
    expect((await listed())[0]?.policy.cap).toBe("20");
  });

  it("are not rolled over by the member, who would see a secret that may do more", async () => {
    const member = await givenMember(BOUND, owner());
    const { id: wide } = await make({ ...WITHIN, cap: "101" });
    const { id: own } = await make(WITHIN, member);
    const { id: free } = await make();
    for (const id of [wide, free]) {
      const answer = await ask("POST", `/keys/${id}/roll`, {}, { as: member });
      expect([answer.status, answer.code]).toEqual([403, "key_too_wide"]);
    }
    expect(await data("POST", `/keys/${own}/roll`, {}, { as: member })).toMatchObject({ rolledFrom: own });
    expect(await data("DELETE", `/keys/${wide}`, undefined, { as: member })).toMatchObject({ status: "revoked" });
  });
});
