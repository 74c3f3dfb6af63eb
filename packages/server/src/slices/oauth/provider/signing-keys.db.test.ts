import { expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { PUBLISHED_AROUND_MS } from "../model/key-rotation.ts";
import { askToken, authorized, exchange, givenOauth, random } from "../testing/oauth.harness.ts";
import { provideSigningKeys, rotateSigningKey } from "./signing-keys.ts";

const kidOf = (token = "") => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid as string;

onDatabase("the keys that sign id tokens", (database) => {
  it("are one at the first start, also of ten processes at the same time", async () => {
    await database().admin.query(sql`delete from oauth.signing_key`);
    const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
    const deps = { db: database().db, clock: machineClock, random, sealer };
    const starts = await Promise.all(Array.from({ length: 10 }, () => provideSigningKeys(deps)));
    expect(new Set(starts.map(({ keys }) => keys.map(({ kid }) => kid).join()))).toHaveLength(1);
    expect(starts[0]?.keys).toHaveLength(1);
  });

  it("are one also when another process makes it between two statements", async () => {
    await database().admin.query(sql`delete from oauth.signing_key`);
    const sealer = createSealer({ random, key: new Uint8Array(32).fill(7) });
    const deps = { db: database().db, clock: machineClock, random, sealer };
    let isFirst = true;
    const query: Db["query"] = async (statement) => {
      const rows = await database().db.query(statement);
      if (isFirst) {
        isFirst = false;
        await provideSigningKeys(deps);
      }
      return rows as never;
    };
    const { keys } = await provideSigningKeys({ ...deps, db: { ...database().db, query } });
    expect(keys).toHaveLength(1);
    expect(await provideSigningKeys(deps)).toEqual({ keys });
  });

  it("give way at once to another one when they became known, and it signs", async () => {
    await database().admin.query(sql`delete from oauth.signing_key`);
    const given = await givenOauth(database());
    const { protocol, protocolDeps } = given;
    const keys = async () => (await provideSigningKeys(protocolDeps)).keys.map(({ kid }) => kid);
    await protocol.refresh(); // makes the first one
    await rotateSigningKey(protocolDeps, { atOnce: false });
    const known = await keys();
    expect(known).toHaveLength(2);
    await rotateSigningKey(protocolDeps, { atOnce: true });
    await protocol.refresh();
    const [only = "", ...others] = await keys();
    expect([others, known.includes(only)]).toEqual([[], false]);
    const { body } = await askToken(given, exchange(given, await authorized(given, { scope: "openid" })));
    expect(kidOf(body["id_token"])).toBe(only);
  });

  it("are made anew after a restore, also of ten processes at once: the one of the copy is neither published nor signs", async () => {
    await database().admin.query(sql`delete from oauth.signing_key`);
    const given = await givenOauth(database());
    const { protocol, protocolDeps } = given;
    const published = async () => {
      const { keys } = (await (await fetch(`${given.baseUrl}/v1/oauth2/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    await provideSigningKeys(protocolDeps);
    await provideSigningKeys(protocolDeps, { isForced: true });
    await protocol.refresh();
    const ofCopy = await published();
    expect(ofCopy).toHaveLength(2);

    await database().db.query(sql`select login.end_all(${machineClock.now()})`);
    const made = await Promise.all(Array.from({ length: 10 }, () => provideSigningKeys(protocolDeps)));
    await protocol.refresh();

    const [only = "", ...others] = await published();
    expect([others, ofCopy.includes(only)]).toEqual([[], false]);
    expect(new Set(made.map(({ keys }) => keys.map(({ kid }) => kid).join()))).toEqual(new Set([only]));
    const { body } = await askToken(given, exchange(given, await authorized(given, { scope: "openid" })));
    expect(kidOf(body["id_token"])).toBe(only);
  });

  it("follow each other without a client noticing: published a day before, signing after, gone a day later", async () => {
    await database().admin.query(sql`delete from oauth.signing_key`);
    const given = await givenOauth(database());
    const { protocol, protocolDeps } = given;
    const published = async () => {
      const { keys } = (await (await fetch(`${given.baseUrl}/v1/oauth2/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    const signedBy = async () => {
      const { body } = await askToken(given, exchange(given, await authorized(given, { scope: "openid" })));
      return kidOf(body["id_token"]);
    };
    /** As if all keys were older. */
    const age = (ms: number) =>
      database().admin.query(sql`
        update oauth.signing_key set signs_from = signs_from - make_interval(secs => ${ms / 1_000})`);

    const [first = ""] = await published();
    expect(await signedBy()).toBe(first);
    await provideSigningKeys(protocolDeps, { isForced: true });
    await protocol.refresh();
    const [, second = ""] = await published();
    expect(await published()).toEqual([first, second]);
    expect(await signedBy()).toBe(first);

    await age(PUBLISHED_AROUND_MS + 1_000);
    await protocol.refresh();
    expect(await published()).toEqual([second, first]);
    expect(await signedBy()).toBe(second);

    await age(PUBLISHED_AROUND_MS);
    await protocol.refresh();
    expect(await published()).toEqual([second]);
    expect(await signedBy()).toBe(second);
  });
});
