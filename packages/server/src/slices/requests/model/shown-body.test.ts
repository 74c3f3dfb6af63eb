import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { ADDRESS_FIELDS, LEFT_OUT_FIELDS, SHOWN_FIELDS, SHOWN_HOLDERS, shownBody } from "./shown-body.ts";

const shown = (body: unknown) => JSON.parse(shownBody(body) ?? "null");

describe("the body of a refused request", () => {
  it("has the values of fields that may be kept, as they were on the wire", () => {
    const body = { amount: msats(1_500n), invoice: "lnbc15n1…", types: ["payment.completed"], comment: null };
    expect(shown(body)).toEqual({ ...body, amount: "1500" });
    expect(shown({ vouchers: [{ amount: 1_000, description: "prize" }] })).toEqual({
      vouchers: [{ amount: 1_000, description: "prize" }],
    });
    expect(shown({ since: new Date("2026-11-20T16:00:00Z") })).toEqual({ since: "2026-11-20T16:00:00.000Z" });
  });

  it("has the name and no value of secrets, of people, and of what it does not know", () => {
    const body = {
      code: "0A1B2C3E",
      claimToken: "s3cret",
      email: "ann@example.com",
      usertoken: "eyJ",
      metadata: { amount: 7, note: "private" },
      pasword: "hunter2",
      nested: { amount: "hunter2" },
      amount: { secret: "hunter2" },
      many: [{ secret: "hunter2" }],
    };
    const kept = shownBody(body) ?? "";
    for (const name of Object.keys(body)) expect(kept).toContain(name);
    for (const secret of ["0A1B2C3E", "s3cret", "ann@", "eyJ", "private", "hunter2"])
      expect(kept).not.toContain(secret);
  });

  it("has the host of an address alone", () => {
    expect(shown({ callbackUrl: "https://user:pass@shop.example:8443/hook/T0KEN?key=1#x" })).toEqual({
      callbackUrl: "https://shop.example:8443/…",
    });
    expect(shown({ url: "no address" })).toEqual({ url: "no address" });
  });

  it("has no secret of ours, and no LNURL, wherever they were put", () => {
    const secrets = ["ley_abcdefghijklmnop1234", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==", "LNURL1DP68GURN8GHJ7"];
    for (const secret of secrets) {
      const kept = shownBody({ description: `see ${secret}, thanks` }) ?? "";
      expect(kept).not.toContain(secret);
      expect(kept).toContain("thanks");
    }
  });

  it("is cut at 4 kB of whole characters", () => {
    const body = { description: "é".repeat(900), comment: "⚡".repeat(900), internalId: "𝄞".repeat(400) };
    const kept = shownBody(body) ?? "";
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(4_080);
    expect(kept.isWellFormed()).toBe(true);
    expect(kept).not.toContain("\uFFFD");
    expect(kept.endsWith("…")).toBe(true);
  });

  it("is never longer, whatever is sent", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...SHOWN_FIELDS, "vouchers", "x"), fc.jsonValue()), (body) => {
        const kept = shownBody(body) ?? "";
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(4_096);
        expect(kept.isWellFormed()).toBe(true);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });

  it("is none where there was none, or it was no JSON", () => {
    for (const body of [undefined, null, "text", 7]) expect(shownBody(body)).toBeUndefined();
  });
});

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Names of all fields that bodies of the API have. */
function fieldsOfRequests(): ReadonlySet<string> {
  const file = join(import.meta.dirname, "../../../../openapi.json");
  const document = JSON.parse(readFileSync(file, "utf8"));
  const names = new Set<string>();
  const found = (ref: string): Schema =>
    ref
      .split("/")
      .slice(1)
      .reduce((part, name) => part[name], document);
  const walk = (schema: Schema): void => {
    if (schema.$ref !== undefined) walk(found(schema.$ref));
    for (const one of schema.anyOf ?? []) walk(one);
    if (schema.items !== undefined) walk(schema.items);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      names.add(name);
      walk(field);
    }
  };
  for (const operations of Object.values<Record<string, never>>(document.paths))
    for (const operation of Object.values<{ requestBody?: { content: Record<string, { schema: Schema }> } }>(
      operations,
    ))
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema);
  return names;
}

describe("the lists of fields", () => {
  const lists = [SHOWN_FIELDS, SHOWN_HOLDERS, LEFT_OUT_FIELDS, ADDRESS_FIELDS];

  it("name each field that a request has, once, and no other: whoever adds one decides whether it is a secret", () => {
    const listed = lists.flatMap((list) => [...list]);
    expect(listed.toSorted()).toEqual([...fieldsOfRequests()].toSorted());
  });
});
