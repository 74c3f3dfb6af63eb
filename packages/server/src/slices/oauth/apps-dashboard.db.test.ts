import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenPages, type Someone } from "#slices/members/testing/pages.harness.ts";
import { isClientSecret } from "./apps/is-client-secret.ts";
import { APPS_MAX, type ClientId } from "./model/app.ts";

const REDIRECT = "https://game.example/callback";

onDatabase("applications on the dashboard", (database) => {
  async function given() {
    const pages = await givenPages(database());
    const project = await pages.project();
    const developer = await pages.member(project, "developer");
    const at = (rest = "", id: string = project.id) => `/dashboard/api/projects/${id}/apps${rest}`;
    const make = (name = "Game") =>
      pages.call("POST", at(), { as: developer, payload: { name, redirectUris: [REDIRECT] } });
    return { pages, project, developer, at, make };
  }
  const isSecret = (clientId: string, clientSecret: string) =>
    isClientSecret(database().db, { clientId: clientId as ClientId, clientSecret });

  it("are made with a secret that is shown once, changed, rotated and ended", async () => {
    const { pages, developer, at, make } = await given();
    const { data, status } = await make();
    expect(status).toBe(200);
    const { app, clientSecret } = data;
    expect(app).toMatchObject({ name: "Game", redirectUris: [REDIRECT], revokedAt: null });
    expect(await isSecret(app.clientId, clientSecret)).toBe(true);
    const shown = await pages.call("GET", at(`/${app.id}`), { as: developer });
    expect(shown.data.secrets).toHaveLength(1);
    expect(shown.body).not.toContain(clientSecret);

    const change = { as: developer, payload: { name: "Game 2", redirectUris: [REDIRECT, `${REDIRECT}/2`] } };
    expect((await pages.call("PATCH", at(`/${app.id}`), change)).data).toMatchObject({ name: "Game 2" });
    const wrong = { as: developer, payload: { redirectUris: ["http://game.example/"] } };
    expect(await pages.call("PATCH", at(`/${app.id}`), wrong)).toMatchObject({ status: 400, code: "invalid_input" });

    pages.clock.advance(1_000);
    const next = (await pages.call("POST", at(`/${app.id}/secrets`), { as: developer })).data.clientSecret;
    expect([await isSecret(app.clientId, clientSecret), await isSecret(app.clientId, next)]).toEqual([true, true]);
    const { secrets } = (await pages.call("GET", at(`/${app.id}`), { as: developer })).data;
    expect(secrets).toMatchObject([
      { lastFour: clientSecret.slice(-4), usedAt: null },
      { lastFour: next.slice(-4), createdAt: pages.clock.now().toISOString() },
    ]);
    const end = (id: string) => pages.call("DELETE", at(`/${app.id}/secrets/${id}`), { as: developer });
    expect((await end(secrets[0].id)).status).toBe(200);
    expect(await end(secrets[0].id)).toMatchObject({ status: 404, code: "client_secret_not_found" });
    expect(await end(secrets[1].id)).toMatchObject({ status: 409, code: "last_client_secret" });
    expect([await isSecret(app.clientId, clientSecret), await isSecret(app.clientId, next)]).toEqual([false, true]);

    expect((await pages.call("DELETE", at(`/${app.id}`), { as: developer })).status).toBe(200);
    expect(await isSecret(app.clientId, next)).toBe(false);
    const list = await pages.call("GET", at(), { as: developer });
    expect(list.data.apps).toMatchObject([{ id: app.id, name: "Game 2", revokedAt: expect.any(String) }]);
  });

  it("are nothing to another project, and are not changed by it", async () => {
    const { pages, developer, at, make } = await given();
    const { data } = await make();
    const other = await pages.project();
    const stranger = await pages.member(other, "owner");
    const { id } = data.app;
    const calls = [
      ["GET", `/${id}`],
      ["PATCH", `/${id}`],
      ["POST", `/${id}/secrets`],
      ["DELETE", `/${id}/secrets/${data.clientSecret.slice(-4)}`],
      ["DELETE", `/${id}`],
    ] as const;
    for (const [method, rest] of calls) {
      const payload = method === "PATCH" ? { payload: { name: "Stolen" } } : {};
      const answer = await pages.call(method, at(rest, other.id), { as: stranger, ...payload });
      expect(answer, `${method} ${rest}`).toMatchObject({ status: 404, code: "app_not_found" });
    }
    expect((await pages.call("GET", at("", other.id), { as: stranger })).data.apps).toEqual([]);
    const shown = await pages.call("GET", at(`/${id}`), { as: developer });
    expect(shown.data).toMatchObject({ name: "Game", revokedAt: null, secrets: [{}] });
  });

  /** Calls with a key of their own. */
  const withKey = (pages: Awaited<ReturnType<typeof given>>["pages"], as: Someone) => {
    const headers = { "idempotency-key": pages.deps.random.uuid() };
    return (path: string, payload?: object) => pages.call("POST", path, { as, headers, ...(payload && { payload }) });
  };

  it("are made once for a key, with the secret in the first answer alone", async () => {
    const { pages, developer, at } = await given();
    const payload = { name: "Game", redirectUris: [REDIRECT], logoUrl: "https://game.example/logo.png" };
    const post = withKey(pages, developer);
    const racing = await Promise.all(Array.from({ length: 6 }, () => post(at(), payload)));
    const [first, ...more] = racing.filter(({ data }) => data.clientSecret !== null);
    expect(more).toEqual([]);
    expect(first?.headers).toMatchObject({ "cache-control": "no-store" });
    expect(first?.headers).not.toHaveProperty("idempotent-replayed");
    expect(await isSecret(first?.data.app.clientId, first?.data.clientSecret)).toBe(true);
    const again = await post(at(), { ...payload, name: " Game " });
    expect(again).toMatchObject({ status: 200, data: { app: first?.data.app, clientSecret: null } });
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true" });
    for (const { data } of racing) expect(data.app).toEqual(first?.data.app);

    const others = [{ name: "Other" }, { redirectUris: [`${REDIRECT}/2`] }, { logoUrl: undefined }];
    for (const other of others) expect((await post(at(), { ...payload, ...other })).code).toBe("idempotency_mismatch");
    const list = await pages.call("GET", at(), { as: developer });
    expect(list.data.apps).toHaveLength(1);
    const shown = await pages.call("GET", at(`/${first?.data.app.id}`), { as: developer });
    expect(shown.data.secrets).toHaveLength(1);
  });

  it("get another secret once for a key, and a repeated call ends none", async () => {
    const { pages, developer, at, make } = await given();
    const [{ data: made }, { data: another }] = [await make("One"), await make("Two")];
    const path = at(`/${made.app.id}/secrets`);
    pages.clock.advance(1_000);
    const post = withKey(pages, developer);
    const racing = await Promise.all(Array.from({ length: 6 }, () => post(path)));
    const secrets = racing.flatMap(({ data }) => data.clientSecret ?? []);
    expect(secrets).toHaveLength(1);
    const again = await post(path);
    expect(again).toMatchObject({ status: 200, data: { app: made.app, clientSecret: null } });
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true", "cache-control": "no-store" });
    for (const secret of [made.clientSecret, secrets[0]]) expect(await isSecret(made.app.clientId, secret)).toBe(true);
    const shown = await pages.call("GET", at(`/${made.app.id}`), { as: developer });
    expect(shown.data.secrets).toHaveLength(2);
    expect((await post(at(`/${another.app.id}/secrets`))).code).toBe("idempotency_mismatch");
  });

  it("have two secrets at most: a third is refused until one is ended, and of both ends at once one stays", async () => {
    const { pages, developer, at, make } = await given();
    const { app, clientSecret: first } = (await make()).data;
    const path = at(`/${app.id}/secrets`);
    const racing = await Promise.all(Array.from({ length: 5 }, () => pages.call("POST", path, { as: developer })));
    const second = racing.find(({ status }) => status === 200)?.data.clientSecret;
    expect(racing.filter(({ code }) => code === "too_many_client_secrets")).toHaveLength(4);
    expect([await isSecret(app.clientId, first), await isSecret(app.clientId, second)]).toEqual([true, true]);
    const post = withKey(pages, developer);
    expect(await post(path)).toMatchObject({ status: 409, code: "too_many_client_secrets" });

    const end = (secret: string) => pages.call("DELETE", `${path}/${secret.slice(-4)}`, { as: developer });
    const ended = await Promise.all([first, second].map(end));
    expect(ended.map(({ code }) => code ?? "ended").sort()).toEqual(["ended", "last_client_secret"]);
    const left = await Promise.all([first, second].map((secret) => isSecret(app.clientId, secret)));
    expect(left.sort()).toEqual([false, true]);
    expect((await post(path)).data.clientSecret).toEqual(expect.any(String)); // its key was free
  });

  it("let nobody make or end a secret who may not, or whose login is old", async () => {
    const { pages, developer, project, at, make } = await given();
    const { app, clientSecret } = (await make()).data;
    const { clientSecret: second } = (await pages.call("POST", at(`/${app.id}/secrets`), { as: developer })).data;
    const viewer = await pages.member(project, "viewer");
    const calls = [
      ["POST", `/${app.id}/secrets`],
      ["DELETE", `/${app.id}/secrets/${clientSecret.slice(-4)}`],
    ] as const;
    for (const [method, rest] of calls)
      expect((await pages.call(method, at(rest), { as: viewer })).code).toBe("role_missing");
    expect((await pages.call("GET", at(`/${app.id}`), { as: viewer })).body).not.toContain(clientSecret);
    pages.clock.advance(601_000);
    for (const [method, rest] of calls)
      expect((await pages.call(method, at(rest), { as: developer })).code).toBe("fresh_login_needed");
    const left = await Promise.all([clientSecret, second].map((secret) => isSecret(app.clientId, secret)));
    expect(left).toEqual([true, true]);
  });

  it("leave the key free when they are refused", async () => {
    const { pages, developer, at, make } = await given();
    const { data: made } = await make("One");
    await Promise.all(Array.from({ length: APPS_MAX - 1 }, (_, n) => make(`Game ${n}`)));
    const post = withKey(pages, developer);
    const payload = { name: "Later", redirectUris: [REDIRECT] };
    expect((await post(at(), payload)).code).toBe("too_many_apps");
    await pages.call("DELETE", at(`/${made.app.id}`), { as: developer });
    const later = await post(at(), payload);
    expect(later).toMatchObject({ status: 200, data: { app: { name: "Later" }, clientSecret: expect.any(String) } });
    const ended = withKey(pages, developer);
    expect((await ended(at(`/${made.app.id}/secrets`))).code).toBe("app_not_found");
    expect((await ended(at(`/${later.data.app.id}/secrets`))).data.clientSecret).toEqual(expect.any(String));
  });

  it("of another project learn nothing by a key that was used here", async () => {
    const { pages, developer, at } = await given();
    const payload = { name: "Game", redirectUris: [REDIRECT] };
    const headers = { "idempotency-key": pages.deps.random.uuid() };
    const mine = await pages.call("POST", at(), { as: developer, headers, payload });
    const other = await pages.project();
    const stranger = await pages.member(other, "owner");
    const theirs = await pages.call("POST", at("", other.id), { as: stranger, headers, payload });
    expect(theirs.data.clientSecret).toEqual(expect.any(String));
    expect(theirs.data.app.id).not.toBe(mine.data.app.id);
    const rotated = at(`/${mine.data.app.id}/secrets`, other.id);
    expect((await pages.call("POST", rotated, { as: stranger, headers })).code).toBe("app_not_found");
    const shown = await pages.call("GET", at(`/${mine.data.app.id}`), { as: developer });
    expect(shown.data.secrets).toHaveLength(1);
  });

  it("are so many at most, also when they are made at once", async () => {
    const { make } = await given();
    const answers = await Promise.all(Array.from({ length: APPS_MAX + 3 }, (_, n) => make(`Game ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(APPS_MAX);
    expect(answers.filter(({ code }) => code === "too_many_apps")).toHaveLength(3);
  });
});
