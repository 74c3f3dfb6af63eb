import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOf, mailKeyOf, pageKeyIn, pageKeyOf, sessionIdOf, tokenOf } from "./secrets.ts";
import type { SessionId } from "./session.ts";

const macOf = (secret: string) => (text: string, about: string) =>
  createHmac("sha256", secret).update(`${about}\0${text}`).digest();
const id = fc.uuid().map((text) => text as SessionId);

describe("a token", () => {
  it("names its session, and is the same each time", () => {
    fc.assert(
      fc.property(id, (session) => {
        const token = tokenOf(macOf("a"), session);
        expect(token).toMatch(/^rst_[0-9a-f]{32}_[\w-]{43}$/);
        expect(sessionIdOf(token)).toBe(session);
        expect(tokenOf(macOf("a"), session)).toBe(token);
      }),
    );
  });

  it("is another one for another session and under another key", () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one !== other);
        const secretOf = (token: string) => token.slice(-43);
        expect(secretOf(tokenOf(macOf("a"), one))).not.toBe(secretOf(tokenOf(macOf("a"), other)));
        expect(tokenOf(macOf("a"), one)).not.toBe(tokenOf(macOf("b"), one));
      }),
    );
  });

  it.each(["", "rst_", `rsp_${"a".repeat(43)}`, `rst_${"g".repeat(32)}_${"a".repeat(43)}`, `rst_${"a".repeat(32)}_`])(
    "is not %j",
    (text) => {
      expect(sessionIdOf(text)).toBeUndefined();
    },
  );

  it("has nothing before it and nothing behind", () => {
    const token = tokenOf(macOf("a"), "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11" as SessionId);
    for (const text of [` ${token}`, `${token} `, `${token}\n`, `${token}a`]) expect(sessionIdOf(text)).toBeUndefined();
  });
});

describe("a page key", () => {
  it("is found in the header that it came from, and nowhere else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = pageKeyOf(bytes);
        expect(pageKeyIn(`Bearer ${key}`)).toBe(key);
        expect(pageKeyIn(`bearer ${key}`)).toBe(key);
        for (const header of [
          key,
          `Basic ${key}`,
          `Bearer ${key} `,
          `Bearer ${key}x`,
          `Bearer  ${key}`,
          `Bearer ${key},${key}`,
        ])
          expect(pageKeyIn(header)).toBeUndefined();
      }),
    );
    expect(pageKeyIn(undefined)).toBeUndefined();
    expect(pageKeyIn("Bearer rst_abc")).toBeUndefined();
  });

  it("is kept as a hash", () => {
    expect(Buffer.from(hashOf("abc")).toString("hex")).toMatch(/^ba7816bf8f01cfea/); // FIPS 180-4
  });
});

describe("the key of a mail address", () => {
  it("does not see what stands after a plus", () => {
    expect(mailKeyOf("alice+shop@example.com")).toBe(mailKeyOf("alice@example.com"));
    expect(mailKeyOf("alice+a+b@example.com")).toBe(mailKeyOf("alice@example.com"));
    expect(mailKeyOf("alice@example.com")).toMatch(/^[0-9a-f]{64}$/);
  });

  it("tells names and hosts apart", () => {
    const keys = ["alice@example.com", "alic@example.com", "alice@example.org", "a.lice@example.com"].map(mailKeyOf);
    expect(new Set(keys).size).toBe(4);
  });
});
