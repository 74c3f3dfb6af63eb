import { expect } from "vitest";
import { WEBHOOKS } from "../openapi.ts";

/** A body that an endpoint gets is of this type, has what the reference says, and no more. */
export function expectBody(type: string, body: unknown): void {
  const webhook = WEBHOOKS.find((candidate) => candidate.type === type);
  expect(webhook, type).toBeDefined();
  expect(webhook?.body.parse(body)).toEqual(body); // reading drops what the schema does not name
}
