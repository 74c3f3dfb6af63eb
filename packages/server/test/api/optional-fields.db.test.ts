import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { resolve } from "#platform/http/docs/example.ts";
import type { JsonSchema, OpenApi } from "#platform/http/openapi.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { createExampleService } from "#service/testing/example-service.harness.ts";
import { answerExamples, documentedOperations, kindsOf } from "#service/testing/examples.harness.ts";
import { rowsNaming } from "#service/testing/rows-naming.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;

/** Each field of a body, and of the objects in a list of a body, that may be left out (docs/contract.md, "Bodies"). */
const found = documentedOperations(document).flatMap((documented) => {
  const body = documented.operation.requestBody?.content["application/json"].schema ?? {};
  const { properties = {} } = body as { properties?: Readonly<Record<string, JsonSchema>> };
  const [answer] = answerExamples(documented, document);
  const ofItems = Object.entries(properties).flatMap(([list, { items = {} }]) =>
    optionalOf(items as JsonSchema).map((field) => ({ list, field })),
  );
  const all: readonly Place[] = [...optionalOf(body).map((field) => ({ list: undefined, field })), ...ofItems];
  return all.map((place) => ({ ...documented, label: answer?.label ?? "", ...place }));
});
const fields = found.map((field, no) => ({ ...field, no }));

/** Where a field is: in the body, or in the first object of a list there. */
type Place = { readonly list: string | undefined; readonly field: string };

function optionalOf(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = resolve(schema, document) as { properties?: object; required?: string[] };
  return Object.keys(properties).filter((field) => !required.includes(field));
}

function placed(payload: unknown, { list, field }: Place, value: unknown): object {
  const given = payload as Readonly<Record<string, readonly object[]>>;
  if (list === undefined) return { ...given, [field]: value };
  const [first, ...others] = given[list] ?? [];
  return { ...given, [list]: [{ ...first, [field]: value }, ...others] };
}

/** Fields of a change in which "" is a value: it takes away the text that was there. */
const EMPTIED = ["patch /v0/webhook-endpoints/{id} description", "patch /v0/static-charges/{id} successMessage"];

/** Texts that stay when they are left out, and cannot be taken away. */
const NEVER_EMPTY = ["patch /v0/static-charges/{id} description"];

/** What must stand beside a field in the place of the example's own values. */
const BESIDE: Readonly<Record<string, (world: World) => object>> = {
  "post /v0/ln-address/send-payment maxFee": () => ({ amount: PLENTY }),
  "post /v0/keysend-payment maxFee": () => ({ amount: PLENTY }),
  "post /v0/payments maxFee": (world) => ({ amount: PLENTY, invoice: world.invoice({ amount: undefined }).text }),
  "post /v0/payments amount": (world) => ({ invoice: world.invoice({ amount: undefined }).text }),
};

/** So much that a limit for its fee that the caller gives is not above ours. */
const PLENTY = "1000000";

/** Fields whose value is in no row afterwards, and why. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  "post /v0/ln-address/fetch-charge lnaddress": "the invoice is the answer, and no object of ours",
  "post /v0/ln-address/fetch-charge lnAddress": "the same",
  "post /v0/ln-address/fetch-charge description": "the same",
  "post /v0/redeem-voucher claimToken": "a secret that opens the voucher",
  "post /v0/events/{id}/resend receiverId": "it chooses one of those that are there",
  "post /api/v1/ramp-widget base_currency": "it may be BTC alone",
  "post /api/v1/ramp-widget usertoken": "its user is kept, and is what is compared",
};

/** A value that no row has before, and the text of it in a row. Texts have the number of their case in them. */
function keptValue(field: string, no: number): readonly [value: unknown, text: string] {
  const [text, number] = [`kept_${no}_x`, String(10_100 + no)];
  switch (field) {
    case "callbackUrl":
    case "return_url":
    case "url":
      return [`https://shop.example/${text}`, text];
    case "destination":
      return [`${text}@wallet.example`, text];
    case "amount":
    case "minAmount":
    case "maxAmount":
    case "maxFee":
    case "allowedSlots":
      return [number, number];
    case "expiresIn":
      return [Number(number), number];
    case "types":
      return [["voucher.revoked"], "voucher.revoked"];
    case "state":
      return ["disabled", "disabled"];
    case "quote_currency":
      return ["CHF", "CHF"];
    case "tlvRecords":
      return [[{ type: 70_000 + no, value: "aa" }], String(70_000 + no)];
    case "metadata":
      return [{ of: text }, text];
    default:
      return [text, text];
  }
}

