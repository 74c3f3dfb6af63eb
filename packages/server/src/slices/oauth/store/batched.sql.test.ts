import { expect, it } from "vitest";
import { type Db, one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { revokeApp } from "../apps/change-app.ts";
import { createApp } from "../apps/create-app.ts";
import { hashOfClientSecret } from "../model/app.ts";
import { sha256 } from "../model/sha256.ts";
import { adapterOf, REFRESH_GRACE_MS } from "../provider/adapter.ts";
import { consumeRefreshTokens, findArtifacts, findClients, saveArtifacts } from "./batched.ts";

const random = machineRandom();
const newHash = () => random.bytes(32);
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

onDatabase("what the protocol stores, in batched calls", (database) => {
  const onReplayed = async () => undefined;
  const machine = { clock: machineClock, random, log: createLog({ level: "silent", pretty: false }), onReplayed };

  function artifact(model: string, payload: Readonly<Record<string, unknown>> = {}, idHash = newHash()) {
    const of = { grantId: undefined, uid: undefined, userId: undefined, clientId: undefined };
    return { model, idHash, payload, ...of, expiresAt: secondsAgo(-60) };
  }

  async function givenToken(consumedAt?: Date): Promise<Uint8Array> {
    const token = artifact("RefreshToken");
    await database().batch(saveArtifacts, token);
    await database().db.query(
      sql`update oauth.artifact set consumed_at = ${consumedAt ?? null} where id_hash = ${token.idHash}`,
    );
    return token.idHash;
  }

  function use(idHash: Uint8Array): Promise<boolean> {
    return database().batch(consumeRefreshTokens, { idHash, now: new Date(), graceAfter: secondsAgo(10) });
  }

  async function consumedAt(idHash: Uint8Array): Promise<Date | undefined> {
    return (await database().batch(findArtifacts, { model: "RefreshToken", idHash }))?.consumedAt;
  }

  it("gives each what was stored under its model and hash, and nothing where nothing is", async () => {
    const { batch } = database();
    const stored = [
      artifact("Grant", { a: 'of "one"' }),
      artifact("Session", { b: [1, "\\"] }),
      artifact("Grant", { c: null }),
    ];
    await Promise.all(stored.map((item) => batch(saveArtifacts, item)));

    const [first] = stored;
    const keys = [
      ...stored,
      { model: "Grant", idHash: newHash() },
      { model: "Session", idHash: first?.idHash ?? newHash() },
    ];
    const found = await Promise.all(keys.map((key) => batch(findArtifacts, key)));
    expect(found.map((item) => item?.payload)).toEqual([...stored.map(({ payload }) => payload), undefined, undefined]);
    expect(found.map((item) => item?.consumedAt)).toEqual(Array(5).fill(undefined));
  });

  it("stores all fields, and of two for the same hash in one call the later one", async () => {
    const { batch, db } = database();
    const fields = { grantId: "a grant", uid: random.uuid(), userId: random.uuid(), clientId: "an application" };
    const first = { ...artifact("AccessToken", { turn: 1 }), ...fields };
    await Promise.all([
      batch(saveArtifacts, first),
      batch(saveArtifacts, artifact("Grant")),
      batch(saveArtifacts, { ...first, payload: { turn: 2 } }),
    ]);

    const rows = await db.query(sql`
      select payload, grant_id as "grantId", uid, user_id as "userId", client_id as "clientId", expires_at as "expiresAt"
        from oauth.artifact
       where id_hash = ${first.idHash}`);
    expect(rows).toEqual([{ ...fields, payload: { turn: 2 }, expiresAt: first.expiresAt }]);
  });

  it("lets refresh tokens be used, and again for a short time after their first use, which stays written", async () => {
    const recently = secondsAgo(5);
    const [fresh, young, old] = [await givenToken(), await givenToken(recently), await givenToken(secondsAgo(11))];
    const unknown = newHash();

    expect(await Promise.all([fresh, young, old, unknown, fresh].map(use))).toEqual([true, true, false, false, true]);
    expect(await consumedAt(fresh)).toBeInstanceOf(Date);
    expect(await consumedAt(young)).toEqual(recently);
  });

  it("uses nothing but refresh tokens", async () => {
    const code = artifact("AuthorizationCode");
    await database().batch(saveArtifacts, code);
    expect(await use(code.idHash)).toBe(false);
    expect((await database().batch(findArtifacts, code))?.consumedAt).toBeUndefined();
  });

  it("finds the applications that may log people in, each with its secrets", async () => {
    const { db, batch } = database();
    const deps = { ...machine, db };
    const project = await createProject({ ...database(), ...machine }, { name: `oauth ${random.uuid()}` });
    const register = (name: string, logoUrl?: string) =>
      createApp(deps, { projectId: project.id, name, logoUrl, redirectUris: ["https://app.example/callback"] });
    const [shop, bare, revoked] = [
      await register("Shop", "https://app.example/logo.png"),
      await register("Bare"),
      await register("Gone"),
    ];
    await db.query(sql`update oauth.app_secret set revoked_at = now() where app_id = ${bare.app.id}`);
    await revokeApp({ ...deps, journal: memoryJournal() }, revoked.app);

    const ids = [revoked, shop, bare].map(({ app }) => app.clientId as string);
    const found = await Promise.all([...ids, "unknown"].map((id) => batch(findClients, id)));
    const { clientId, name, logoUrl, redirectUris } = shop.app;
    const client = { clientId, name, logoUrl, redirectUris };
    expect(found).toEqual([
      undefined,
      { ...client, secretHashes: [Buffer.from(hashOfClientSecret(shop.clientSecret))] },
      undefined,
      undefined,
    ]);
  });

  it("reads rows by their hash alone, however many there are since the plan was made", async () => {
    const { db, batch } = database();
    const find = (hashes: readonly Uint8Array[]) => sql`select count(*) from oauth.find_tokens(now(), ${hashes})`;
    await db.query(find([newHash()]));
    const tokens = Array.from({ length: 500 }, (_, i) => artifact(i % 2 === 0 ? "AccessToken" : "RefreshToken"));
    await Promise.all(tokens.map((token) => batch(saveArtifacts, token)));
    const hashes = tokens.slice(0, 10).map(({ idHash }) => idHash);
    const models = tokens.slice(0, 10).map(({ model }) => model);
    const times = hashes.map(() => new Date());
    const calls = [
      find(hashes),
      sql`select count(*) from oauth.find_artifacts(now(), ${models}, ${hashes})`,
      sql`select count(*) from oauth.consume_refresh_tokens(now(), ${hashes}, ${times}, ${times})`,
    ];
    const soFar = sql`
      select seq_tup_read::int as "oneByOne", idx_tup_fetch::int as "byIndex"
        from pg_stat_xact_user_tables
       where schemaname = 'oauth'
         and relname = 'artifact'`;
    type Reads = { readonly oneByOne: number; readonly byIndex: number };
    for (const call of calls) {
      const [before, after] = await db.transaction(async (tx) => {
        const [earlier] = await tx.query<Reads>(soFar);
        await tx.query(call);
        return [earlier ?? { oneByOne: 0, byIndex: 0 }, one(await tx.query<Reads>(soFar))];
      });
      expect(after.oneByOne - before.oneByOne).toBe(0);
      expect(after.byIndex - before.byIndex).toBeLessThanOrEqual(10);
      expect(after.byIndex - before.byIndex).toBeGreaterThan(0);
    }
  });

  it("takes no statement of its own for a refresh", async () => {
    const refuse = () => Promise.reject(new Error("a statement beside the batches"));
    const db: Db = { query: refuse, transaction: refuse, snapshot: refuse };
    const adapter = adapterOf({ ...machine, db, batch: database().batch });
    const tokens = adapter("RefreshToken");

    await tokens.upsert("a refresh token", { accountId: "a user", scope: "user" }, 60);
    await tokens.consume("a refresh token");
    expect(await tokens.find("a refresh token")).toEqual({
      accountId: "a user",
      scope: "user",
      jti: "a refresh token",
    });
    expect(await adapter("Client").find("unknown")).toBeUndefined();
  });

  it("says of a code that it was used, from its first use on, and of a refresh token after a while", async () => {
    const { db, batch } = database();
    const adapter = adapterOf({ ...machine, db, batch });
    for (const model of ["AuthorizationCode", "RefreshToken"]) {
      await adapter(model).upsert("a secret", { scope: "user" }, 60);
      await adapter(model).consume("a secret");
      expect((await adapter(model).find("a secret"))?.consumed !== undefined).toBe(model === "AuthorizationCode");
    }
    const before = new Date(Date.now() - REFRESH_GRACE_MS);
    await db.query(sql`update oauth.artifact set consumed_at = ${before} where id_hash = ${sha256("a secret")}`);
    expect((await adapter("RefreshToken").find("a secret"))?.consumed).toBe(Math.floor(before.getTime() / 1_000));
  });

  it("lets one of many simultaneous uses of a code win", async () => {
    const { db, batch } = database();
    const codes = adapterOf({ ...machine, db, batch })("AuthorizationCode");
    await codes.upsert("a code", {}, 60);
    const used = await Promise.allSettled(Array.from({ length: 20 }, () => codes.consume("a code")));
    expect(used.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
