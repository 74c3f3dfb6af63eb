import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codeNamed, ERROR_CODES, type ErrorCode, RAMP_NAMES } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { RoutesPlugin } from "#platform/http/index.ts";
import type { OpenApi, Parameter } from "#platform/http/openapi.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { ask } from "#service/testing/app.harness.ts";
import { EVENTS, NOT_CALLED } from "#service/testing/example-makers.harness.ts";
import { createExampleService } from "#service/testing/example-service.harness.ts";
import {
  type AnswerExample,
  answerExamples,
  documentedFailures,
  documentedOperations,
  kindsOf,
  kindsOfStream,
  optionalParameters,
  readerOf,
  shownValues,
  typesOf,
} from "#service/testing/examples.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { rampErrorName } from "#slices/ramp/wire.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;
const documented = documentedOperations(document).filter(({ name }) => NOT_CALLED[name] === undefined);
const problemsOf = readerOf(document);
/** Each answer that the reference shows. */
const shown = documented.flatMap((operation) =>
  answerExamples(operation, document).map((answer) => ({ ...operation, ...answer })),
);
/** Each parameter that a request may have, with the first answer of its operation. */
const optional = documented.flatMap((operation) => {
  const [answer] = answerExamples(operation, document);
  return optionalParameters(operation).map((parameter) => ({ ...operation, ...(answer as AnswerExample), parameter }));
});

/** The field by whose mistake a name of the ramp is chosen. */
const FIELDS: Readonly<Record<string, string>> = { INVALID_EMAIL: "email", INVALID_WEBHOOK_URL: "webhook_url" };

/** Every code of the catalogue, as any route fails with it, and every name that the ramp has for one. */
const failing: RoutesPlugin = (api) => {
  for (const name of [...Object.keys(ERROR_CODES), ...Object.keys(RAMP_NAMES)]) {
    const config = name in RAMP_NAMES ? { access: "public", refusedAs: rampErrorName } : { access: "public" };
    api.get(`/v0/failing/${name}`, { config: config as { access: "public" }, schema: { hide: true } }, async () => {
      const details = [{ field: FIELDS[name] ?? "amount", issue: "is wrong" }];
      throw new AppError(codeNamed(name) as ErrorCode, "what to do", { details });
    });
  }
};

onDatabase("an example of the reference", (database) => {
  let service: Awaited<ReturnType<typeof createExampleService>>;
  beforeAll(async () => {
    service = await createExampleService(database(), { document, routes: [failing] });
  });
  afterAll(() => service.close());

  it.each(shown)("of $name ($label) is what the service takes and answers", async (operation) => {
    const { schema, status, value } = operation;
    const { request } = await service.given(operation);
    const { statusCode, body } = await service.send(request, "\ndata: ");
    expect([statusCode, body]).toEqual([Number(status), expect.anything()]);
    const real: unknown = typeof value === "string" ? body : JSON.parse(body);
    for (const answer of [value, real]) expect(problemsOf(schema, answer)).toEqual([]);
    expect(shapeOf(value)).toEqual(shapeOf(real));
  });

  /** With the message itself, which is the same every time. */
  function shapeOf(answer: unknown) {
    if (typeof answer === "string") return kindsOfStream(answer);
    return { kinds: kindsOf(answer), message: (answer as { readonly message: unknown }).message };
  }

  it.each(optional)("of $name has parameters that the service takes: $parameter.name", async (operation) => {
    const { parameter, schema, status } = operation;
    const { request, replaced } = await service.given(operation);
    for (const example of shownValues(parameter)) {
      const value = { ...replaced.query, ...replaced.headers }[parameter.name.toLowerCase()] ?? example;
      expect(kindsOf(value)).toEqual(kindsOf(example));
      const { statusCode, headers, body } = await service.send(
        withParameter(request, parameter, value),
        ": listening\n",
      );
      expect([statusCode, body]).toEqual([Number(status), expect.anything()]);
      const type = String(headers["content-type"]).replace(/;.*/, "");
      expect(typesOf(operation, status, document)).toContain(type);
      if (type === "application/json") expect(problemsOf(schema, JSON.parse(body))).toEqual([]);
    }
  });

  function withParameter(request: InjectOptions, { in: place, name }: Parameter, value: string): InjectOptions {
    if (place === "header") return { ...request, headers: { ...request.headers, [name]: value } };
    const url = new URL(String(request.url), "http://service");
    url.searchParams.set(name, value);
    return { ...request, url: `${url.pathname}${url.search}` };
  }

  it.each(Object.keys(document.webhooks))("of the webhook %s has the form of the body that is sent", async (type) => {
    const { key, ...made } = await service.around(type);
    await givenEndpoint(database().db, made.caller.wallet.owner.id);
    await EVENTS[type]?.(made);
    const read = async (url: string) => (await ask(service.app, { url, headers: { apikey: key } })).json().data;
    const [event] = await read(`/v0/events?type=${type}`);
    const body = JSON.parse((await read(`/v0/events/${event.id}`)).body);
    const { schema, example } = document.webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    expect(problemsOf(schema ?? {}, body)).toEqual([]);
    expect(kindsOf(example)).toEqual(kindsOf(body));
  });

  it.each(documented)("of a failure of $name has the form and the status of each of its codes", async (operation) => {
    const failures = documentedFailures(operation, document);
    expect(failures.length).toBeGreaterThan(0);
    for (const { code, status, schema } of failures) {
      const answer = await ask(service.app, `/v0/failing/${code}`);
      expect(answer.json().error.code).toBe(code);
      expect(problemsOf(schema, answer.json())).toEqual([]);
      // A payment that failed is a 400, whatever the code.
      expect([String(answer.statusCode), "400"]).toContain(status);
    }
  });
});
