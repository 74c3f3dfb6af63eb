import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import type { Api } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import type { AppOptions } from "./app.ts";
import { ask, caller, KEY, sampleApp, withApp } from "./testing/app.harness.ts";

let app: Api;
beforeAll(async () => {
  app = await sampleApp();
});
afterAll(() => app.close());

const askWithKey = (options: InjectOptions, to = app) =>
  ask(to, { ...options, headers: { apikey: KEY, ...options.headers } });
const get = (url: string, headers = {}) => askWithKey({ method: "GET", url, headers });
const post = (url: string, payload: string | Buffer, headers = {}) =>
  askWithKey({ method: "POST", url, payload, headers: { "content-type": "application/json", ...headers } });

describe("an answer", () => {
  it("is the envelope around what the schema names, with amounts as strings", async () => {
    const answer = await post("/v0/echo", '{"amount":"1500","comment":""}', {
      "idempotency-key": "k1",
      prefer: "wait=3",
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.json()).toEqual({
      success: true,
      data: { amount: "1500", comment: "", at: null, key: "k1", wait: 3 },
      message: "Echoed.",
    });
  });

  it("carries a request id: the caller's when it is sane, else a new one", async () => {
    expect((await get("/v0/whoami", { "x-request-id": "trace-1.a_b:c/d" })).headers["x-request-id"]).toBe(
      "trace-1.a_b:c/d",
    );
    for (const odd of ["", "a b", "x".repeat(129), "<script>", "ä"]) {
      const id = (await get("/v0/whoami", { "x-request-id": odd })).headers["x-request-id"];
      expect(id).toMatch(/^[A-Za-z0-9]{12}-[a-z0-9]+$/);
    }
    const first = (await get("/v0/whoami")).headers["x-request-id"];
    expect((await get("/v0/whoami")).headers["x-request-id"]).not.toBe(first);
  });

  it("forbids frames, sniffing and caches", async () => {
    const { headers } = await get("/v0/whoami");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });
});

it("tells browsers to keep to https where the public address has it, in answers of all kinds, and nowhere else", async () => {
  const header = "strict-transport-security";
  const secure = await sampleApp({ baseUrl: "https://pay.example" });
  for (const url of ["/v0/whoami", "/nowhere", "/v0/%zz", "/healthz"])
    expect((await secure.inject({ url })).headers[header], url).toBe("max-age=31536000");
  const plain = await sampleApp({ baseUrl: "http://127.0.0.1:8080" });
  expect((await plain.inject({ url: "/v0/whoami" })).headers[header]).toBeUndefined();
});

describe("a failure", () => {
  const cases: [what: string, code: keyof typeof ERROR_CODES, options: InjectOptions][] = [
    ["an unknown path", "not_found", { url: "/nowhere" }],
    ["another method", "not_found", { method: "DELETE", url: "/v0/echo" }],
    ["an unknown method", "not_found", { method: "TRACE" as "GET", url: "/v0/echo" }],
    ["a path that cannot be decoded", "malformed_request", { url: "/v0/%zz" }],
    ["a wrong key", "invalid_key", { url: "/v0/whoami", headers: { apikey: "ley_bad" } }],
    ["an empty key", "invalid_key", { url: "/v0/whoami", headers: { apikey: "" } }],
    ["another content type", "unsupported_media_type", json("text/plain", "{}")],
    ["no content type", "unsupported_media_type", json(undefined, "{}")],
    ["a content type that is none", "unsupported_media_type", json("json", "{}")],
    ["a compressed body", "unsupported_media_type", json("application/json", "{}", { "content-encoding": "gzip" })],
    ["a body of 65 KiB", "body_too_large", json("application/json", `"${"x".repeat(65 * 1024)}"`)],
    ["no body", "invalid_input", json("application/json", "")],
    ["an array", "invalid_input", json("application/json", "[]")],
    ["a body that is cut off", "invalid_json", json("application/json", '{"amount":')],
    ["a member named twice", "invalid_json", json("application/json", '{"amount":"1","amount":"2"}')],
    ["20,000 levels", "invalid_json", json("application/json", "[".repeat(20_000))],
    ["a wrong amount", "invalid_amount", json("application/json", '{"amount":1.0}')],
    ["a wrong type", "invalid_input", json("application/json", '{"amount":"1","comment":7}')],
    ["a number that is rewritten", "invalid_input", json("application/json", '{"amount":"1","seconds":1e3}')],
    [
      "a wrong idempotency key",
      "invalid_input",
      json("application/json", '{"amount":"1"}', { "idempotency-key": "a b" }),
    ],
    ["a bug", "internal_error", { url: "/v0/bug" }],
    ["an answer that does not fit", "internal_error", { url: "/v0/wrong-answer" }],
  ];

  it.each(cases)("says of %s: %s", async (_what, code, options) => {
    const answer = await askWithKey(options);
    const { status } = ERROR_CODES[code];
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.json()).toEqual({
      success: false,
      message: answer.json().error.message,
      error: {
        code,
        message: expect.stringMatching(/./),
        ...(answer.json().error.details === undefined ? {} : { details: expect.any(Array) }),
        request_id: answer.headers["x-request-id"],
        doc_url: `https://leyden.example/docs/errors#${code}`,
      },
    });
  });

  it("names every wrong field with what is wrong", async () => {
    const answer = await post("/v0/echo", '{"amount":"-1","comment":"a comment that is too long","at":"yesterday"}');
    expect(answer.json().error.details).toEqual([
      { field: "amount", issue: 'must be a whole number of millisatoshis as a string, such as "1500"' },
      { field: "comment", issue: "must be at most 20 characters long" },
      { field: "at", issue: "has the wrong form" },
    ]);
  });

  it("hides the cause of a bug from the caller, and logs it", async () => {
    let lines = "";
    const log = createLog({ level: "info", pretty: false, destination: { write: (line) => (lines += line) } });
    await withApp({ log }, async (own) => {
      const answer = await askWithKey({ url: "/v0/bug" }, own);
      expect(answer.body).not.toContain("hunter2");
      const { request_id } = answer.json().error;
      expect(JSON.parse(lines)).toMatchObject({
        level: "error",
        msg: "request.answered",
        method: "GET",
        route: "/v0/bug",
        status: 500,
        requestId: request_id,
        actor: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718",
        err: { message: "the password is hunter2" },
      });
      expect(lines).not.toContain(KEY);
    });
  });

  it("asks clients not to retry what moves money, and when to try again what passes", async () => {
    const refused = await post("/v0/refuse", "{}");
    expect(refused.headers["x-should-retry"]).toBe("false");
    expect(refused.json()).toMatchObject({ success: false, data: { id: "p1" }, error: { code: "no_route" } });
    expect((await post("/v0/refuse", "{}", { apikey: "ley_bad" })).headers["x-should-retry"]).toBe("false");
    expect((await get("/v0/bug")).headers["x-should-retry"]).toBeUndefined();
    expect((await get("/v0/later")).headers["retry-after"]).toBe("30");
  });
});

