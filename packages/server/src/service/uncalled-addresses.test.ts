import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api } from "#platform/http/index.ts";
import { createPolicy } from "#platform/outbound/policy.ts";
import { OPENAPI_FILE, ROUTES } from "./openapi.ts";
import { KEY, sampleApp } from "./testing/app.harness.ts";

type Documented = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: RequestBody }>>>>;
};
type RequestBody = { readonly content: { readonly "application/json": { readonly schema: Schema } } };
type Schema = { readonly properties?: object; readonly examples?: readonly object[] };

const DOCUMENT = JSON.parse(readFileSync(OPENAPI_FILE, "utf8")) as Documented;

/** Every operation that takes a callbackUrl, with a body that it takes. */
const TAKING = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const { properties = {}, examples = [] } = requestBody?.content["application/json"].schema ?? {};
    return Object.hasOwn(properties, "callbackUrl") ? [{ method: method.toUpperCase(), path, body: examples[0] }] : [];
  }),
);

describe("a callbackUrl that is never called", () => {
  let app: Api;

  // No handler has what it needs: what they answer is a failure, which has the warnings too.
  beforeAll(async () => {
    const outbound = createPolicy({ allow: ["localhost:3000"], ownAddresses: [] });
    app = await sampleApp({ routes: ROUTES, outbound });
  });
  afterAll(() => app.close());

  async function warningsOf({ method, path, body }: (typeof TAKING)[number], callbackUrl: unknown) {
    const url = path.replace("{id}", "01a1f9ba-a42f-71e3-a134-0a9b28d69202");
    const payload = { ...body, callbackUrl, surprise: 1 };
    const answer = await app.inject({ method: method as "POST", url, headers: { apikey: KEY }, payload });
    return answer.json().warnings as { field: string; issue: string }[];
  }

  const unknown = { field: "surprise", issue: expect.stringContaining("ignored") };
  const called = (issue: string) => ({ field: "callbackUrl", issue: `is kept but will not be called: ${issue}` });
  const ALLOWED = "or a host and port that the operator allows (LEYDEN_OUTBOUND_ALLOW)";

  it("stands in all operations that take one", () => {
    expect(TAKING.length).toBeGreaterThan(8);
  });

  it.each(TAKING)("is named by the answer of $method $path, beside unknown fields", async (operation) => {
    expect(await warningsOf(operation, "http://localhost:3400/hook")).toEqual([
      unknown,
      called(`only https is, ${ALLOWED}`),
    ]);
    expect(await warningsOf(operation, "https://shop.example/hook")).toEqual([unknown]);
  });

  it.each([
    ["https://shop.example:8443/hook", `only port 443 is, ${ALLOWED}`],
    ["https://127.0.0.1/hook", `only a host on the public internet is, ${ALLOWED}`],
    ["https://user:word@shop.example/hook", "it holds a user or password"],
  ])("%s is named with the reason", async (url, reason) => {
    const [charge] = TAKING.filter(({ path }) => path === "/v0/charges");
    expect(charge && (await warningsOf(charge, url))).toEqual([unknown, called(reason)]);
  });

  it.each(["http://localhost:3000/hook", "", null])("is not what %j is", async (url) => {
    const [charge] = TAKING.filter(({ path }) => path === "/v0/charges");
    expect(charge && (await warningsOf(charge, url))).toEqual([unknown]);
  });
});
