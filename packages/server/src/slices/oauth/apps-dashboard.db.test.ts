import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenPages } from "#slices/members/testing/pages.harness.ts";
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
    expect((await pages.call("DELETE", at(`/${app.id}/secrets`), { as: developer })).data).toEqual({ ended: 1 });
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
      ["DELETE", `/${id}/secrets`],
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

  it("are so many at most, also when they are made at once", async () => {
    const { make } = await given();
    const answers = await Promise.all(Array.from({ length: APPS_MAX + 3 }, (_, n) => make(`Game ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(APPS_MAX);
    expect(answers.filter(({ code }) => code === "too_many_apps")).toHaveLength(3);
  });
});
