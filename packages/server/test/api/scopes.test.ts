import fastify, { type RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller, KeyAccess } from "#kernel/caller.ts";
import { scopeOf } from "#platform/http/admission.ts";
import type { Api } from "#platform/http/index.ts";
import type { ZodTypes } from "#platform/http/schema.ts";
import { ROUTES } from "#service/openapi.ts";
import { ask, caller, KEY, sampleApp } from "#service/testing/app.harness.ts";

/** Every route of the API, HEAD left out, which comes with every GET. */
function allRoutes(): RouteOptions[] {
  const routes: RouteOptions[] = [];
  const api = fastify().withTypeProvider<ZodTypes>();
  api.addHook("onRoute", (route) => {
    if (route.method !== "HEAD") routes.push(route);
  });
  for (const addRoutes of ROUTES) addRoutes(api);
  return routes;
}

function withAccess(access: Partial<KeyAccess>): Caller {
  if (caller.actor.kind !== "project") throw new Error("the sample caller is a project");
  return { ...caller, actor: { ...caller.actor, access: { scopes: undefined, networks: undefined, ...access } } };
}

describe("the routes of the API", () => {
  const routes = allRoutes().map((route) => [`${route.method} ${route.url}`, route] as const);
  const writing = routes.filter(([, { method }]) => method !== "GET");

  it.each(writing)("%s says which scope of a key it needs", (_name, { config }) => {
    expect(config?.scope).toBeDefined();
  });

  it("need `send` or `vouchers` where they move money out, and `read` where they only read, the ramp's `ramp`", () => {
    expect(routes.length).toBeGreaterThan(writing.length);
    for (const [name, { method, url, config }] of routes) {
      const scope = url.includes("voucher") ? "vouchers" : "send";
      if (config?.movesMoney) expect([name, config.scope]).toEqual([name, scope]);
      // with it a key can do all of the ramp and nothing else
      const reading = url.startsWith("/api/v1/ramp-") ? "ramp" : "read";
      if (method === "GET") expect([name, config?.scope ?? "read"]).toEqual([name, reading]);
    }
  });

  it("need `send` for a payment to any destination, and `read` for what is looked up by POST", () => {
    const needing = (scope: string) =>
      writing.flatMap(([name, { config }]) => (config?.scope === scope ? [name] : [])).toSorted();
    const sending = writing.flatMap(([name, { config }]) => (config?.movesMoney ? [name] : [])).toSorted();

    expect([...needing("send"), ...needing("vouchers")].toSorted()).toEqual(sending);
    expect(needing("send")).toEqual([
      "POST /v0/email/send-payment",
      "POST /v0/gamertag/send-payment",
      "POST /v0/internal-transfer",
      "POST /v0/keysend-payment",
      "POST /v0/ln-address/send-payment",
      "POST /v0/payments",
      "POST /v0/withdrawal-requests",
    ]);
    expect(needing("vouchers")).toEqual([
      "POST /v0/create-voucher",
      "POST /v0/redeem-voucher",
      "POST /v0/revoke-voucher",
      "POST /v0/vouchers/batch",
      "POST /v1/create-voucher",
    ]);
    expect(needing("read")).toEqual(["POST /v0/decode-invoice", "POST /v0/ln-address/fetch-charge"]);
    expect(needing("ramp")).toEqual([
      "POST /api/v1/ramp-widget",
      "POST /api/v1/ramp-widget/:id/expire",
      "POST /v1/ramp-widget",
    ]);
    expect(needing("receive")).toEqual([
      "PATCH /v0/static-charges/:id",
      "POST /v0/charges",
      "POST /v0/gamertag/charges",
      "POST /v0/static-charges",
    ]);
  });

  it.each([
    ...["/v0/user-id/gamertag/:gamertag", "/v0/gamertag/user-id/:id", "/v0/btcusd", "/v0/prod-ips"],
    ...["/v0/is-supported-region/:ip", "/v0/events/stream", "/v0/statement", "/v0/ln-address/validate/:address"],
    ...["/v0/vouchers", "/v0/vouchers/:id", "/v0/withdrawal-requests/:id"],
  ])("need `read` at %s", (url) => {
    const found = routes.filter(([, route]) => route.url === url);
    expect(found.map(([, { method, config }]) => scopeOf({ method, config: config ?? {} }))).toEqual(["read"]);
  });
});

