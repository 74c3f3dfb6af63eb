import { expect, it } from "vitest";
import { type Db, type Statement, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { adapterOf } from "../provider/adapter.ts";
import {
  anotherApp,
  anotherProcess,
  askToken,
  authorized,
  exchange,
  type Given,
  givenOauth,
  pkce,
  profileStatus,
  refresh,
  type TokenAnswer,
} from "../testing/oauth.harness.ts";

/** Cures 10 and 11: a code is good once, for one application, for a minute. */
onDatabase("an attacker with an authorization code", (database) => {
  const expectRefused = ({ status, body }: TokenAnswer, error = "invalid_grant") =>
    expect([status, body["error"], body["access_token"], body["accessToken"]], JSON.stringify(body)).toEqual([
      400,
      error,
      undefined,
      undefined,
    ]);

  async function expectDead(given: Given, tokens: TokenAnswer["body"]): Promise<void> {
    expect(await profileStatus(given, tokens["access_token"])).toBe(401);
    expectRefused(await askToken(given, refresh(given, tokens["refresh_token"])));
  }

  it.each([
    ["wrong", () => pkce().verifier],
    ["missing", () => undefined],
    ["empty", () => ""],
    ["the challenge itself", (_: string, challenge: string) => challenge],
    ["shorter by one", (verifier: string) => verifier.slice(0, 42)],
    ["longer", (verifier: string) => `${verifier}x`],
    ["longer than 128", (verifier: string) => verifier.repeat(4)],
    ["padded", (verifier: string) => `${verifier} `],
  ])("cannot use it with a verifier that is %s; the right one is still good", async (_, verifierOf) => {
    const given = await givenOauth(database());
    const { verifier, code } = await authorized(given);
    const { challenge } = pkce();
    const { status, body } = await askToken(given, {
      ...exchange(given, { code, verifier }),
      code_verifier: verifierOf(verifier, challenge),
    });
    expect([status, body["access_token"]]).toEqual([400, undefined]);
    expect(["invalid_grant", "invalid_request"]).toContain(body["error"]);
    expect((await askToken(given, exchange(given, { code, verifier }))).status).toBe(200);
  });

  it("who has no verifier ends nothing that its user has: not the code, and not the tokens after it", async () => {
    const given = await givenOauth(database());
    const login = await authorized(given);
    const guess = () => askToken(given, exchange(given, { ...login, verifier: pkce().verifier }));
    for (let i = 0; i < 10; i += 1) expectRefused(await guess());
    const { status, body } = await askToken(given, exchange(given, login));
    expect(status).toBe(200);
    for (let i = 0; i < 10; i += 1) expectRefused(await guess());
    expect(await profileStatus(given, body["access_token"])).toBe(200);
    expect((await askToken(given, refresh(given, body["refresh_token"]))).status).toBe(200);
    expect(given.replays).toEqual([]);
  });

  it("cannot use it twice, and what the first use gave is worth nothing then", async () => {
    const given = await givenOauth(database());
    const login = await authorized(given);
    const first = await askToken(given, exchange(given, login));
    const next = await askToken(given, refresh(given, first.body["refresh_token"]));
    expect(await profileStatus(given, first.body["access_token"])).toBe(200);
    expectRefused(await askToken(given, exchange(given, login)));
    await expectDead(given, first.body);
    await expectDead(given, next.body);
    expect(given.replays).toEqual([{ userId: given.alice.id, clientId: given.clientId }]);
  });

  it("ends by a second use what that login gave, and no other login of the user", async () => {
    const given = await givenOauth(database());
    const other = await askToken(given, exchange(given, await authorized(given)));
    const login = await authorized(given);
    await askToken(given, exchange(given, login));
    expectRefused(await askToken(given, exchange(given, login)));
    expect(await profileStatus(given, other.body["access_token"])).toBe(200);
    expect((await askToken(given, refresh(given, other.body["refresh_token"]))).status).toBe(200);
  });

  it("wins at most once of 20 uses at the same time, in two processes, and has nothing in the end", async () => {
    const given = await givenOauth(database());
    const processes = [given, await anotherProcess(given)];
    const login = await authorized(given);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => askToken(processes[i % 2] ?? given, exchange(given, login))),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer);
    for (const { body } of won) await expectDead(given, body);
    expect(given.replays.length).toBe(1);
  });

  it("ends what the login gave also when both uses have found the code unused", async () => {
    const given = await givenOauth(database());
    const { db } = given.protocolDeps;
    const met = Promise.withResolvers<void>();
    let marking = 0;
    const meeting: Db = {
      ...db,
      async query<Row>(statement: Statement) {
        if (/set consumed_at/.test(statement.text)) {
          marking += 1;
          if (marking === 2) met.resolve();
          await met.promise;
        }
        return await db.query<Row>(statement);
      },
    };
    const process = await anotherProcess(given, { db: meeting });
    const login = await authorized(given);
    const answers = await Promise.all([1, 2].map(() => askToken(process, exchange(given, login))));
    expect(marking).toBe(2);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) if (status === 200) await expectDead(given, body);
    expect(given.replays).toEqual([{ userId: given.alice.id, clientId: given.clientId }]);
  });

  it("cannot use it again in a process whose clock is behind", async () => {
    const given = await givenOauth(database());
    const clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() - 5_000) };
    const behind = await anotherProcess(given, { clock });
    const login = await authorized(given);
    expect((await askToken(given, exchange(given, login))).status).toBe(200);
    expectRefused(await askToken(behind, exchange(given, login)));
  });

  it("has no token that would be stored after the grant was ended, and none is left that was stored meanwhile", async () => {
    const given = await givenOauth(database());
    const { body } = await askToken(given, exchange(given, await authorized(given)));
    const stored = { grantId: "g".repeat(43), accountId: given.alice.id, clientId: given.clientId, scope: "user" };
    const [grants, tokens] = [adapterOf(given.protocolDeps)("Grant"), adapterOf(given.protocolDeps)("AccessToken")];
    await grants.upsert(stored.grantId, stored, 600);
    await tokens.upsert("before", stored, 600);
    expect(await profileStatus(given, "before")).toBe(200);

    const late = Promise.allSettled(
      Array.from({ length: 20 }, async (_, i) => {
        if (i === 10) await tokens.revokeByGrantId(stored.grantId);
        else await tokens.upsert(`late${i}`, stored, 600);
      }),
    );
    await late;
    await expect(tokens.upsert("after", stored, 600)).rejects.toMatchObject({ error: "invalid_grant" });
    for (const token of ["before", "after", ...Array.from({ length: 20 }, (_, i) => `late${i}`)])
      expect(await profileStatus(given, token), token).toBe(401);
    expect(await profileStatus(given, body["access_token"])).toBe(200);
  });

  it("cannot use the code of another application, and does not end it", async () => {
    const given = await givenOauth(database());
    const thief = await anotherApp(given);
    const login = await authorized(given);
    expectRefused(await askToken(given, exchange(thief, login)));
    const { status, body } = await askToken(given, exchange(given, login));
    expect(status).toBe(200);
    expectRefused(await askToken(given, exchange(thief, login)));
    expect(await profileStatus(given, body["access_token"])).toBe(200);
  });

  it.each([
    ["another registered address", "https://app.example/other"],
    ["an address of its own", "https://evil.example/callback"],
    ["no address", undefined],
    ["another way to write it", "https://app.example/callback/"],
  ])("cannot use it with %s", async (_, redirect_uri) => {
    const given = await givenOauth(database(), {
      redirectUris: ["https://app.example/callback", "https://app.example/other"],
    });
    const { status, body } = await askToken(given, { ...exchange(given, await authorized(given)), redirect_uri });
    expect([status, body["access_token"]]).toEqual([400, undefined]);
  });

  it("cannot use it after a minute", async () => {
    const given = await givenOauth(database());
    const login = await authorized(given);
    const { rows } = await age(login.code, 60);
    expect(rows).toBe(1);
    expectRefused(await askToken(given, exchange(given, login)));

    const young = await authorized(given);
    await age(young.code, 45);
    expect((await askToken(given, exchange(given, young))).status).toBe(200);
  });

  /** As if the code were `seconds` older. */
  async function age(code: string, seconds: number) {
    const changed = await database().admin.query(sql`
      update oauth.artifact
         set payload = payload || jsonb_build_object(
               'iat', (payload ->> 'iat')::int - ${seconds}::int, 'exp', (payload ->> 'exp')::int - ${seconds}::int),
             expires_at = expires_at - make_interval(secs => ${seconds})
       where model = 'AuthorizationCode'
         and id_hash = sha256(convert_to(${code}, 'UTF8'))
      returning model`);
    return { rows: changed.length };
  }
});
