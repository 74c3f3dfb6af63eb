import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#kernel/error-codes.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { EVENTS, NOT_CALLED, OPERATIONS } from "#service/testing/example-makers.harness.ts";
import {
  documentedFailures,
  documentedOperations,
  kindsOf,
  kindsOfStream,
  missingExamples,
  readerOf,
} from "#service/testing/examples.harness.ts";
import { failureCodesOf, refusalCodesOf } from "#slices/payments/model/failure-codes.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;
const documented = documentedOperations(document);
const problemsOf = readerOf(document);

describe("the examples of the reference", () => {
  it("are called each, and each type of event happens: a new one needs its entry in example-makers.harness.ts", () => {
    const names = [...Object.keys(OPERATIONS), ...Object.keys(NOT_CALLED)];
    expect(names.sort()).toEqual(documented.map(({ name }) => name).sort());
    expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(document.webhooks).sort());
  });

  it.each(documented)("are there for what $name takes and answers", (operation) => {
    expect(missingExamples(operation, document)).toEqual([]);
  });

  it.each(Object.entries(document.components.schemas))("fit the schema of %s", (_name, schema) => {
    for (const example of (schema["examples"] ?? []) as unknown[]) expect(problemsOf(schema, example)).toEqual([]);
  });

  it.each(Object.entries(document.webhooks))("fit the schema of the webhook %s", (_type, { post }) => {
    const { schema, example } = post.requestBody.content["application/json"];
    expect(problemsOf(schema, example)).toEqual([]);
  });
});

describe("what the tests of examples compare", () => {
  it("is names and kinds at every depth, of a list those of its first element", () => {
    const id = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
    const value = { id, at: "2026-01-31T12:00:00.000Z", many: [{ n: 1 }, 2], none: null, is: true, amount: "-12" };
    const kinds = { id: "id", at: "time", many: [{ n: "number" }], none: "null", is: "boolean", amount: "digits" };
    expect(kindsOf(value)).toEqual(kinds);
    expect(kindsOf({ code: "01234567", amount: "01234567" })).toEqual({ code: "voucher code", amount: "digits" });
    expect(kindsOf(["", "a", "b"])).toEqual(["empty text"]);
    expect(kindsOf({ body: JSON.stringify({ id }) })).toEqual({ body: { json: { id: "id" } } });
    expect(kindsOf("ab".repeat(32))).toBe("hexadecimal digits");
  });

  it("is of a stream its lines up to the first data", () => {
    expect(kindsOfStream('retry: 2000\n: listening\n\nevent: a.b\ndata: {"n":1}\n\n: more\n')).toEqual([
      ["retry", "digits"],
      ": listening",
      "",
      ["event", "text"],
      ["data", { json: { n: "number" } }],
    ]);
  });
});

describe("the failures that the reference lists", () => {
  it.each(documented)(
    "are there for what $name takes: amounts, names of things, a key",
    ({ path, operation, ...rest }) => {
      const codes = documentedFailures({ path, operation, ...rest }, document).map(({ code }) => code);
      const body = JSON.stringify(operation.requestBody?.content["application/json"].schema ?? {});
      if (/"\w*amount":/i.test(body)) expect(codes).toContain("invalid_amount");
      if (/\{(id|host|gamertag)\}/.test(path)) expect(codes).toContainEqual(expect.stringMatching(/_not_found$/));
      const isKeyed = operation.parameters?.some(({ name }) => name === "Idempotency-Key") === true;
      const takesInput = operation.requestBody !== undefined || path.includes("{");
      expect(codes.includes("idempotency_mismatch")).toBe(isKeyed && takesInput);
    },
  );
});

describe("an operation that pays", () => {
  it.each([
    ["post /v0/ln-address/send-payment", "address"],
    ["post /v0/payments", "invoice"],
    ["post /v0/keysend-payment", "node"],
    ["post /v0/internal-transfer", "wallet"],
    ["post /v0/gamertag/send-payment", "gamertag"],
  ] as const)("%s lists every failure and every refusal that can happen to its payments", (name, kind) => {
    const listed = documented
      .filter((operation) => operation.name === name)
      .flatMap((operation) => documentedFailures(operation, document))
      .map(({ status, code }) => `${status} ${code}`);
    const failures = failureCodesOf(kind).map((code) => `400 ${code}`);
    const refusals = refusalCodesOf(kind).map((code) => `${ERROR_CODES[code].status} ${code}`);
    expect(listed).toEqual(expect.arrayContaining([...failures, ...refusals]));
  });
});

describe("a schema of the document", () => {
  const { schemas } = document.components;
  const wallet = { $ref: "#/components/schemas/Wallet" };

  it("takes its example, and refuses it with a field of another type, or without one", () => {
    expect(problemsOf(wallet, { unit: "msats", balance: "1" })).toEqual([]);
    expect(problemsOf(wallet, { unit: "sats", balance: "1" })).not.toEqual([]);
    expect(problemsOf(wallet, { unit: "msats", balance: 1 })).not.toEqual([]);
    expect(problemsOf(wallet, { unit: "msats" })).not.toEqual([]);
    const [charge] = (schemas["Charge"] as { examples: object[] }).examples;
    for (const wrong of [{ id: "x" }, { createdAt: "yesterday" }, { status: "gone" }, { invoice: {} }])
      expect(problemsOf(schemas["Charge"] ?? {}, { ...charge, ...wrong })).not.toEqual([]);
  });
});

describe("an example that is missing", () => {
  const named = (name: string) =>
    documented.find((operation) => operation.name === name) as (typeof documented)[number];
  const { operation, ...rest } = named("post /v0/charges");

  it("is named: of the body, a parameter, the data or the message", () => {
    const schema = { type: "object", properties: { success: {}, data: { type: "string" }, message: {} } };
    const content = { "application/json": { schema } };
    const parameters = [{ name: "limit", in: "query" as const, required: false, schema: { type: "string" } }];
    const requestBody = { required: true as const, content };
    const bare = { ...operation, parameters, requestBody, responses: { "200": { description: "", content } } };
    expect(missingExamples({ ...rest, operation: bare }, document)).toEqual(["query limit", "body", "data", "message"]);
  });

  it("is named where the path and its parameters differ", () => {
    const read = named("get /v0/charges/{id}");
    expect(missingExamples({ ...read, path: "/v0/charges/{charge}" }, document)).toEqual([
      "path charge",
      "place of id in the path",
    ]);
  });
});
