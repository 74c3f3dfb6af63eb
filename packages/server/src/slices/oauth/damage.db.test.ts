import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { revokeApp } from "./apps/change-app.ts";
import { invariants } from "./invariants.ts";
import { askToken, authorized, exchange, givenOauth } from "./testing/oauth.harness.ts";

onDatabase("the audit of the login protocol", (database) => {
  const breached = async () => {
    const lines = await runAudit({ db: database().db, invariants });
    return lines.filter(({ breaches }) => breaches.length > 0).map(({ id }) => id);
  };

  it("finds nothing after a login, and after its application was revoked", async () => {
    const given = await givenOauth(database());
    await askToken(given, exchange(given, await authorized(given)));
    await authorized(given);
    expect(await breached()).toEqual([]);
    await revokeApp(given, given.app);
    expect(await breached()).toEqual([]);
  });

  it.each([
    ["I14g", "a token without its grant", sql`delete from oauth.artifact where model = 'Grant'`],
    [
      "I14g",
      "a token of another user",
      sql`update oauth.artifact set user_id = gen_random_uuid() where model = 'AccessToken'`,
    ],
    [
      "I14g",
      "a token of another application",
      sql`update oauth.artifact set client_id = 'x' where model = 'RefreshToken'`,
    ],
    [
      "I14g",
      "a code of another user",
      sql`update oauth.artifact set user_id = gen_random_uuid() where model = 'AuthorizationCode'`,
    ],
    ["I14c", "an application without a secret", sql`update oauth.app_secret set revoked_at = now()`],
    [
      "I14c",
      "an application with three secrets",
      sql`insert into oauth.app_secret select sha256((id::text || n)::bytea), id, now() from oauth.app, generate_series(1, 2) n`,
    ],
    [
      "I14o",
      "a revoked application with tokens",
      sql`with revoked as (update oauth.app set revoked_at = now()) delete from oauth.consent`,
    ],
    [
      "I14o",
      "a revoked application with a consent",
      sql`with revoked as (update oauth.app set revoked_at = now()) delete from oauth.artifact`,
    ],
  ])("%s finds %s", async (id, _what, damage) => {
    await database().admin.query(sql`truncate oauth.artifact, oauth.consent, oauth.app_secret, oauth.app`);
    const given = await givenOauth(database());
    await askToken(given, exchange(given, await authorized(given)));
    await authorized(given);
    expect(await breached()).toEqual([]);
    await database().admin.query(damage);
    expect(await breached()).toEqual([id]);
  });
});
