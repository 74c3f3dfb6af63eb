import type { RouteOptions } from "fastify";
import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { ownWalletRoutes } from "#service/page-routes.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { BASE_URL, callsOf } from "#slices/members/testing/pages.harness.ts";
import { ACTIONS, type Action } from "./model/action.ts";
import { givenOwnWallet } from "./testing/own-wallet.harness.ts";

type Route = Pick<RouteOptions, "method" | "url"> & { readonly action: string };
type Method = "GET";

const ANY_ID = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("every call of the wallet's page", (database) => {
  /** All of them, and each that is added. */
  async function givenAll() {
    const world = await givenOwnWallet(database());
    const found: Route[] = [];
    const watch: RoutesPlugin = (api) =>
      void api.addHook("onRoute", ({ method, url, config }) => {
        if (method !== "HEAD" && url.startsWith("/wallet/api/"))
          found.push({ method, url: url.replaceAll(/:\w+/g, ANY_ID), action: String(config?.action) });
      });
    const app = await sampleApp({
      clock: world.clock,
      baseUrl: BASE_URL,
      routes: [watch, ownWalletRoutes(world.deps)],
    });
    return { ...world, app, found, call: callsOf(app) };
  }

  it("asks for a login, and for a fresh one where money leaves or the address changes", async () => {
    const { someone, found, call } = await givenAll();
    const stale = await someone(sats(1_000n), 11);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter(({ action }) => action === "send").map(({ url }) => url)).toEqual(["/wallet/api/payments"]);
    expect(found.filter(({ action }) => action === "gamertag").map(({ url }) => url)).toEqual(["/wallet/api/gamertag"]);
    for (const { method, url, action } of found) {
      const name = `${method} ${url} (${action})`;
      expect(Object.keys(ACTIONS), name).toContain(action);
      const options = method === "GET" ? {} : { payload: {} };
      const nobody = await call(method as Method, url, options);
      expect([nobody.status, nobody.code], name).toEqual([401, "login_needed"]);
      if (url.endsWith("/stream")) continue; // its answer has no end
      const { code } = await call(method as Method, url, { as: stale, ...options });
      expect(code === "fresh_login_needed", `${name}: ${code}`).toBe(ACTIONS[action as Action].isFresh);
    }
  });

  it("is refused to pages of other sites, without the header of our pages, and to a key", async () => {
    const { app, someone, found } = await givenAll();
    const { cookie } = await someone();
    const own = { origin: BASE_URL, "x-leyden-page": "1" };
    for (const { method, url } of found) {
      const base = { cookie, "content-type": "application/json" };
      const codeWith = async (more: Record<string, string>, without: readonly string[] = []) => {
        const headers = Object.fromEntries(
          Object.entries({ ...base, ...more }).filter(([name]) => !without.includes(name)),
        );
        const payload = method === "GET" ? undefined : {};
        return (await ask(app, { method: method as Method, url, headers, ...(payload && { payload }) })).json().error
          ?.code;
      };
      expect(await codeWith({ ...own, origin: "https://evil.example" }), url).toBe("page_call_refused");
      for (const site of ["cross-site", "same-site"])
        expect(await codeWith({ ...own, "sec-fetch-site": site }), url).toBe("page_call_refused");
      expect(await codeWith({ ...own, apikey: "ley_good" }, ["cookie"]), url).toBe("login_needed");
      if (method === "GET") continue;
      expect(await codeWith({ origin: BASE_URL }), url).toBe("page_call_refused");
      expect(await codeWith({ "x-leyden-page": "1" }), url).toBe("page_call_refused");
      expect(await codeWith({ ...own, origin: "null" }), url).toBe("page_call_refused");
    }
  });
});

onDatabase("a person whose account is blocked", (database) => {
  it("is logged out of the wallet at once", async () => {
    const { someone, get, post } = await givenOwnWallet(database());
    const person = await someone(sats(100n));
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${person.user.id}`);
    expect((await get(person, "/me")).code).toBe("login_needed");
    expect((await post(person, "/payments", {}, { "idempotency-key": "k" })).code).toBe("login_needed");
  });
});

onDatabase("a second person", (database) => {
  it("learns and changes nothing of what the first one has", async () => {
    const world = await givenOwnWallet(database());
    const { someone, get, post, pay, call, world: lightning, balanceOf } = world;
    const [owner, other] = [await someone(sats(10_000n)), await someone(sats(10_000n))];
    const recipient = lightning.recipient("seen");
    const key = "only-of-the-owner";
    const { data: payment } = await pay(owner, { recipient, amount: "100000", note: "a secret" }, key);
    const { data: charge } = await post(owner, "/charges", { amount: "5000", description: "mine", note: "a secret" });
    const { next_cursor: cursor } = JSON.parse((await get(owner, "/history?limit=1")).body);
    const [session] = (await get(owner, "/sessions")).data;
    const before = await Promise.all([balanceOf(owner), balanceOf(other)]);

    const codes = await Promise.all(
      [
        get(other, `/payments/${payment.id}`),
        get(other, `/payments/by-key/${key}`),
        get(other, `/charges/${charge.id}`),
        get(other, `/history?cursor=${encodeURIComponent(cursor)}`),
        call("DELETE", `/sessions/${session.id}`, { as: other }),
      ].map(async (answer) => (await answer).code),
    );
    expect(codes).toEqual([
      "payment_not_found",
      "payment_not_found",
      "charge_not_found",
      "invalid_input",
      "session_gone",
    ]);

    for (const path of ["/me", "/history", "/history.csv", "/people", "/apps", "/sessions"]) {
      const { body, status } = await get(other, path);
      expect(status, path).toBe(200);
      for (const secret of [payment.id, charge.id, "a secret", recipient, owner.user.email, session.id])
        expect(body, path).not.toContain(secret);
    }
    expect((await post(other, "/preview", { recipient })).data).toMatchObject({ lastPaidAt: null, pending: [] });

    await call("PUT", `/notes/${payment.id}`, { as: other, payload: { note: "by another" } });
    expect((await get(owner, `/payments/${payment.id}`)).data.note).toBe("a secret");
    expect((await get(owner, "/sessions")).data).toHaveLength(1);
    const { data: again } = await pay(other, { recipient, amount: "100000" }, key);
    expect(again.id).not.toBe(payment.id);
    expect((await balanceOf(owner)) - (before[0] ?? 0n)).toBe(0n);
  });
});
