import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { adapterOf } from "../provider/adapter.ts";
import {
  anotherApp,
  anotherProcess,
  askToken,
  type Given,
  givenOauth,
  profileStatus,
  refresh,
  tokensOf,
} from "../testing/oauth.harness.ts";

/** Cure 14: refresh tokens follow each other, and a second use after a short grace ends them all. */
onDatabase("an attacker with a refresh token", (database) => {
  /** As if all refresh tokens of Alice had been used `seconds` earlier than they were. */
  async function usedEarlier({ alice }: Given, seconds: number): Promise<void> {
    await database().admin.query(sql`
      update oauth.artifact
         set consumed_at = consumed_at - make_interval(secs => ${seconds})
       where model = 'RefreshToken'
         and user_id = ${alice.id}`);
  }

  const errorOf = async (given: Given, token: string | undefined, more: object = {}) => {
    const { status, body } = await askToken(given, { ...refresh(given, token), ...more });
    return [status, body["error"], body["access_token"]];
  };
  const REFUSED = [400, "invalid_grant", undefined];

  it("ends the whole family by using one again after the grace", async () => {
    const given = await givenOauth(database());
    const first = await tokensOf(given);
    const second = await askToken(given, refresh(given, first.refresh));
    await usedEarlier(given, 11);
    expect(await errorOf(given, first.refresh)).toEqual(REFUSED);
    expect(await errorOf(given, second.body["refresh_token"])).toEqual(REFUSED);
    expect(await profileStatus(given, first.access)).toBe(401);
    expect(await profileStatus(given, second.body["access_token"])).toBe(401);
    expect(given.replays).toEqual([{ userId: given.alice.id, clientId: given.clientId }]);
  });

  it("gets a pair of the same family within the grace, which ends with the family", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given);
    const pairs = [await askToken(given, refresh(given, token)), await askToken(given, refresh(given, token))];
    expect(new Set(pairs.map(({ body }) => body["refresh_token"])).size).toBe(2);
    for (const { body } of pairs) expect(await profileStatus(given, body["access_token"])).toBe(200);
    await usedEarlier(given, 11);
    expect(await errorOf(given, token)).toEqual(REFUSED);
    for (const { body } of pairs) {
      expect(await profileStatus(given, body["access_token"])).toBe(401);
      expect(await errorOf(given, body["refresh_token"])).toEqual(REFUSED);
    }
  });

  it("cannot stretch the grace: it begins with the first use", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given);
    await askToken(given, refresh(given, token));
    await usedEarlier(given, 6);
    expect((await askToken(given, refresh(given, token))).status).toBe(200);
    await usedEarlier(given, 6);
    expect(await errorOf(given, token)).toEqual(REFUSED);
  });

  it("gets pairs of one family for 20 uses at the same time in two processes", async () => {
    const given = await givenOauth(database());
    const processes = [given, await anotherProcess(given)];
    const { refresh: token } = await tokensOf(given);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => askToken(processes[i % 2] ?? given, refresh(given, token))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body["refresh_token"])).size).toBe(20);
    const [{ grants } = { grants: 0n }] = await database().admin.query<{ readonly grants: bigint }>(sql`
      select count(distinct grant_id) as grants from oauth.artifact
       where user_id = ${given.alice.id} and model = 'RefreshToken'`);
    expect(Number(grants)).toBe(1);
    await usedEarlier(given, 11);
    expect(await errorOf(given, token)).toEqual(REFUSED);
    for (const { body } of answers) expect(await profileStatus(given, body["access_token"])).toBe(401);
  });

  it("gets nothing after the grace of 20 uses at the same time, and what was given before is dead", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given);
    const next = await askToken(given, refresh(given, token));
    await usedEarlier(given, 11);
    const answers = await Promise.all(Array.from({ length: 20 }, () => errorOf(given, token)));
    expect(answers).toEqual(Array(20).fill(REFUSED));
    expect(given.replays.length).toBe(1);
    expect(await errorOf(given, next.body["refresh_token"])).toEqual(REFUSED);
  });

  it("ends the whole family also when it was found unused, and marked after the grace of its first use", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given);
    const tokens = adapterOf(given.protocolDeps)("RefreshToken");
    expect(await tokens.find(token)).not.toHaveProperty("consumed");
    const next = await askToken(given, refresh(given, token));
    await usedEarlier(given, 11);
    await expect(tokens.consume(token)).rejects.toMatchObject({ error: "invalid_grant" });
    expect(await profileStatus(given, next.body["access_token"])).toBe(401);
    expect(await errorOf(given, next.body["refresh_token"])).toEqual(REFUSED);
  });

  it("cannot use it as another application, and does not end it so", async () => {
    const given = await givenOauth(database());
    const thief = await anotherApp(given);
    const { refresh: token, access } = await tokensOf(given);
    expect(await errorOf(thief, token)).toEqual(REFUSED);
    expect((await askToken(given, refresh(given, token))).status).toBe(200);
    await usedEarlier(given, 11);
    expect(await errorOf(thief, token)).toEqual(REFUSED);
    expect(await profileStatus(given, access)).toBe(200);
  });

  it("cannot widen the scope, and narrows it for one access token alone", async () => {
    const given = await givenOauth(database());
    const { refresh: token } = await tokensOf(given, { scope: "user" });
    for (const scope of ["user wallet", "wallet", "openid user", "admin"])
      expect(await errorOf(given, token, { scope }), scope).toEqual([400, "invalid_scope", undefined]);
    const both = await tokensOf(given, { scope: "user wallet" });
    const narrow = await askToken(given, { ...refresh(given, both.refresh), scope: "wallet" });
    expect(narrow.body["scope"]).toBe("wallet");
    expect(await profileStatus(given, narrow.body["access_token"])).toBe(403);
    const wide = await askToken(given, refresh(given, narrow.body["refresh_token"]));
    expect(wide.body["scope"]).toBe("user wallet");
    const written = await askToken(given, { ...refresh(given, wide.body["refresh_token"]), scope: "wallet,user" });
    expect([written.status, written.body["scope"]]).toEqual([200, "user wallet"]);
  });

  it.each([
    ["an access token", (tokens: { access: string }) => tokens.access],
    ["nothing", () => ""],
    ["a guess", () => "x".repeat(36)],
    ["a text with NUL", () => "\u0000"],
    ["a text that is too long", () => "x".repeat(50_000)],
  ])("gets nothing for %s", async (_, tokenOf) => {
    const given = await givenOauth(database());
    const { status, body } = await askToken(given, refresh(given, tokenOf(await tokensOf(given))));
    expect([status, body["access_token"]]).toEqual([400, undefined]);
  });

  it("ends with the application that has it, and with the user", async () => {
    const given = await givenOauth(database());
    const { refresh: token, access } = await tokensOf(given);
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${given.alice.id}`);
    expect(await profileStatus(given, access)).toBe(401);
    expect(await errorOf(given, token)).toEqual(REFUSED);
    await database().admin.query(sql`update users.user set blocked_at = null where id = ${given.alice.id}`);
    expect(await profileStatus(given, access)).toBe(200);
  });
});
