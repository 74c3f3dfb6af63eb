import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PAYMENT_FAILURES } from "../../server/src/texts/progress.ts";
import { FAILURES } from "../src/wallet/failure-codes.ts";

type Response = { readonly $ref?: string; readonly description?: string };
type Operation = { readonly responses: Readonly<Record<string, Response>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
};

const PAGES: Document = JSON.parse(readFileSync(new URL("../../server/openapi-pages.json", import.meta.url), "utf8"));

const CALLS = [
  ["/wallet/api/me", "get"],
  ["/wallet/api/preview", "post"],
  ["/wallet/api/payments", "post"],
  ["/wallet/api/payments/by-key/{key}", "get"],
  ["/wallet/api/payments/{id}", "get"],
  ["/wallet/api/people", "get"],
  ["/wallet/api/charges", "post"],
  ["/wallet/api/charges/{id}", "get"],
  ["/wallet/api/history", "get"],
  ["/wallet/api/notes/{id}", "put"],
] as const;

/** Answered to a page that is wrong, or to one of a project. */
const OTHERS = [
  "body_too_large",
  "idempotency_key_missing",
  "invalid_json",
  "page_call_refused",
  "project_not_found",
  "role_missing",
  "unsupported_media_type",
];

/** As each answer of the document lists them. */
function codesOf([path, method]: (typeof CALLS)[number]): readonly string[] {
  const { responses } = PAGES.paths[path]?.[method] ?? { responses: {} };
  return Object.values(responses).flatMap(({ $ref, description }) => {
    const text = description ?? PAGES.components.responses[$ref?.split("/").at(-1) ?? ""]?.description ?? "";
    return [...text.matchAll(/^- `(\w+)`:/gm)].flatMap(([, code]) => code ?? []);
  });
}

describe("sending, receiving and the history", () => {
  it("have a text for each code that their calls may be refused with", () => {
    const codes = [...new Set(CALLS.flatMap(codesOf))];
    expect(codes.length).toBeGreaterThan(35);
    expect(codes.filter((code) => !Object.hasOwn(FAILURES, code)).toSorted()).toEqual(OTHERS);
  });

  it("say why a payment has failed as all pages do", () => {
    expect(FAILURES).toMatchObject(PAYMENT_FAILURES);
  });
});
