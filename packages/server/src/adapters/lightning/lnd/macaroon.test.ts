import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { opsOf } from "./macaroon.ts";
import { createMacaroons } from "./testing/macaroons.harness.ts";

describe("what stands in a macaroon", () => {
  it("is what was asked for when it was baked, calls and kinds", () => {
    const macaroon = createMacaroons().bake(["uri:/lnrpc.Lightning/GetInfo", "offchain:read", "offchain:write"]);
    expect(opsOf(macaroon)).toEqual([
      { entity: "offchain", action: "read" },
      { entity: "offchain", action: "write" },
      { entity: "uri", action: "/lnrpc.Lightning/GetInfo" },
    ]);
  });

  it("is nothing where its form is another one, or it is cut", () => {
    const macaroon = createMacaroons().bake(["offchain:read"]);
    for (let length = 0; length < 40; length++) expect(opsOf(macaroon.subarray(0, length))).toEqual([]);
    expect(opsOf(Buffer.from("0301", "hex"))).toEqual([]);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => Array.isArray(opsOf(bytes))));
  });
});
