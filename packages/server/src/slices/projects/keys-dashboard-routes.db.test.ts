import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { type Body, keysApi, random } from "./testing/keys-api.harness.ts";

onDatabase("the keys of a project, as members see them", (database) => {
  const { journal, clock, givenMember, ask, data, make, listed, actorOf } = keysApi(database);

  it("are made with all their rules, and what was granted is answered; the secret once", async () => {
    const endsAt = new Date(machineClock.now().getTime() + 86_400_000).toISOString();
    const wanted = {
      scopes: ["send", "read"],
      cap: 50_000,
      daily: "1000000",
      weekly: "2000000",
      monthly: "none",
      destinations: ["*@Shop.example"],
      networks: "any",
      endsAt,
    };
    const { status, body, cache } = await ask("POST", "/keys", { name: " Payouts ", ...wanted });
    expect([status, cache]).toEqual([200, "no-store"]);
    const { apiKey, ...key } = body.data;
    const none = { spent: "0", moreAt: null };
    expect(key).toMatchObject({
      name: "Payouts",
      status: "valid",
      endsAt,
      lastUsedAt: null,
      policy: { scopes: ["send", "read"], cap: "50000", destinations: ["*@shop.example"], networks: null },
      budgets: {
        daily: { ...none, limit: "1000000", remaining: "1000000" },
        weekly: { ...none, limit: "2000000", remaining: "2000000" },
        monthly: { ...none, limit: null, remaining: null },
      },
    });
    expect(await actorOf(apiKey)).toMatchObject({ keyId: key.id, access: { scopes: ["send", "read"] } });
    expect(await listed()).toEqual([key]);
    expect(JSON.stringify(await listed())).not.toContain(apiKey);
  });

  it("without a rule may do everything, and nothing of theirs is counted", async () => {
    const key = await make();
    expect(key).toMatchObject({ policy: null, budgets: null, prefix: key.apiKey.slice(0, 10) });
  });

  it("say what was spent of each budget, and when more comes", async () => {
    const { id } = await make({ daily: "100", weekly: "200" });
    await database().admin.query(sql`
      select projects.count_spending(${clock.now()}, array[${id}]::uuid[], array[40], array[1])`);
    const hour = Math.floor(clock.now().getTime() / 3_600_000);
    const day = Math.floor(hour / 24);
    const [{ budgets }] = (await listed()) as [Body];
    expect(budgets).toEqual({
      daily: { limit: "100", spent: "40", remaining: "60", moreAt: new Date((hour + 25) * 3_600_000).toISOString() },
      weekly: { limit: "200", spent: "40", remaining: "160", moreAt: new Date((day + 8) * 86_400_000).toISOString() },
      monthly: { limit: null, spent: "40", remaining: null, moreAt: new Date((day + 31) * 86_400_000).toISOString() },
    });
  });

  it("are listed newest first, in pages, with those that have ended", async () => {
    const [first, second, third] = [await make(), await make({ name: "second" }), await make({ name: "third" })];
    await data("DELETE", `/keys/${second.id}`);
    const ids = (rows: Body[]) => rows.map(({ id, status }) => [id, status]);
    expect(ids(await listed())).toEqual([
      [third.id, "valid"],
      [second.id, "revoked"],
      [first.id, "valid"],
    ]);
    const page = (await ask("GET", "/keys?limit=2")).body;
    expect(ids(page.data)).toEqual(ids(await listed()).slice(0, 2));
    const rest = (await ask("GET", `/keys?limit=2&cursor=${page.next_cursor}`)).body;
    expect(ids(rest.data)[0]).toEqual([first.id, "valid"]);
    expect(rest.next_cursor).toBeNull();
  });

  it.each<[what: string, body: object, code: string]>([
    ["no name", {}, "invalid_input"],
    ["a name of spaces", { name: "  " }, "invalid_input"],
    ["a name that is too long", { name: "x".repeat(41) }, "invalid_input"],
    ["a scope that there is none of", { name: "x", scopes: ["admin"] }, "invalid_input"],
    ["no scope", { name: "x", scopes: [] }, "invalid_input"],
    ["an amount with a point", { name: "x", daily: "1.5" }, "invalid_amount"],
    ["a negative budget", { name: "x", weekly: -1 }, "invalid_amount"],
    ["more bitcoin than there is", { name: "x", monthly: "2100000000000000001" }, "invalid_amount"],
    ["a destination that is none", { name: "x", destinations: ["*"] }, "invalid_input"],
    ["a network that is none", { name: "x", networks: ["here"] }, "invalid_input"],
    ["an end that is over", { name: "x", endsAt: "2020-01-01T00:00:00Z" }, "invalid_input"],
  ])("are not made with %s", async (_what, body, code) => {
    const answer = await ask("POST", "/keys", body);
    expect([answer.status, answer.code]).toEqual([400, code]);
    expect(await listed()).toEqual([]);
  });

  it("are changed rule by rule, and by name; what is not named stays", async () => {
    const { id } = await make({ cap: "5", daily: "50", destinations: ["internal"] });
    const changed = await data("PATCH", `/keys/${id}`, {
      name: "Refunds",
      daily: "none",
      weekly: "70",
      destinations: "any",
    });
    expect(changed).toMatchObject({
      name: "Refunds",
      policy: { scopes: null, cap: "5", destinations: null },
      budgets: { daily: { limit: null }, weekly: { limit: "70" } },
    });
    expect(await data("PATCH", `/keys/${id}`, {})).toEqual(changed);
    expect((await ask("PATCH", `/keys/${id}`, { cap: "x" })).status).toBe(400);
    await data("DELETE", `/keys/${id}`);
    expect((await ask("PATCH", `/keys/${id}`, { cap: "4" })).code).toBe("key_not_found");
    expect((await ask("PATCH", `/keys/${id}`, { name: "x" })).code).toBe("key_not_found");
  });

  it("are rolled over: the new secret once, both are listed", async () => {
    const { id, apiKey: before } = await make({ daily: "50" });
    const formerEndsAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const { body, cache } = await ask("POST", `/keys/${id}/roll`, { formerEndsAt });
    expect(cache).toBe("no-store");
    const { apiKey, ...made } = body.data;
    expect(made).toMatchObject({ name: "Payouts", rolledFrom: id, budgets: { daily: { limit: "50" } }, endsAt: null });
    expect(await listed()).toMatchObject([made, { id, rolledTo: made.id, status: "valid", endsAt: formerEndsAt }]);
    expect([await actorOf(before), await actorOf(apiKey)]).toMatchObject([{ keyId: id }, { keyId: made.id }]);
    expect((await ask("POST", `/keys/${id}/roll`)).code).toBe("key_rolled");
    const next = await data("POST", `/keys/${made.id}/roll`);
    expect(Date.parse((await listed())[1]?.endsAt) - Date.parse(next.createdAt)).toBe(86_400_000);
  });

  it("are revoked, and their secrets are refused", async () => {
    const { id, apiKey } = await make();
    expect(await data("DELETE", `/keys/${id}`)).toMatchObject({ id, status: "revoked" });
    expect(await actorOf(apiKey)).toBeUndefined();
    expect((await ask("DELETE", `/keys/${id}`)).code).toBe("key_not_found");
    expect((await ask("DELETE", "/keys/nonsense")).code).toBe("key_not_found");
  });

  describe("with an Idempotency-Key", () => {
    it("are made once, also by eight at the same time, and no secret is answered twice", async () => {
      const key = random.uuid();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => ask("POST", "/keys", { name: "Once", daily: "5" }, { key })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
      for (const { replayed, body } of answers) expect(body.data.apiKey === null).toBe(replayed);
      expect(await listed()).toHaveLength(1);

      const other = await ask("POST", "/keys", { name: "Once", daily: "6" }, { key });
      expect([other.status, other.code]).toEqual([422, "idempotency_mismatch"]);
      await data("DELETE", `/keys/${answers[0]?.body.data.id}`);
      const late = await ask("POST", "/keys", { name: "Once", daily: "5" }, { key });
      expect([late.replayed, late.body.data.status, late.body.data.apiKey]).toEqual([true, "revoked", null]);
    });

    it("are rolled over once, and a refused request leaves its key free", async () => {
      const key = random.uuid();
      expect((await ask("POST", `/keys/${random.uuid()}/roll`, {}, { key })).code).toBe("key_not_found");
      const { id } = await make();
      const [one, two] = [
        await ask("POST", `/keys/${id}/roll`, {}, { key }),
        await ask("POST", `/keys/${id}/roll`, {}, { key }),
      ];
      expect([one.replayed, two.replayed, two.body.data.apiKey]).toEqual([false, true, null]);
      expect(two.body.data.id).toBe(one.body.data.id);
      expect((await ask("POST", `/keys/${one.body.data.id}/roll`, {}, { key })).code).toBe("idempotency_mismatch");
    });

    it("are revoked once, and a line of the journal is written for what is revoked alone", async () => {
      const [{ id }, { id: other }] = [await make(), await make()];
      const key = random.uuid();
      journal.entries.splice(0);
      for (const replayed of [false, true]) {
        const answer = await ask("DELETE", `/keys/${id}`, undefined, { key });
        expect([answer.status, answer.replayed, answer.body.data.status]).toEqual([200, replayed, "revoked"]);
      }
      expect((await ask("DELETE", `/keys/${other}`, undefined, { key })).code).toBe("idempotency_mismatch");
      const stranger = await givenMember();
      expect((await ask("DELETE", `/keys/${other}`, undefined, { as: stranger })).code).toBe("key_not_found");
      expect(journal.entries).toMatchObject([{ what: "key.revoke", id }]);
    });
  });

  describe("of others", () => {
    it("are not seen, changed, rolled over or revoked", async () => {
      const { id } = await make({ daily: "50" });
      const stranger = await givenMember();
      const before = await listed();
      journal.entries.splice(0);
      expect(await listed(stranger)).toEqual([]);
      for (const [method, url, body] of [
        ["PATCH", `/keys/${id}`, { daily: "51" }],
        ["PATCH", `/keys/${id}`, { name: "mine" }],
        ["PATCH", `/keys/${id}`, {}],
        ["POST", `/keys/${id}/roll`, {}],
        ["DELETE", `/keys/${id}`, undefined],
      ] as const) {
        const answer = await ask(method, url, body, { as: stranger });
        const unknown = await ask(method, url.replace(id, random.uuid()), body, { as: stranger });
        expect([answer.status, answer.code]).toEqual([404, "key_not_found"]);
        expect(answer.body.message.replace(id, "")).toBe(unknown.body.message.replace(/[0-9a-f-]{36}/, ""));
      }
      expect(await listed()).toEqual(before);
      expect(journal.entries).toEqual([]);
    });
  });

  it("that wait for their rules after a restore get them from the operator alone", async () => {
    const { id } = await make({ cap: "5" });
    await database().admin.query(sql`
      update projects.project_key set unconfirmed = true, rules_changed = true where id = ${id}`);
    const answer = await ask("PATCH", `/keys/${id}`, { cap: "5" });
    expect([answer.status, answer.code]).toEqual([403, "key_unconfirmed"]);
    expect(await listed()).toMatchObject([{ waitsFor: "rules" }]);
  });
});
