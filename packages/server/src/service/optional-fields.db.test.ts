import { afterAll, beforeAll, expect, it } from "vitest";
import { onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import { resolve } from "#platform/http/docs/example.ts";
import type { JsonSchema, OpenApi } from "#platform/http/openapi.ts";
import { createExampleService } from "./example-service.harness.ts";
import { answerExamples, documentedOperations, kindsOf } from "./examples.harness.ts";
import { committedOpenApi } from "./openapi.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;

/** Each field of a body, and of the objects in a list of a body, that may be left out (docs/contract.md, "Bodies"). */
const fields = documentedOperations(document).flatMap((documented) => {
  const body = documented.operation.requestBody?.content["application/json"].schema ?? {};
  const { properties = {} } = body as { properties?: Readonly<Record<string, JsonSchema>> };
  const [answer] = answerExamples(documented, document);
  const ofItems = Object.entries(properties).flatMap(([list, { items = {} }]) =>
    optionalOf(items as JsonSchema).map((field) => ({ list, field })),
  );
  const all: readonly Place[] = [...optionalOf(body).map((field) => ({ list: undefined, field })), ...ofItems];
  return all.map((place) => ({ ...documented, label: answer?.label ?? "", ...place }));
});

/** Where a field is: in the body, or in the first object of a list there. */
type Place = { readonly list: string | undefined; readonly field: string };

function optionalOf(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = resolve(schema, document) as { properties?: object; required?: string[] };
  return Object.keys(properties).filter((field) => !required.includes(field));
}

/** Fields of a change in which "" is a value: it takes away the text that was there. */
const EMPTIED = ["patch /v0/webhook-endpoints/{id} description", "patch /v0/static-charges/{id} successMessage"];

/** Texts that stay when they are left out, and cannot be taken away. */
const NEVER_EMPTY = ["patch /v0/static-charges/{id} description"];

/** Fields without which the example is refused, and with what. */
const REFUSED_WITHOUT: Readonly<Record<string, string>> = {
  "post /v0/ln-address/fetch-charge lnaddress": "invalid_input", // there is no lnAddress either
  "post /v0/redeem-voucher claimToken": "voucher_not_found",
};

onNewestDatabase("a field that may be left out", (database) => {
  let service: Awaited<ReturnType<typeof createExampleService>>;
  beforeAll(async () => {
    service = await createExampleService(database(), { document });
  });
  afterAll(() => service.close());

  it("is there in many operations", () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBeGreaterThan(15);
    expect(fields.filter(({ list }) => list !== undefined).length).toBeGreaterThan(0);
    const names = fields.map(({ name, field }) => `${name} ${field}`);
    expect(names).toEqual(expect.arrayContaining([...EMPTIED, ...NEVER_EMPTY, ...Object.keys(REFUSED_WITHOUT)]));
  });

  it.each(fields)("counts as left out of $name when it is null or empty: $field", async ({ list, field, ...shown }) => {
    const name = `${shown.name} ${field}`;
    const send = async (value: unknown) => {
      const { request } = await service.given(shown); // each by a project of its own
      const { body } = await service.send({ ...request, payload: placed(request.payload, value) }, "\n");
      return JSON.parse(body);
    };
    const placed = (payload: unknown, value: unknown) => {
      const given = payload as Readonly<Record<string, readonly object[]>>;
      if (list === undefined) return { ...given, [field]: value };
      const [first, ...others] = given[list] ?? [];
      return { ...given, [list]: [{ ...first, [field]: value }, ...others] };
    };

    const leftOut = await send(undefined);
    expect(leftOut.error?.code, leftOut.message).toBe(REFUSED_WITHOUT[name]);
    expect(seen(await send(null))).toEqual(seen(leftOut));
    const empty = await send("");
    if (EMPTIED.includes(name)) expect(empty.data?.[field], empty.message).toBe("");
    else if (NEVER_EMPTY.includes(name)) expect(empty.error?.code, empty.message).toBe("invalid_input");
    else expect(seen(empty)).toEqual(seen(leftOut));
  });

  /** An empty text is echoed as it came, where a field that was left out is answered as null. */
  function seen(answer: { readonly message: string }): unknown {
    const kinds = JSON.stringify(kindsOf(answer)).replaceAll('"empty text"', '"null"');
    return { message: answer.message, kinds: JSON.parse(kinds) };
  }
});
