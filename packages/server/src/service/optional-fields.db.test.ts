import { afterAll, beforeAll, expect, it } from "vitest";
import { onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { createExampleService } from "./example-service.harness.ts";
import { answerExamples, documentedOperations, kindsOf } from "./examples.harness.ts";
import { committedOpenApi } from "./openapi.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;

/** Each field of a body that may be left out (docs/contract.md, "Bodies"). */
const fields = documentedOperations(document).flatMap((documented) => {
  const schema = documented.operation.requestBody?.content["application/json"].schema ?? {};
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const [answer] = answerExamples(documented, document);
  const optional = Object.keys(properties).filter((field) => !required.includes(field));
  return optional.map((field) => ({ ...documented, label: answer?.label ?? "", field }));
});

/** Fields of a change in which "" is a value: it takes away the text that was there. */
const EMPTIED = ["patch /v0/webhook-endpoints/{id} description"];

onNewestDatabase("a field that may be left out", (database) => {
  let service: Awaited<ReturnType<typeof createExampleService>>;
  beforeAll(async () => {
    service = await createExampleService(database(), { document });
  });
  afterAll(() => service.close());

  it("is there in many operations", () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBeGreaterThan(5);
  });

  it.each(fields)("counts as left out of $name when it is null or empty: $field", async ({ field, ...documented }) => {
    const answers: unknown[] = [];
    for (const value of [undefined, null, ""]) {
      const { request } = await service.given(documented); // each by a project of its own
      const payload = { ...(request.payload as object), [field]: value };
      const { statusCode, body } = await service.send({ ...request, payload }, "\n");
      expect([value, statusCode, body]).toEqual([value, 200, expect.anything()]);
      answers.push(withoutEmpty(kindsOf(JSON.parse(body))));
    }
    const [leftOut, none, empty] = answers;
    expect(none).toEqual(leftOut);
    if (!EMPTIED.includes(`${documented.name} ${field}`)) expect(empty).toEqual(leftOut);
  });

  /** An empty text is echoed as it came, where a field that was left out is answered as null. */
  function withoutEmpty(kinds: unknown): unknown {
    return JSON.parse(JSON.stringify(kinds).replaceAll('"empty text"', '"null"'));
  }
});
