import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import {
  formerEnd,
  hashOfSecret,
  keyName,
  newProjectKeySecret,
  parseProjectKeySecret,
  shownPrefix,
} from "./project-key.ts";

const random: Random = { bytes: randomBytes, uuid: randomUUID };
const zeros: Random = { bytes: (length) => new Uint8Array(length), uuid: randomUUID };
const ones: Random = { bytes: (length) => new Uint8Array(length).fill(255), uuid: randomUUID };

describe("a project key", () => {
  it("has its prefix, 30 random characters and the CRC-32 of both in base 62", () => {
    expect(newProjectKeySecret(zeros)).toBe("ley_0000000000000000000000000000000p1pmE");
  });

  it("always has 40 characters and always parses", () => {
    for (const source of [zeros, ones, random]) {
      const secret = newProjectKeySecret(source);
      expect(secret).toHaveLength(40);
      expect(parseProjectKeySecret(secret)).toBe(secret);
    }
  });

  it("is never the same twice", () => {
    const secrets = new Set(Array.from({ length: 1_000 }, () => newProjectKeySecret(random)));
    expect(secrets.size).toBe(1_000);
  });

  it("does not parse when any one character is another", () => {
    const secret = newProjectKeySecret(random);
    fc.assert(
      fc.property(fc.nat(39), fc.constantFrom(..."0Aaz9Z_-"), (at, character) => {
        const mistyped = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(parseProjectKeySecret(mistyped)).toBe(mistyped === secret ? secret : undefined);
      }),
    );
  });

  it.each(["", "ley_", "ley_short", `${newProjectKeySecret(random)}\n`, ` ${newProjectKeySecret(random)}`])(
    "does not parse from %j",
    (text) => {
      expect(parseProjectKeySecret(text)).toBeUndefined();
    },
  );

  it("is stored as 32 bytes and shown as 10 characters", () => {
    const secret = newProjectKeySecret(random);
    expect(hashOfSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(shownPrefix(secret)).toBe(secret.slice(0, 10));
  });
});

describe("the name of a key", () => {
  it("is what a person typed, without the spaces around it, up to 40 characters", () => {
    expect(keyName("  Payouts, Zürich ⚡ ")).toBe("Payouts, Zürich ⚡");
    expect(keyName("⚡".repeat(40))).toHaveLength(40);
    expect(keyName("🔑".repeat(40))).toBe("🔑".repeat(40));
  });

  it.each(["", "   ", "a".repeat(41), "🔑".repeat(41), "a\u0000b", "two\nlines", "\ud800"])("refuses %j", (text) => {
    expect(() => keyName(text)).toThrow(InvalidInput);
  });
});

describe("the end of a key from which another one takes over", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  const DAY_MS = 86_400_000;

  it("is in a day, or when it is said within 30 days", () => {
    expect(formerEnd(now, undefined)).toEqual(inMs(DAY_MS));
    for (const ms of [1, 30 * DAY_MS]) expect(formerEnd(now, inMs(ms))).toEqual(inMs(ms));
  });

  it.each([-1, 0, 30 * DAY_MS + 1])("is not %d ms away", (ms) => {
    expect(() => formerEnd(now, inMs(ms))).toThrow(InvalidInput);
  });
});
