import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi, Operation } from "#platform/http/openapi.ts";
import { ask, sampleApp } from "./app.harness.ts";
import { committedOpenApi, OPENAPI_FILE } from "./openapi.ts";
import { apiRoutes } from "./routes.ts";

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
    "tells of %s its answer and its failures, each with a code of the catalogue",
    (_name, { responses }) => {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "401", "429", "500", "503"]));
      for (const [status, answer] of Object.entries(responses)) {
        if (status === "200") continue;
        const failure = "$ref" in answer ? document.components.responses[answer.$ref.split("/").at(-1) ?? ""] : answer;
        const codes = [...(failure?.description.matchAll(/^- `(\w+)`/gm) ?? [])].map(([, code]) => code);
        expect(codes.length).toBeGreaterThan(0);
        // What failed with a payment is a 400, also where a request that is refused for it is a conflict.
        const allowed = status === "400" ? [400, 409] : [Number(status)];
        for (const code of codes) expect(allowed).toContain(ERROR_CODES[code as keyof typeof ERROR_CODES].status);
      }
    },
  );

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

describe("the pages", () => {
  let app: Api;
  beforeAll(async () => {
    app = await sampleApp({ routes: apiRoutes({} as never) });
  });
  afterAll(() => app.close());

  it.each(["/docs", "/docs/errors"])("run no script at %s and load nothing from elsewhere", async (path) => {
    const { headers, body } = await ask(app, path);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self';/);
    expect(body).not.toMatch(/<script|\son\w+=|style="|javascript:/i);
    const loaded = [...body.matchAll(/<(?:link|img|iframe)[^>]*?(?:href|src)="([^"]*)"/g)].map(([, url = ""]) => url);
    expect(new Set(loaded)).toEqual(new Set(["/docs/icon.svg", "/docs/style.css"]));
    for (const url of loaded) expect((await ask(app, url)).statusCode).toBe(200);
  });

  it("have a place for every operation and every link inside", async () => {
    const [reference, errors] = [(await ask(app, "/docs")).body, (await ask(app, "/docs/errors")).body];
    for (const [, { operationId }] of operations) expect(reference).toContain(`id="${operationId}"`);
    for (const [, anchor] of reference.matchAll(/href="#([^"]+)"/g)) expect(reference).toContain(`id="${anchor}"`);
    for (const [, code] of reference.matchAll(/href="\/docs\/errors#([^"]+)"/g))
      expect(errors).toContain(`id="${code}"`);
    for (const code of Object.keys(ERROR_CODES)) expect(errors).toContain(`id="${code}"`);
  });

  it("are where the base URL leads, and no other address", async () => {
    const root = await ask(app, "/");
    expect([root.statusCode, root.headers.location]).toEqual([302, "/docs"]);
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