describe("a key with scopes", () => {
  let app: Api;
  let known: Caller = caller;
  beforeAll(async () => {
    app = await sampleApp({ authenticate: (key) => (key === KEY ? known : undefined) });
  });
  afterAll(() => app.close());
  const asked = async (
    access: Partial<KeyAccess> | undefined,
    url: string,
    method: "GET" | "HEAD" | "POST" = "GET",
  ) => {
    known = access === undefined ? caller : withAccess(access);
    const headers = { apikey: KEY, "content-type": "application/json" };
    const answer = await ask(app, { method, url, headers, ...(method === "POST" && { payload: { amount: "1" } }) });
    return { status: answer.statusCode, code: method === "HEAD" ? undefined : answer.json().error?.code, answer };
  };

  it("is taken where it has the scope, and refused by name where it lacks it", async () => {
    expect(await asked({ scopes: ["read"] }, "/v0/whoami")).toMatchObject({ status: 200 });
    expect(await asked({ scopes: ["send"] }, "/v0/echo", "POST")).toMatchObject({ status: 200 });
    expect(await asked({ scopes: ["read", "send"] }, "/v0/echo", "POST")).toMatchObject({ status: 200 });

    const refused = await asked({ scopes: ["read", "receive"] }, "/v0/echo", "POST");
    expect(refused).toMatchObject({ status: 403, code: "scope_missing" });
    expect(refused.answer.json().message).toBe("the project key lacks the scope send; it has read, receive");
    expect(refused.answer.headers["x-should-retry"]).toBe("false");
    expect(await asked({ scopes: ["send"] }, "/v0/whoami")).toMatchObject({ status: 403, code: "scope_missing" });
    expect(await asked({ scopes: ["send"] }, "/v0/whoami", "HEAD")).toMatchObject({ status: 403 });
  });

  it("is refused where only a key without scopes is taken, also when it has all that there are", async () => {
    const all = ["read", "receive", "send", "vouchers", "ramp"] as const;
    expect(await asked({ scopes: all }, "/v0/manage", "POST")).toMatchObject({ status: 403, code: "scope_missing" });
    expect(await asked({ scopes: all }, "/v0/unsaid", "POST")).toMatchObject({ status: 403, code: "scope_missing" });
    for (const access of [undefined, {}])
      for (const url of ["/v0/manage", "/v0/unsaid"])
        expect(await asked(access, url, "POST")).toMatchObject({ status: 200 });
  });
});

describe("a key that waits for confirmation after a restore", () => {
  it("may read, whatever its scopes, and is refused everything else with what to do", async () => {
    let known = withAccess({ isUnconfirmed: true });
    const app = await sampleApp({ authenticate: (key) => (key === KEY ? known : undefined) });
    const asked = async (url: string, method: "GET" | "POST" = "GET") => {
      const headers = { apikey: KEY, "content-type": "application/json" };
      const answer = await ask(app, { method, url, headers, ...(method === "POST" && { payload: { amount: "1" } }) });
      return { status: answer.statusCode, code: answer.json().error?.code, message: answer.json().message };
    };
    expect(await asked("/v0/whoami")).toMatchObject({ status: 200 });
    for (const url of ["/v0/echo", "/v0/manage", "/v0/unsaid"]) {
      const refused = await asked(url, "POST");
      expect(refused).toMatchObject({ status: 403, code: "key_unconfirmed" });
      expect(refused.message).toContain("`leyden key confirm <project>`");
    }
    known = withAccess({ isUnconfirmed: true, scopes: ["send"] });
    expect(await asked("/v0/whoami")).toMatchObject({ status: 403, code: "scope_missing" });
    expect(await asked("/v0/echo", "POST")).toMatchObject({ status: 403, code: "key_unconfirmed" });
    known = withAccess({ isUnconfirmed: false });
    expect(await asked("/v0/echo", "POST")).toMatchObject({ status: 200 });
    await app.close();
  });
});

describe("a key with addresses", () => {
  const networks = ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"];
  const withApp = async (options: Parameters<typeof sampleApp>[0], test: (own: Api) => Promise<void>) => {
    const own = await sampleApp({
      authenticate: (key) => (key === KEY ? withAccess({ networks }) : undefined),
      ...options,
    });
    await test(own);
    await own.close();
  };
  const from = async (own: Api, remoteAddress: string, headers: Record<string, string> = {}) => {
    const answer = await ask(own, { url: "/v0/whoami", headers: { apikey: KEY, ...headers }, remoteAddress });
    return answer.statusCode === 200 ? 200 : answer.json().error.code;
  };

  it("is taken from them and from no other", async () => {
    await withApp({}, async (own) => {
      for (const address of ["203.0.113.200", "198.51.100.7", "2001:db8::9", "::ffff:203.0.113.1"])
        expect([address, await from(own, address)]).toEqual([address, 200]);
      for (const address of ["203.0.114.1", "198.51.100.8", "2001:db9::1", "::1", "127.0.0.1"])
        expect([address, await from(own, address)]).toEqual([address, "address_not_allowed"]);
    });
  });

  it("is judged by the address that a trusted proxy passes on, and by no other's word", async () => {
    const forwarded = { "x-forwarded-for": "203.0.113.5" };
    await withApp({}, async (own) => expect(await from(own, "127.0.0.1", forwarded)).toBe("address_not_allowed"));
    await withApp({ trustedProxies: ["127.0.0.0/8"] }, async (own) => {
      expect(await from(own, "127.0.0.1", forwarded)).toBe(200);
      const forged = { "x-forwarded-for": "203.0.113.5, 192.0.2.1" };
      expect(await from(own, "127.0.0.1", forged)).toBe("address_not_allowed");
      expect(await from(own, "127.0.0.1", { "x-forwarded-for": "unknown" })).toBe("address_not_allowed");
    });
  });

  it("counts elsewhere on the address, so that a stolen key uses up nothing of its project", async () => {
    await withApp({ rateLimits: { perKey: 2, perAddress: 3 } }, async (own) => {
      const answers: unknown[] = [];
      for (let i = 0; i < 5; i += 1) answers.push(await from(own, "192.0.2.1"));
      expect(answers).toEqual([...Array(3).fill("address_not_allowed"), ...Array(2).fill("rate_limited")]);
      expect(await from(own, "203.0.113.1")).toBe(200);
      expect(await from(own, "203.0.113.1")).toBe(200);
    });
  });
});