describe("a request", () => {
  it("may name a content type without a body", async () => {
    expect((await get("/v0/whoami", { "content-type": "application/json" })).statusCode).toBe(200);
  });

  it("reaches no route with NUL in its path or query, or with a parameter twice", async () => {
    expect((await get("/v0/things/a?limit=5")).json().data).toEqual({ id: "a", limit: "5" });
    for (const path of ["/v0/things/%00", "/v0/things/a?limit=%00", "/v0/things/a?limit=1&limit=2"])
      expect((await get(path)).json().error?.code).toBe("invalid_input");
  });
});

describe("what a route does not know", () => {
  it("is refused in the query and named, also where the route takes no query", async () => {
    const answer = await get("/v0/things/a?status=completed&limit=5&page=2");
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, "invalid_input"]);
    expect(answer.json().error.details).toEqual([
      { field: "status", issue: "is not a parameter of this call" },
      { field: "page", issue: "is not a parameter of this call" },
    ]);
    expect((await get("/v0/whoami?x")).json().error.details).toMatchObject([{ field: "x" }]);
    expect((await get("/v0/things/a?limit=5")).statusCode).toBe(200);
    expect((await ask(app, "/docs?utm_source=x")).statusCode).toBe(200);
    expect((await ask(app, "/healthz?t=1")).statusCode).toBe(200);
  });

  it("is ignored in the body, and named in the answer", async () => {
    const answer = await post("/v0/echo", '{"amount":"1","coment":"x","toString":1}');
    const issue = "is not a field of this request and was ignored";
    const warnings = [
      { field: "coment", issue },
      { field: "toString", issue },
    ];
    expect(answer.json()).toMatchObject({ success: true, data: { amount: "1", comment: null }, warnings });
    expect(Object.keys((await post("/v0/echo", '{"amount":"1"}')).json())).toEqual(["success", "data", "message"]);
    const failed = await post("/v0/echo", '{"ammount":"1"}');
    expect(failed.json()).toMatchObject({ error: { code: "invalid_amount" }, warnings: [{ field: "ammount" }] });
  });

  it("is named in bounds", async () => {
    const body = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`x${i}`, 1]));
    const { warnings } = (await post("/v0/echo", JSON.stringify({ amount: "1", ...body }))).json();
    expect(warnings).toHaveLength(20);
    const [named] = (await post("/v0/echo", JSON.stringify({ amount: "1", ["y".repeat(5_000)]: 1 }))).json().warnings;
    expect(named.field).toBe("y".repeat(100));
  });

  it("is named with its path where a body has objects in it, at every depth", async () => {
    const more = { text: "x", colour: 1 };
    const answer = await post(
      "/v0/echo",
      JSON.stringify({
        amount: "1",
        items: [{ amount: "1" }, { amount: "1", size: 2, more }, { amount: "1", more: null }],
        coded: [{ amount: "2", tint: 3 }],
        colour: 1,
      }),
    );
    expect(answer.json().success).toBe(true);
    const fields = answer.json().warnings.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["items.1.size", "items.1.more.colour", "coded.0.tint", "colour"]);

    const items = Array.from({ length: 200 }, () => ({ amount: "1", ["z".repeat(200)]: 1 }));
    const { warnings } = (await post("/v0/echo", JSON.stringify({ amount: "1", items }))).json();
    expect(warnings).toHaveLength(20);
    expect(warnings[19].field).toBe(`items.19.${"z".repeat(91)}`);
    for (const odd of [[{ amount: "1" }], null, 7])
      expect((await post("/v0/echo", JSON.stringify(odd))).json().error.code).toBe("invalid_input");
    for (const odd of [{ "0": { x: 1 } }, 7, [7], [[]]])
      expect((await post("/v0/echo", JSON.stringify({ amount: "1", items: odd }))).json()).not.toHaveProperty(
        "warnings",
      );
  });
});

