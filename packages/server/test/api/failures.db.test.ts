import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES, type Scope } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { type Around, type Given, type Make, withToken } from "#service/testing/example-makers.harness.ts";
import { createExampleService } from "#service/testing/example-service.harness.ts";
import {
  answerExamples,
  documentedFailures,
  documentedOperations,
  readerOf,
} from "#service/testing/examples.harness.ts";
import { neighbours } from "#service/testing/neighbours.harness.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;
const problemsOf = readerOf(document);
const random = machineRandom();

const operations = documentedOperations(document).map((documented) => {
  const [answer] = answerExamples(documented, document);
  return { ...documented, label: answer?.label ?? "" };
});
type Shown = (typeof operations)[number];

/** Codes that a caller can cause by itself, whatever the node does. */
const PROVOKED =
  /^(invalid_amount|insufficient_funds|\w+_not_found|idempotency_mismatch|INVALID_EMAIL|INVALID_WEBHOOK_URL|UNAUTHORIZED|scope_missing|invalid_token|token_scope_missing)$/;

/** Each of them, of each operation that the reference lists it for. */
const failures = operations.flatMap((shown) =>
  documentedFailures(shown, document)
    .filter(({ code }) => PROVOKED.test(code))
    .map(({ code, status, schema }) => ({ ...shown, code, status, schema })),
);

/** Names that nothing has, by the parameter or field that takes them. */
const MISSING: Readonly<Record<string, string>> = {
  id: random.uuid(),
  host: "missing.example",
  gamertag: "missing-user",
  receiverWalletId: random.uuid(),
  code: "00000000",
  lnAddress: "missing@example.com",
  lnaddress: `missing@${new URL(neighbours.baseUrl).host}`,
};

/**
 * What a second request has that is another one, where neither a comment, nor a description, nor an id can be another.
 */
const OTHER: Readonly<Record<string, Make>> = {
  "post /v0/vouchers/batch": () => ({
    body: { vouchers: [{ amount: "1000", description: "one", internalId: "player-8" }] },
  }),
  "post /v0/events/resend-failed": () => ({ body: { since: "2026-01-01T00:00:00.000Z" } }),
  "post /v0/callback-hosts": () => ({ body: { host: "other.example" } }),
  "post /api/v1/ramp-widget": () => ({ body: { email: "bob@example.com" } }),
  "delete /v0/callback-hosts/{host}": async ({ call }) => {
    await call("POST", "/v0/callback-hosts", { host: "other.example" });
    return { path: { host: "other.example" } };
  },
};

/** What ends the thing that a first request has made, so that the same request cannot answer it again. */
const ENDS: Readonly<Record<string, (around: Around, id: string) => Promise<unknown>>> = {
  "post /v0/webhook-endpoints webhook_endpoint_not_found": ({ call }, id) =>
    call("DELETE", `/v0/webhook-endpoints/${id}`),
  "post /v0/callback-hosts callback_host_not_found": ({ call }) => call("DELETE", "/v0/callback-hosts/shop.example"),
  // As the job that deletes old events.
  "post /v0/webhook-endpoints/{id}/test event_not_found": async ({ database: { admin } }, id) => {
    await admin.query(sql`delete from events.delivery where event_id = ${id}`);
    await admin.query(sql`delete from events.event where id = ${id}`);
  },
};

function withAmountsOfZero(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withAmountsOfZero(item));
  if (typeof value !== "object" || value === null) return /amount$/i.test(name) ? "0" : value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, withAmountsOfZero(inner, field)]));
}

