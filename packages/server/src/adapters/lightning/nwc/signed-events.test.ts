import fc from "fast-check";
import { type Event, finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from "nostr-tools/pure";
import { describe, expect, inject, it } from "vitest";
import { isSigned, publicKeyOf, signEvent } from "./signed-events.ts";

const TEMPLATE = { kind: 23_194, created_at: 1_700_000_000, tags: [["p", "ab".repeat(32)]], content: "encrypted" };

describe("signed events", () => {
  it("are those of nostr-tools, both ways", () => {
    const contents = fc.property(fc.string({ unit: "binary" }), (content) => {
      const secret = generateSecretKey();
      const event = signEvent({ ...TEMPLATE, content }, secret);
      expect(verifyEvent({ ...event })).toBe(true);
      expect(event.pubkey).toBe(getPublicKey(secret));
      const theirs: Event = finalizeEvent({ ...TEMPLATE, content }, secret);
      expect(theirs.id).toBe(event.id);
      expect(isSigned(theirs)).toBe(true);
    });
    fc.assert(contents, { numRuns: inject("runs") * 10 });
  });

  const secret = generateSecretKey();
  const event = signEvent(TEMPLATE, secret);
  const other = signEvent({ ...TEMPLATE, content: "other" }, secret);

  it.each<[string, Partial<Event>]>([
    ["another content", { content: "other" }],
    ["another id", { id: other.id }],
    ["another content and its id", { content: other.content, id: other.id }],
    ["the signature of another event", { sig: other.sig }],
    ["another key", { pubkey: publicKeyOf(generateSecretKey()) }],
    ["another kind", { kind: 1 }],
    ["another time", { created_at: 1_700_000_001 }],
    ["other tags", { tags: [] }],
  ])("are refused with %s", (_, change) => {
    expect(isSigned(event)).toBe(true);
    expect(isSigned({ ...event, ...change })).toBe(false);
  });

  it.each<[string, Partial<Event>]>([
    ["a short signature", { sig: "00" }],
    ["a signature that is none", { sig: "ff".repeat(64) }],
    ["a key that is on no curve", { pubkey: "ff".repeat(32) }],
    ["a key that is no text", { pubkey: 1 as never }],
    ["no tags", { tags: undefined as never }],
  ])("are none with %s", (_, change) => {
    const judge = () => isSigned({ ...event, ...change });
    expect(isTrue(judge)).toBe(false);
  });
});

/** What throws is not true. */
function isTrue(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return false;
  }
}
