import type { RouteOptions } from "fastify";
import { expect, it } from "vitest";
import type { RefusedCall } from "#kernel/refused-call.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { projectPages } from "#service/project-pages.ts";
import { memberApi } from "#service/routes.ts";
import { ask } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { projectReads } from "#service/thing-routes.ts";
import { findersOf } from "#service/wire-requests.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { ACTIONS, type Action, mayDo, ROLES } from "./model/role.ts";
import { BASE_URL, givenPages } from "./testing/pages.harness.ts";

type Route = Pick<RouteOptions, "method" | "url"> & { readonly action: string };

const OF_PROJECT = "/dashboard/api/projects/:project";

/** All routes of members, those of the pages and those of the API, and each of them when it is added. */
async function givenAll(database: Parameters<typeof givenPages>[0]) {
  const added: RouteOptions[] = [];
  const watch: RoutesPlugin = (api) => api.addHook("onRoute", (route) => void added.push(route));
  const world = createWorld(database);
  const requests = { db: database.db, finders: findersOf(undefined) };
  const things = { paying: world.pay, requests, ramp: { finders: [], timelines: {}, lists: [] } };
  const ofPages = projectPages({ machine: world.pay, requests });
  const routes = [...ofPages, ...projectReads(things), ...memberApi(routeDeps(world))];
  const pages = await givenPages(database, { api: [watch], routes });
  // The scope of the pages writes the action when its own hook has seen the route.
  const found = added
    .filter(({ method, url }) => method !== "HEAD" && url.startsWith(OF_PROJECT))
    .map(({ method, url, config }): Route => ({ method, url, action: String(config?.action) }))
    .sort((a, b) => Number(a.action === "leave") - Number(b.action === "leave")); // who has left asks nothing more
  return { pages, found };
}

const ANY_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("every route of a project's pages", (database) => {
  it("asks each role for its action, and strangers learn nothing", async () => {
    const { pages, found } = await givenAll(database());
    const project = await pages.project();
    const others = await pages.project();
    const people = {
      owner: await pages.member(project, "owner"),
      developer: await pages.member(project, "developer"),
      viewer: await pages.member(project, "viewer"),
    };
    const stranger = await pages.member(others, "owner");
    const stale = await pages.member(project, "owner", 11);
    expect(found.length).toBeGreaterThan(80);
    for (const { method, url, action } of found) {
      const path = url.replace(":project", project.id).replaceAll(/:\w+/g, ANY_ID);
      const name = `${method} ${url} (${action})`;
      expect(Object.keys(ACTIONS), name).toContain(action);
      const call = (as: { cookie: string } | undefined) =>
        pages.call(method as "GET", path, { as, ...(method !== "GET" && { payload: {} }) });
      expect(await call(undefined), name).toMatchObject({ status: 401, code: "login_needed" });
      expect(await call(stranger), name).toMatchObject({ status: 404, code: "project_not_found" });
      if (url.endsWith("/events/stream")) continue; // its answer has no end
      for (const role of ROLES) {
        const { code } = await call(people[role]);
        const isRefused = code === "role_missing" || code === "login_needed" || code === "project_not_found";
        expect(isRefused, `${name} as ${role}: ${code}`).toBe(!mayDo(role, action as Action));
      }
      const { code } = await call(stale);
      expect(code === "fresh_login_needed", `${name} with an old login: ${code}`).toBe(
        ACTIONS[action as Action].isFresh,
      );
    }
  });

  it("looks up gamertags for who pays, without a new login, and not for a viewer", async () => {
    const { pages } = await givenAll(database());
    const project = await pages.project();
    const path = `/dashboard/api/projects/${project.id}/recipients?kind=gamertag&names=no-such`;
    const codeAs = async (...of: [role: "developer" | "viewer", minutesAgo?: number]) =>
      (await pages.call("GET", path, { as: await pages.member(project, ...of) })).code;
    expect([await codeAs("viewer"), await codeAs("developer", 11)]).toEqual(["role_missing", undefined]);
  });

  it("takes no call of another site, none without the header of our pages, and no key", async () => {
    const { pages, found } = await givenAll(database());
    const project = await pages.project();
    const owner = await pages.member(project, "owner");
    for (const { method, url } of found) {
      const path = url.replace(":project", project.id).replaceAll(/:\w+/g, ANY_ID);
      const headers = { cookie: owner.cookie, "content-type": "application/json" };
      const request = { method: method as "GET", url: path, ...(method !== "GET" && { payload: {} }) };
      const codeWith = async (more: Record<string, string>) =>
        (await ask(pages.app, { ...request, headers: { ...headers, ...more } })).json().error?.code;
      const own = { origin: BASE_URL, "x-leyden-page": "1" };
      const cross = { ...own, origin: "https://evil.example" };
      expect(await codeWith(cross), path).toBe("page_call_refused");
      expect(await codeWith({ ...own, "sec-fetch-site": "cross-site" }), path).toBe("page_call_refused");
      expect(await codeWith({ ...own, "sec-fetch-site": "same-site" }), path).toBe("page_call_refused");
      if (method === "GET") continue;
      expect(await codeWith({ origin: BASE_URL }), path).toBe("page_call_refused");
      expect(await codeWith({ "x-leyden-page": "1" }), path).toBe("page_call_refused");
      expect(await codeWith({ ...own, origin: "null" }), path).toBe("page_call_refused");
    }
  });

  it("leaves what is refused to a member in the log of the project, and nothing of a stranger", async () => {
    const refused: RefusedCall[] = [];
    const pages = await givenPages(database(), { refused: (call) => void refused.push(call) });
    const project = await pages.project();
    const [viewer, stale] = [await pages.member(project, "viewer"), await pages.member(project, "owner", 11)];
    const path = `/dashboard/api/projects/${project.id}/settings`;
    for (const as of [viewer, stale, await pages.someone()]) await pages.call("PATCH", path, { as, payload: {} });
    const shown = refused.map(({ caller, failure }) => [caller.wallet.owner.id, failure.code]);
    expect(shown).toEqual([
      [project.id, "role_missing"],
      [project.id, "fresh_login_needed"],
    ]);
  });

  it("counts on the person, and who is not let in on the address", async () => {
    const { pages } = await givenAll(database());
    const project = await pages.project();
    const viewer = await pages.member(project, "viewer");
    const before = await pages.call("GET", `/dashboard/api/projects/${project.id}/members`, { as: viewer });
    const after = await pages.call("GET", "/dashboard/api/me", { as: viewer });
    expect(Number(after.headers["ratelimit-remaining"])).toBe(Number(before.headers["ratelimit-remaining"]) - 1);
  });
});

onDatabase("the API", (database) => {
  it("never takes a cookie", async () => {
    const world = createWorld(database());
    const pages = await givenPages(database(), { api: memberApi(routeDeps(world)) });
    const project = await pages.project();
    const owner = await pages.member(project, "owner");
    for (const path of ["/v0/payments", "/v0/wallet", "/v0/webhook-endpoints"])
      expect(await pages.call("GET", path, { as: owner }), path).toMatchObject({ status: 401, code: "invalid_key" });
  });
});