describe("what is wrong with a body", () => {
  it("is named field by field, twenty at most, and the message has three of them", async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      amount: i === 3 ? "-1" : "1",
      more: { text: i === 5 ? 7 : "" },
    }));
    const { error, message } = (await post("/v0/echo", JSON.stringify({ amount: "1", items }))).json();
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual(["items.3.amount", "items.5.more.text"]);
    expect(error.code).toBe("invalid_amount");
    expect(message).toBe(`items.3.amount ${error.details[0].issue}; items.5.more.text must be a string`);

    const wrong = JSON.stringify({ items: items.map(() => ({ amount: 0 })) });
    const all = (await post("/v0/echo", wrong)).json().error;
    expect(all.details).toHaveLength(20);
    expect(all.details.slice(0, 2)).toMatchObject([{ field: "amount" }, { field: "items.0.amount" }]);
    expect(all.message).toMatch(/^amount [^;]+; items\.0\.amount [^;]+; items\.1\.amount [^;]+; 998 more$/);
  });
});

describe("limits", () => {
  const clock = {
    now: () => new Date(0),
    monotonicMs: () => 0,
    sleep: async () => undefined,
    turn: async () => undefined,
  };

  it("are in the headers of every answer, and end in 429", async () => {
    await withApp({ clock, rateLimits: { perKey: 2, perAddress: 100 } }, async (own) => {
      const first = await askWithKey({ url: "/v0/whoami" }, own);
      expect(first.headers).toMatchObject({
        "ratelimit-limit": "2",
        "ratelimit-remaining": "1",
        "ratelimit-reset": "60",
      });
      await askWithKey({ url: "/v0/whoami" }, own);
      const third = await askWithKey({ url: "/v0/whoami" }, own);
      expect(third.statusCode).toBe(429);
      expect(third.headers["retry-after"]).toBe("60");
      expect(third.json().error.code).toBe("rate_limited");
    });
  });

  it("let an address try few keys, and then take only those that were valid before", async () => {
    const known = new Set<string>();
    const authenticate: AppOptions["authenticate"] = async (key, onlyKnown) => {
      if (key !== KEY || (onlyKnown() && !known.has(key))) return undefined;
      known.add(key);
      return caller;
    };
    await withApp({ clock, authenticate, rateLimits: { perKey: 100, perAddress: 3 } }, async (own) => {
      const guess = (apikey: string, remoteAddress = "192.0.2.1") =>
        ask(own, { url: "/v0/whoami", headers: { apikey }, remoteAddress }).then(({ statusCode }) => statusCode);
      expect([await guess("ley_1"), await guess("ley_2"), await guess("ley_3")]).toEqual([401, 401, 401]);
      expect(await guess("ley_4")).toBe(429);
      expect(await guess(KEY)).toBe(429);
      expect(await guess(KEY, "192.0.2.2")).toBe(200);
      expect(await guess(KEY)).toBe(200);
      expect(await guess("ley_5")).toBe(429);
    });
  });

  it("count every request without a valid key on its address, whatever it asks for, and no probe", async () => {
    const strangers: InjectOptions[] = [
      { url: "/v0/whoami" },
      { url: "/v0/whoami", headers: { apikey: "ley_bad" } },
      { url: "/v0/whoami", headers: { host: "" } },
      { url: "/v0/public" },
      { url: "/nowhere" },
      { method: "DELETE", url: "/nowhere" },
      { url: "/v0/%zz" },
      { url: "/docs" },
      { url: "/openapi.json" },
      { url: "/metrics", headers: { host: "leyden.example" } },
    ];
    for (const request of strangers)
      await withApp({ clock, rateLimits: { perKey: 100, perAddress: 1 } }, async (own) => {
        expect((await ask(own, request)).statusCode, request.url as string).not.toBe(429);
        const limited = await ask(own, request);
        expect([limited.statusCode, limited.headers["retry-after"]], request.url as string).toEqual([429, "60"]);
        for (const probe of ["/healthz", "/readyz", "/metrics"])
          expect((await ask(own, probe)).statusCode, probe).toBe(200);
      });
  });

  it("count addresses on public routes, and believe X-Forwarded-For from trusted proxies only", async () => {
    const from = (own: Api, client: string) =>
      ask(own, { url: "/v0/public", headers: { "x-forwarded-for": client } }).then((answer) => answer.json().data);
    await withApp({}, async (own) => expect(await from(own, "192.0.2.7")).toBe("127.0.0.1"));
    await withApp({ trustedProxies: ["127.0.0.0/8"] }, async (own) =>
      expect(await from(own, "192.0.2.7")).toBe("192.0.2.7"),
    );
  });
});

/** A POST of `payload` as this type. */
function json(type: string | undefined, payload: string, headers = {}): InjectOptions {
  return {
    method: "POST",
    url: "/v0/echo",
    payload,
    headers: type === undefined ? headers : { "content-type": type, ...headers },
  };
}
