import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { html } from "#platform/html.ts";
import { formTokenOf } from "#platform/http/browser-cookie.ts";
import { browserPages } from "#platform/http/browser-form.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import { sendPage } from "#platform/http/page.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { ask, sampleApp, sampleRoutes } from "#service/testing/app.harness.ts";

const FORM = "application/x-www-form-urlencoded";
const SECRET = "s".repeat(43);

/** A page with a form, and what its POST was sent. */
const pagesAt = (baseUrl: string): RoutesPlugin =>
  browserPages({ baseUrl, random: machineRandom() }, (pages) => {
    const options = { config: { access: "public" } } as const;
    pages.get("/form", { ...options, schema: { hide: true } }, (request, reply) =>
      sendPage(reply, { title: "Form", content: html`<h1>Form</h1><i>${request.browser.csrf}</i>` }),
    );
    const body = z.object({ name: z.string() });
    pages.post("/form", { ...options, schema: { body, hide: true } }, (request, reply) =>
      sendPage(reply, { title: "Taken", content: html`<h1>${JSON.stringify(request.body)}</h1>` }),
    );
  });

const appAt = (baseUrl = "https://leyden.example") => sampleApp({ baseUrl, routes: [sampleRoutes, pagesAt(baseUrl)] });

type Post = { payload?: string; headers?: Record<string, string>; cookie?: string };

async function post({ payload, headers = {}, cookie = `__Host-leyden=${SECRET}` }: Post = {}) {
  const request: InjectOptions = {
    method: "POST",
    url: "/form",
    headers: { "content-type": FORM, ...(cookie === "" ? {} : { cookie }), ...headers },
    payload: payload ?? `name=Ann&csrf=${formTokenOf(SECRET)}`,
  };
  return await ask(await appAt(), request);
}

describe("a page", () => {
  it("gives a browser without a cookie one that scripts, other sites and plain connections do not get", async () => {
    const { headers } = await ask(await appAt(), "/form");
    expect(headers["set-cookie"]).toMatch(/^__Host-leyden=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const plain = await ask(await appAt("http://127.0.0.1:8080"), "/form");
    expect(plain.headers["set-cookie"]).toMatch(/^leyden=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("leaves a browser its cookie, and gives one whose cookie is not ours another", async () => {
    const app = await appAt();
    const known = await ask(app, { url: "/form", headers: { cookie: `a=b; __Host-leyden=${SECRET}` } });
    expect(known.headers["set-cookie"]).toBeUndefined();
    expect(known.body).toContain(formTokenOf(SECRET));
    for (const cookie of ["__Host-leyden=short", `leyden=${SECRET}`, `__Host-leyden=${SECRET}x`]) {
      const strange = await ask(app, { url: "/form", headers: { cookie } });
      expect(strange.headers["set-cookie"]).toMatch(/^__Host-leyden=/);
      expect(strange.body).not.toContain(formTokenOf(SECRET));
    }
  });

  it("is shown in no frame, is kept in no cache, runs nothing, and shows its address to no other site", async () => {
    const { headers } = await ask(await appAt(), "/form");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const policy = String(headers["content-security-policy"]);
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src|unsafe/);
  });
});

describe("a form", () => {
  it("is taken with the token of the browser's cookie, and the route gets its own fields alone", async () => {
    const { statusCode, body } = await post();
    expect(statusCode).toBe(200);
    expect(body).toContain("{&#34;name&#34;:&#34;Ann&#34;}");
  });

  it.each([
    ["no token", { payload: "name=Ann" }],
    ["an empty body", { payload: "" }],
    ["another browser's token", { payload: `name=Ann&csrf=${formTokenOf("t".repeat(43))}` }],
    ["the cookie itself as token", { payload: `name=Ann&csrf=${SECRET}` }],
    ["no cookie", { cookie: "" }],
    ["another cookie", { cookie: `__Host-leyden=${"t".repeat(43)}` }],
    ["the origin of another site", { headers: { origin: "https://evil.example" } }],
    ["the origin of another port", { headers: { origin: "https://leyden.example:444" } }],
    ["the origin without TLS", { headers: { origin: "http://leyden.example" } }],
    ["an origin that is hidden", { headers: { origin: "null" } }],
    ["a browser that says it comes from another site", { headers: { "sec-fetch-site": "cross-site" } }],
    ["a browser that says it comes from a neighbour", { headers: { "sec-fetch-site": "same-site" } }],
  ])("is refused with %s, by a page", async (_what, request: Post) => {
    const { statusCode, headers, body } = await post(request);
    expect(statusCode).toBe(403);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(body).toContain("<h1>This did not work</h1>");
    expect(body).not.toContain("Ann");
  });

  it("is taken when the browser says that it comes from here", async () => {
    for (const headers of [{ origin: "https://leyden.example" }, { "sec-fetch-site": "same-origin" }])
      expect((await post({ headers })).statusCode).toBe(200);
  });

  it.each([
    ["JSON", { headers: { "content-type": "application/json" }, payload: '{"name":"Ann"}' }, 415],
    ["plain text", { headers: { "content-type": "text/plain" } }, 415],
    ["many parts", { headers: { "content-type": "multipart/form-data; boundary=x" } }, 415],
    ["compressed bytes", { headers: { "content-encoding": "gzip" } }, 415],
    ["a field twice", { payload: `name=Ann&name=Bob&csrf=${formTokenOf(SECRET)}` }, 400],
    ["no name", { payload: `csrf=${formTokenOf(SECRET)}` }, 400],
    ["more than 16 KiB", { payload: `csrf=${formTokenOf(SECRET)}&name=${"a".repeat(17_000)}` }, 413],
  ])("of %s is refused", async (_what, request: Post, status) => {
    const { statusCode, headers } = await post(request);
    expect(statusCode).toBe(status);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("is no body of the API, which takes JSON alone", async () => {
    const request = { method: "POST", url: "/v0/echo", headers: { apikey: "ley_good", "content-type": FORM } } as const;
    const { statusCode, headers } = await ask(await appAt(), { ...request, payload: "amount=1" });
    expect(statusCode).toBe(415);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});
