import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENT_TYPES } from "#events";
import { codeNamed, ERROR_CODES } from "#kernel/error-codes.ts";
import type { Api } from "#platform/http/index.ts";
import type { Answer, JsonSchema, OpenApi, Operation } from "#platform/http/openapi.ts";
import { committedOpenApi, OPENAPI_FILE, ROUTES, WEBHOOKS } from "#service/openapi.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { expectBody } from "#service/testing/webhooks.harness.ts";

const text = committedOpenApi();
const document = JSON.parse(text) as OpenApi;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
);

describe("openapi.json", () => {
  it("is what the routes say; `npm run openapi` renews it", () => {
    expect(
      readFileSync(OPENAPI_FILE, "utf8") === text,
      "run `npm run openapi` and commit packages/server/openapi.json",
    ).toBe(true);
  });

  it("names every operation once", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers to nothing that is missing", () => {
    const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = ""]) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference
        .split("/")
        .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], document);
      expect(target, reference).toBeDefined();
    }
  });

  it.each(operations)(
    "describes for %s its answer and its failures, each with a code of the catalogue",
    (_name, { responses }) => {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "401", "429", "500", "503"]));
      for (const [status, answer] of Object.entries(responses)) {
        if (status === "200") continue;
        const failure = "$ref" in answer ? document.components.responses[answer.$ref.split("/").at(-1) ?? ""] : answer;
        const codes = [...(failure?.description.matchAll(/^- `(\w+)`/gm) ?? [])].map(([, code]) => code);
        expect(codes.length).toBeGreaterThan(0);
        // What failed with a payment is a 400, also where a request that is refused for it is a conflict.
        const allowed = status === "400" ? [400, 409] : [Number(status)];
        for (const name of codes)
          expect(allowed).toContain(ERROR_CODES[codeNamed(name ?? "") as keyof typeof ERROR_CODES].status);
      }
    },
  );

  it("has a webhook for each type of event, whose example is what its schema says and no more", () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENT_TYPES));
    for (const webhook of WEBHOOKS) {
      expectBody(webhook.type, webhook.example);
      expect(document.webhooks[webhook.type]?.post.requestBody.content["application/json"].example).toEqual(
        webhook.example,
      );
    }
  });

  it("finds a body of an event that lacks a field, has one too many, or another type", () => {
    const { example } = WEBHOOKS[0] as { example: { data: object } };
    const { data } = example;
    const { amount: _, ...rest } = data as { amount: string };
    for (const wrong of [
      { ...example, data: rest },
      { ...example, data: { ...data, more: 1 } },
      { ...example, type: "payment.failed" },
    ])
      expect(() => expectBody("payment.completed", wrong)).toThrow();
  });

  it("has bounds of integers where they have some, and none of JavaScript", () => {
    const boundsOf = (name: string, field: string) => {
      const { properties } = document.components.schemas[name] as { properties: Record<string, JsonSchema> };
      const { minimum, maximum } = properties[field] ?? {};
      return [minimum, maximum];
    };
    expect(boundsOf("Event", "sequence")).toEqual([1, undefined]);
    expect(boundsOf("DeliveryAttempt", "number")).toEqual([1, undefined]);
    expect(boundsOf("DeliveryAttempt", "durationMs")).toEqual([0, undefined]);
    expect(boundsOf("ResentFailed", "resent")).toEqual([0, 500]);
    const withoutAmounts = text.replaceAll(/"minimum": 1,\s+"maximum": 9007199254740991/g, "");
    expect(withoutAmounts).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it("gives examples that fit the schemas they stand in", () => {
    const named = Object.entries(document.components.schemas);
    expect(named.filter(([, { examples }]) => examples !== undefined).length).toBeGreaterThan(1);
    for (const [name, { examples, properties, required }] of named) {
      const known = new Set(Object.keys(properties as object));
      for (const example of (examples ?? []) as object[]) {
        expect(Object.keys(example), name).toEqual(expect.arrayContaining(required as string[]));
        expect(
          Object.keys(example).filter((field) => !known.has(field)),
          name,
        ).toEqual([]);
      }
    }
  });
});

const PAGES = ["/docs", "/docs/guide", "/docs/contract", "/docs/errors"];