/** Fields without which the example is refused, and with what. */
const REFUSED_WITHOUT: Readonly<Record<string, string>> = {
  "post /v0/ln-address/fetch-charge lnaddress": "invalid_input", // there is no lnAddress either
  "post /v0/redeem-voucher claimToken": "voucher_not_found",
};

onDatabase("a field that may be left out", (database) => {
  let service: Awaited<ReturnType<typeof createExampleService>>;
  beforeAll(async () => {
    service = await createExampleService(database(), { document });
  });
  afterAll(() => service.close());

  it("is there in many operations", () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBeGreaterThan(15);
    expect(fields.filter(({ list }) => list !== undefined).length).toBeGreaterThan(0);
    const names = fields.map(({ name, field }) => `${name} ${field}`);
    expect(names).toEqual(
      expect.arrayContaining([
        ...EMPTIED,
        ...NEVER_EMPTY,
        ...Object.keys(REFUSED_WITHOUT),
        ...Object.keys(NOT_KEPT),
        ...Object.keys(BESIDE),
      ]),
    );
  });

  it.each(fields)("counts as left out of $name when it is null or empty: $field", async ({ list, field, ...shown }) => {
    const name = `${shown.name} ${field}`;
    const send = async (value: unknown) => {
      const { request } = await service.given(shown); // each by a project of its own
      const payload = placed(request.payload, { list, field }, value);
      const { body } = await service.send({ ...request, payload }, "\n");
      return JSON.parse(body);
    };

    const leftOut = await send(undefined);
    expect(leftOut.error?.code, leftOut.message).toBe(REFUSED_WITHOUT[name]);
    expect(seen(await send(null))).toEqual(seen(leftOut));
    const empty = await send("");
    if (EMPTIED.includes(name)) expect(empty.data?.[field], empty.message).toBe("");
    else if (NEVER_EMPTY.includes(name)) expect(empty.error?.code, empty.message).toBe("invalid_input");
    else expect(seen(empty)).toEqual(seen(leftOut));
  });

  it.each(fields.filter(({ name, field }) => NOT_KEPT[`${name} ${field}`] === undefined))(
    "is in a row afterwards, as $name gave it: $field",
    async ({ list, field, no, ...shown }) => {
      const [value, text] = keptValue(field, no);
      const { request } = await service.given(shown);
      const before = new Set(await rowsWith(text));
      const payload = placed(
        { ...(request.payload as object), ...BESIDE[`${shown.name} ${field}`]?.(service.world) },
        { list, field },
        value,
      );
      const answer = await service.send({ ...request, payload }, "\n");
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await rowsWith(text)).filter((row) => !before.has(row))).not.toEqual([]);
    },
  );

  /** The rows of all tables that have this word, and those of what may be used for so many seconds. */
  async function rowsWith(text: string): Promise<readonly string[]> {
    const { admin } = database();
    const word = new RegExp(`\\b${text}\\b`);
    const naming = (await rowsNaming(admin, { ids: [text], accounts: [] })).filter((row) => word.test(row.text));
    const lasting = await admin.query<{ text: string }>(sql`
      select r.text
        from (select c::text as text, c.expires_at - c.created_at as lasts from receiving.charge c
               union all
              select v::text, v.expires_at - v.created_at from vouchers.voucher v) r
       where abs(extract(epoch from r.lasts) - ${Number(text) || 0}) <= 2`); // whole seconds, of before the row
    return [...naming, ...lasting].map((row) => row.text);
  }

  /** An empty text is echoed as it came, where a field that was left out is answered as null. */
  function seen(answer: { readonly message: string }): unknown {
    const kinds = JSON.stringify(kindsOf(answer)).replaceAll('"empty text"', '"null"');
    return { message: answer.message, kinds: JSON.parse(kinds) };
  }
});
