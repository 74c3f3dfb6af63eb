import { describe, expect, it } from "vitest";
import { newClientId, newClientSecret } from "./app.ts";

/** Bytes whose base64url is "-" alone, with what else a `Random` has. */
const dashes = {
  bytes: (length: number) => Uint8Array.from({ length }, (_, index) => [0xfb, 0xef, 0xbe][index % 3] ?? 0),
  uuid: () => "",
};

describe("a new client id and a new client secret", () => {
  it.each([
    ["client id", newClientId],
    ["client secret", newClientSecret],
  ])("has 36 characters, and a command never takes it for an option: %s", (_, make) => {
    expect(make(dashes)).toMatch(/^[0-9a-f]{36}$/);
  });
});
