import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import type { User } from "#users";
import { revokeApp } from "./apps/change-app.ts";
import { createApp } from "./apps/create-app.ts";
import { disconnectApp } from "./apps/disconnect-app.ts";
import { knownUserRoutes } from "./known-users-routes.ts";
import type { App } from "./model/app.ts";

onDatabase("the users of a project", (database) => {
  let app: Api;
  let [game, shop, rival]: App[] = [];
  let [alice, bob, carol]: User[] = [];
  const callers = new Map<string, Caller>();

  /** As if a user had allowed it this many minutes after noon. */
  async function allow(user: User | undefined, to: App | undefined, scopes: readonly string[], minutes: number) {
    const at = new Date(Date.UTC(2026, 10, 20, 12, minutes));
    await database().admin.query(sql`
      insert into oauth.consent (user_id, client_id, scopes, created_at, updated_at)
      values (${user?.id ?? null}, ${to?.clientId ?? null}, ${scopes}, ${at}, ${at})`);
  }

  beforeAll(async () => {
    const world = createWorld(database());
    for (const name of ["owner", "other"]) callers.set(name, await world.project(name, sats(0n)));
    const make = async (of: string, name: string) =>
      (
        await createApp(world.drive, {
          projectId: callers.get(of)?.wallet.owner.id as never,
          name,
          redirectUris: ["https://app.example/back"],
        })
      ).app;
    [game, shop, rival] = [await make("owner", "a game"), await make("owner", "a shop"), await make("other", "rival")];
    [alice, bob, carol] = [await givenUser(database()), await givenUser(database()), await givenUser(database())];
    await allow(alice, game, ["user"], 1);
    await allow(bob, game, ["openid", "profile"], 2);
    await allow(alice, shop, ["email", "openid"], 3);
    await allow(carol, rival, ["user"], 4);
    await allow(carol, shop, ["wallet"], 5);
    app = await sampleApp({ authenticate: async (key) => callers.get(key), routes: [knownUserRoutes(database())] });
  });
  afterAll(() => app.close());

  const ask = async (url: string, apikey = "owner") => await app.inject({ url, headers: { apikey } } as InjectOptions);
  const seen = async (query = "", as?: string) =>
    (await ask(`/users${query}`, as))
      .json()
      .data.map((row: { id: string; app: { name: string } }) => [row.id, row.app.name]);

  it("are those that its applications know, once for each, who came last first", async () => {
    const all = [
      [carol?.id, "a shop"],
      [alice?.id, "a shop"],
      [bob?.id, "a game"],
      [alice?.id, "a game"],
    ];
    expect(await seen()).toEqual(all);
    expect(await seen("", "other")).toEqual([[carol?.id, "rival"]]);
    expect(await seen(`?appId=${game?.id}`)).toEqual(all.slice(2));
    expect(await seen(`?appId=${rival?.id}`), "an application of another project").toEqual([]);
    expect(await seen("?from=2026-11-20T12:02:00Z&to=2026-11-20T12:05:00Z")).toEqual(all.slice(1, 3));
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const { data, next_cursor } = (await ask(`/users?limit=1${cursor}`)).json();
      paged.push(...data.map((row: { id: string; app: { name: string } }) => [row.id, row.app.name]));
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(paged).toEqual(all);
  });

  it("are shown with as much as they allow", async () => {
    const { data } = (await ask("/users")).json();
    expect(data.map(({ email }: { email: string | null }) => email)).toEqual([null, alice?.email, null, alice?.email]);
    expect(data[3]).toEqual({
      id: alice?.id,
      gamertag: alice?.gamertag,
      email: alice?.email,
      app: { id: game?.id, clientId: game?.clientId, name: "a game" },
      scopes: ["user"],
      since: "2026-11-20T12:01:00.000Z",
      lastAllowedAt: "2026-11-20T12:01:00.000Z",
    });
    const lines = (await ask("/users?format=csv")).body.trim().split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines[1]).toBe(
      `${carol?.id},${carol?.gamertag},,a shop,${shop?.id},wallet,2026-11-20T12:05:00.000Z,2026-11-20T12:05:00.000Z`,
    );
  });

  it("are read by the id, each application with what it may see", async () => {
    const { data } = (await ask(`/users/${alice?.id.toUpperCase()}`)).json();
    expect(data.map((row: { app: { name: string } }) => row.app.name)).toEqual(["a shop", "a game"]);
    for (const [id, as] of [
      [alice?.id, "other"],
      [game?.id, "owner"],
      ["x", "owner"],
    ])
      expect((await ask(`/users/${id}`, as)).json().error.code).toBe("user_not_found");
  });

  it.each(["x", "2026", "2026-11-20T12:01:00.000Z", "x y z"])("refuse the cursor %j", async (text) => {
    const cursor = Buffer.from(text).toString("base64url");
    expect((await ask(`/users?cursor=${cursor}`)).json().error).toMatchObject({
      code: "invalid_input",
      details: [{ field: "cursor" }],
    });
  });

  it("are users no more when they take it back, or when the application is revoked", async () => {
    await disconnectApp(database(), { userId: alice?.id as never, clientId: shop?.clientId as never });
    expect(await seen(`?appId=${shop?.id}`)).toEqual([[carol?.id, "a shop"]]);
    await revokeApp(createWorld(database()).drive, { id: game?.id as never });
    expect(await seen()).toEqual([[carol?.id, "a shop"]]);
    expect((await ask(`/users/${bob?.id}`)).json().error.code).toBe("user_not_found");
  });
});