onDatabase("a failure that the reference lists", (database) => {
  let service: Awaited<ReturnType<typeof createExampleService>>;
  beforeAll(async () => {
    service = await createExampleService(database(), { document });
  });
  afterAll(() => service.close());

  it("is one of many", () => {
    expect(new Set(failures.map(({ name }) => name)).size).toBe(operations.length);
    expect(new Set(failures.map(({ code }) => code)).size).toBeGreaterThan(12);
  });

  it.each(failures)("is what $name answers: $code", async ({ code, status, schema, ...shown }) => {
    const request = await refused(code, shown);
    const { statusCode, body } = await service.send(request, "\n");
    const answer = JSON.parse(body);
    expect([answer.error?.code, String(statusCode)], body).toEqual([code, status]);
    expect(problemsOf(schema, answer)).toEqual([]);
  });

  /** The example of the operation, so that it fails with `code`. */
  async function refused(code: string, shown: Shown) {
    switch (code) {
      case "scope_missing": {
        const [needed] = Object.values(shown.operation.security[0] ?? {}).flat();
        return (await service.given(shown, { scopes: SCOPES.filter((scope: Scope) => scope !== needed) })).request;
      }
      case "token_scope_missing":
        return (await service.given(shown, { make: withToken(["openid"]) })).request;
      case "invalid_token":
        return (await service.given(shown, { make: () => ({ headers: { authorization: "Bearer unknown" } }) })).request;
      case "UNAUTHORIZED":
        return (await service.given(shown, { make: () => ({ headers: { apikey: "unknown" } }) })).request;
      case "INVALID_EMAIL":
        return (await service.given(shown, { make: () => ({ body: { email: "nobody" } }) })).request;
      case "INVALID_WEBHOOK_URL":
        return (await service.given(shown, { make: () => ({ body: { webhook_url: "http://127.0.0.1/" } }) })).request;
      case "insufficient_funds":
        return (await service.given(shown, { funds: sats(0n) })).request;
      case "invalid_amount":
        return await withoutAmount(shown);
      case "idempotency_mismatch":
        return await withUsedKey(shown);
      default:
        return (await afterEnd(code, shown)) ?? (await service.given(shown, { make: () => missing(shown) })).request;
    }
  }

  async function withoutAmount(shown: Shown) {
    if (shown.operation.requestBody === undefined)
      return (await service.given(shown, { make: () => ({ query: { amount: "0" } }) })).request;
    const { request } = await service.given(shown);
    const payload = withAmountsOfZero(request.payload) as object;
    // An invoice has its amount; another one may be given beside it.
    return { ...request, payload: "invoice" in payload ? { ...payload, amount: "0" } : payload };
  }

  async function withUsedKey(shown: Shown) {
    const first = await service.given(shown);
    expect((await service.send(first.request, "\n")).statusCode).toBe(200);
    const make = OTHER[shown.name];
    const { request } = await service.given(shown, { of: first.project, ...(make && { make }) });
    if (make !== undefined || request.url !== first.request.url) return request;
    const other = Object.keys(bodyProperties(shown)).find((name) => /^(comment|description)$/.test(name));
    return other === undefined
      ? request
      : { ...request, payload: { ...(request.payload as object), [other]: "other" } };
  }

  function bodyProperties({ operation }: Shown): object {
    return (operation.requestBody?.content["application/json"].schema["properties"] ?? {}) as object;
  }

  /** The first request again, after what it made is gone; undefined where that is not the way to `code`. */
  async function afterEnd(code: string, shown: Shown) {
    const end = ENDS[`${shown.name} ${code}`];
    if (end === undefined) return undefined;
    const { request, project } = await service.given(shown);
    const { id } = JSON.parse((await service.send(request, "\n")).body).data;
    await end(project, id);
    return request;
  }

  /** Every name of the request is one that nothing has. */
  function missing({ path, operation, ...shown }: Shown): Given {
    const named = (names: readonly string[]) =>
      Object.fromEntries(names.flatMap((name) => (MISSING[name] === undefined ? [] : [[name, MISSING[name]]])));
    if (shown.name.endsWith("/stream")) return { query: { after: random.uuid() } };
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    if (inPath.length > 0) return { path: named(inPath) };
    const { required = [] } = (operation.requestBody?.content["application/json"].schema ?? {}) as {
      required?: string[];
    };
    return {
      body: named([...required, "lnaddress"].filter((name) => name in bodyProperties({ path, operation, ...shown }))),
    };
  }
});