describe("the pages", () => {
  let app: Api;
  beforeAll(async () => {
    app = await sampleApp({ routes: ROUTES, webhooks: WEBHOOKS });
  });
  afterAll(() => app.close());

  it.each(PAGES)("run only our own script at %s and load nothing from elsewhere", async (path) => {
    const { headers, body } = await ask(app, path);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';/,
    );
    expect(body).not.toMatch(/<script(?! type="module" src="\/docs\/page\.js"><\/script>)/i);
    expect(body).not.toMatch(/\son\w+=|style="|javascript:/i);
    const loaded = [...body.matchAll(/<(?:link|img|iframe|script)[^>]*?(?:href|src)="([^"]*)"/g)].map(
      ([, url = ""]) => url,
    );
    expect(new Set(loaded)).toEqual(
      new Set(["/docs/icon.svg", "/docs/style.css", "/docs/reference.css", "/docs/page.js"]),
    );
    for (const url of loaded) expect((await ask(app, url)).statusCode).toBe(200);
  });

  it("have a place for every operation, every object, every code and every link", async () => {
    const bodies = new Map<string, string>();
    for (const path of PAGES) bodies.set(path, (await ask(app, path)).body);
    const [reference = "", errors = ""] = [bodies.get("/docs"), bodies.get("/docs/errors")];
    for (const [, { operationId }] of operations) expect(reference).toContain(`id="${operationId}"`);
    for (const type of Object.keys(EVENT_TYPES)) expect(reference).toContain(`id="${type}"`);
    expect(reference).toContain('<code>sequence</code> <span class="type">integer, at least 1</span>');
    expect(reference).toContain('<code>resent</code> <span class="type">integer, 0 to 500</span>');
    for (const name of ["Payment", "Charge", "Wallet", "WebhookEndpoint", "Event", "CallbackHost"])
      expect(reference).toContain(`id="${name}"`);
    for (const code of Object.keys(ERROR_CODES)) expect(errors).toContain(`id="${code}"`);

    const links = [...bodies].flatMap(([path, body]) =>
      [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = ""]) => (link.startsWith("#") ? path + link : link)),
    );
    expect(links.length).toBeGreaterThan(100);
    for (const link of new Set(links)) {
      const [path = "", part] = link.split("#");
      expect(bodies.has(path) || path === "/openapi.json", link).toBe(true);
      if (part !== undefined) expect(bodies.get(path), link).toContain(`id="${part}"`);
    }
  });

  it("show each call in three languages, and a payment that completed, is processing and failed", async () => {
    const { body } = await ask(app, "/docs");
    const [section = ""] =
      /<section class="operation" id="sendLightningAddressPayment">.+?<\/section>/s.exec(body) ?? [];
    const text = section.replaceAll(/<[^>]+>/g, "");
    expect([...section.matchAll(/value="([^"]+)"/g)].map(([, label]) => label)).toEqual([
      "curl",
      "JavaScript",
      "Python",
      "completed",
      "processing",
      "failed",
    ]);
    expect(text).toContain("curl https://leyden.example/v0/ln-address/send-payment");
    expect(text).toContain("await fetch(&#34;https://leyden.example/v0/ln-address/send-payment&#34;");
    expect(text).toContain("requests.post(");
    expect(text).toContain("&#34;code&#34;: &#34;no_route&#34;");
  });

  it("show the stream of events as text that goes on, and no other call", async () => {
    const streams = operations.filter(
      ([, { responses }]) => "text/event-stream" in (responses["200"] as Answer).content,
    );
    expect(streams.map(([name]) => name)).toEqual(["get /v0/events/stream"]);

    const { body } = await ask(app, "/docs");
    const [section = ""] = /<section class="operation" id="streamEvents">.+?<\/section>/s.exec(body) ?? [];
    const text = section.replaceAll(/<[^>]+>/g, "");
    expect(text).toContain("text/event-stream, without an end");
    expect(text).toContain("curl -N https://leyden.example/v0/events/stream");
    expect(text).toContain("stream=True");
    expect(text).toMatch(
      /retry: 2000\nid: [-0-9a-f]{36}\n: listening\n\nid: [-0-9a-f]{36}\nevent: webhook.test\ndata: {.+}\n\n: heartbeat/,
    );
    expect(text).not.toContain(".json()");
    expect(body.split("text/event-stream").length).toBe(2);
  });

  it("pay whom the installation can pay", async () => {
    const recipient = "merchant@127.0.0.1:23456";
    const own = await sampleApp({ routes: ROUTES, webhooks: WEBHOOKS, recipient });
    for (const path of ["/docs", "/openapi.json"]) {
      const { body } = await ask(own, path);
      expect(body).toContain(recipient);
      expect(body).not.toContain("merchant@127.0.0.1:30906");
      expect(body).not.toContain("http://127.0.0.1:8080");
    }
    await own.close();
  });

  it("are at no other address", async () => {
    expect((await ask(app, { method: "POST", url: "/" })).statusCode).toBe(404);
    expect((await ask(app, "//")).statusCode).toBe(404);
    expect((await ask(app, "/index.html")).statusCode).toBe(404);
  });

  it("serve the document with the address that clients use", async () => {
    const served = (await ask(app, "/openapi.json")).json();
    expect(served).toEqual({ ...document, servers: [{ url: "https://leyden.example" }] });
  });
});

describe("the catalogue of errors", () => {
  it("has codes in snake_case, and advice in sentences", () => {
    for (const [code, { advice }] of Object.entries(ERROR_CODES)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(advice).toMatch(/^[A-Z`].*\.$/);
    }
  });
});
